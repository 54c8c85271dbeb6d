import System

/// Which sound cards on USB a visitor has plugged in, and which belong to the stand.
///
/// ```
/// a card                                                                belongs to
/// is there at the first look                                            the stand
/// appears in the machine's first half minute                            the stand
/// of the stand disappears for ten seconds at most, as in a reset        the stand
/// appears at any other time                                             a visitor
/// ```
package struct PluggedCards {
  /// The time after the boot in which the kernel finds what is connected, in nanoseconds.
  static var boot: Int64 { 30_000_000_000 }
  /// The time in which a card returns after a reset of the bus, in nanoseconds.
  static var reset: Int64 { 10_000_000_000 }

  let devices: String
  private let classes: String
  // Sets of card numbers, one bit for each. A card that returns gets its earlier number.
  private var (present, stand) = (UInt32(0), UInt32(0))
  /// When a card of the stand disappeared.
  private var lostAt: Int64?

  /// Looks for the cards that are there now.
  package init(devices: String = USBSoundCard.devices, classes: String = USBSoundCard.classes) {
    (self.devices, self.classes) = (devices, classes)
    present = cards()
    stand = present
  }

  /// Whether a visitor has plugged a card in.
  var hasVisitors: Bool { present & ~stand != 0 }

  /// Looks again, after a change in `devices`.
  ///
  /// - Parameter now: Nanoseconds of the monotonic clock, which begins at the boot.
  mutating func look(now: Int64) {
    if let lostAt, now - lostAt > Self.reset { stand &= present }
    present = cards()
    if now < Self.boot { stand |= present }
    lostAt = stand & ~present == 0 ? nil : lostAt ?? now
  }

  private func cards() -> UInt32 {
    var found: UInt32 = 0
    for card in USBSoundCard.connected(devices: devices, classes: classes) { found |= 1 << card.number }
    return found
  }
}
