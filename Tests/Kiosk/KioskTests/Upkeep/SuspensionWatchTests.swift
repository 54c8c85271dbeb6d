import Testing

@testable import Kiosk

@Suite struct SuspensionWatchTests {
  private static let least = SuspensionWatch.least

  /// The rows of the documentation: (boot, monotonic, suspended).
  @Test func onlyGrowingLeadIsSuspension() {
    var watch = SuspensionWatch(boot: 5_000, monotonic: 1_000)
    for (boot, monotonic, expected) in [
      (6_000, 2_000, false), (6_000 + Self.least - 1, 2_000, false), (1_000_000 + 2 * Self.least, 996_000, true),
      (2_000_000 + 2 * Self.least, 1_996_000, false), (3_000_000, 2_996_000, false), (4_000_000, 3_996_000, false),
      (4_000_000 + 3_600_000_000_000, 3_996_000, true),
    ] as [(Int64, Int64, Bool)] {
      #expect(watch.take(boot: boot, monotonic: monotonic) == expected, "\(boot) \(monotonic)")
    }
  }
}
