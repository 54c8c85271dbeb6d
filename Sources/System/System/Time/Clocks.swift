import CLinux

// Safety: the C library reads its arguments, and fills the variables, before the call returns.

/// CLOCK_MONOTONIC: it never jumps.
package enum MonotonicClock {
  /// Returns nanoseconds since an unspecified point before the program's start.
  package static func now() -> Int64 { nanoseconds(CLOCK_MONOTONIC) }
}

/// CLOCK_BOOTTIME: the monotonic clock plus the time for which the machine was suspended. Use it for times that
/// are later compared with the wall clock, which does not stop during a suspension either.
package enum BootClock {
  /// Returns nanoseconds since the boot.
  package static func now() -> Int64 { nanoseconds(CLOCK_BOOTTIME) }
}

/// CLOCK_REALTIME: it jumps when the operator or a time server sets it.
package enum WallClock {
  /// Returns milliseconds since 1970-01-01 UTC.
  package static func now() -> Int64 { nanoseconds(CLOCK_REALTIME) / 1_000_000 }

  /// Returns the time in UTC to the second, such as "2026-01-31T12:00:00Z".
  @export(interface) package static func isoDate() -> String { isoDate(of: now()) }

  /// Returns a time of this clock in the same way.
  @export(interface) package static func isoDate(of milliseconds: Int64) -> String {
    var (seconds, date) = unsafe (time_t(truncatingIfNeeded: milliseconds / 1000), tm())
    var text = [CChar](repeating: 0, count: 64)
    unsafe gmtime_r(&seconds, &date)
    let count = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &date)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a time server has set the clock since the boot and keeps it right: adjtimex(2) without TIME_ERROR and STA_UNSYNC. It is also
  /// false if the system call is forbidden, for example by systemd's ProtectClock=.
  package static var isSynchronised: Bool { cl_clock_is_synchronised() != 0 }

  /// Whether a time server has set the clock since the boot, even if it cannot be reached now: the kernel's flag, which expires after some
  /// hours, or the file that systemd-timesyncd keeps until the next boot.
  @export(interface) package static var wasSynchronised: Bool {
    isSynchronised || exists("/run/systemd/timesync/synchronized")
  }
}

private func nanoseconds(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Sleeps for a duration: nanosleep(2). A signal does not shorten it.
package func sleep(nanoseconds: Int64) {
  // Its memberwise initializer is not used, because 32-bit programs with 64-bit times lack it.
  var time = timespec()
  (time.tv_sec, time.tv_nsec) = (time_t(nanoseconds / 1_000_000_000), Int(nanoseconds % 1_000_000_000))
  var rest = time
  while unsafe nanosleep(&time, &rest) != 0 && cl_errno() == EINTR { time = rest }
}
