/// Detects that the machine was suspended: the boot clock counts the time of a suspension, the monotonic clock does not.
///
/// | the boot clock is ahead of the monotonic one | it was suspended |
/// | --- | --- |
/// | by at least `least` more than when asked before | yes |
/// | by less, or by less than before | no |
///
/// Times are nanoseconds.
struct SuspensionWatch {
  /// The shortest suspension that is detected. The clocks are read one after the other, and the kernel may run another program in between.
  static let least: Int64 = 100_000_000

  private var lead: Int64

  init(boot: Int64, monotonic: Int64) { lead = boot - monotonic }

  /// Returns whether the machine was suspended since the last call.
  mutating func take(boot: Int64, monotonic: Int64) -> Bool {
    defer { lead = boot - monotonic }
    return boot - monotonic - lead >= Self.least
  }
}
