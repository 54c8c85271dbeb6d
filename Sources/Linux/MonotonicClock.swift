import CLinux

/// Time that never jumps: CLOCK_MONOTONIC, nanoseconds since some moment before the program began.
public enum MonotonicClock {
  public static func now() -> Int64 { clockNanoseconds(CLOCK_MONOTONIC) }
}

/// Time as people write it: CLOCK_REALTIME, milliseconds since 1970-01-01 UTC. It jumps when somebody sets it.
public enum WallClock {
  public static func now() -> Int64 { clockNanoseconds(CLOCK_REALTIME) / 1_000_000 }
}

private func clockNanoseconds(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
