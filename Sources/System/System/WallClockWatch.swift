import CLinux

/// Says when somebody set the wall clock: a timerfd(2) that expires never, and is cancelled by every jump.
///
/// `WallClock` goes on by itself, and no deadline of the monotonic clock needs it. What hangs on the time of the day is
/// worked out again when this is readable: the time server was reached, an operator set the clock, the machine slept.
package struct WallClockWatch: ~Copyable {
  private let file: FileDescriptor

  package init() throws(SystemError) {
    let raw = cl_clock_watch()
    if raw < 0 { throw SystemError("watch", "the clock", errno: cl_errno()) }
    file = FileDescriptor(owning: raw, path: "the clock")
  }

  /// Readable when the clock was set.
  package var descriptor: Int32 { file.raw }

  /// Whether the clock was set since the last call. Never waits. Small corrections, as a time server's usual ones, are not
  /// told: the clock only runs a little faster or slower for them.
  package func take() -> Bool { cl_clock_was_set(file.raw) == 1 }
}
