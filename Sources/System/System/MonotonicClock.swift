import CLinux

/// Time that never jumps: CLOCK_MONOTONIC, nanoseconds since some moment before the program began.
package enum MonotonicClock {
  package static func now() -> Int64 { clockNanoseconds(CLOCK_MONOTONIC) }
}

/// Time as people write it: CLOCK_REALTIME, milliseconds since 1970-01-01 UTC. It jumps when somebody sets it.
package enum WallClock {
  package static func now() -> Int64 { clockNanoseconds(CLOCK_REALTIME) / 1_000_000 }

  /// Whether it is known to be right: a time server has set it in this boot and keeps it so (adjtimex(2) without TIME_ERROR
  /// and STA_UNSYNC). A terminal without a clock chip starts with a time that is not.
  ///
  /// False, too, where the system call is forbidden: systemd's ProtectClock= does that.
  package static var isSynchronised: Bool { cl_clock_is_synchronised() != 0 }
}

private func clockNanoseconds(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
