import CLinux

/// A watch for changes of the wall clock: a timerfd(2) that never expires but is canceled by each change.
///
/// When it is readable, a time server was reached, the operator set the clock, or the machine was suspended. Values that depend on the time
/// of day must then be recomputed; deadlines on the monotonic clock stay valid.
package struct WallClockWatch: ~Copyable {
  private let file: FileDescriptor

  package init() throws(SystemError) {
    file = FileDescriptor(owning: try check(cl_clock_watch(), "watch", "the clock"), path: "the clock")
  }

  /// A descriptor that is readable when the clock was set.
  package var descriptor: Int32 { file.raw }

  /// Returns whether the clock was set since the last call. Never blocks. A time server's small corrections do not count, because they only
  /// make the clock run faster or slower for a while.
  package func take() -> Bool { cl_clock_was_set(file.raw) == 1 }
}
