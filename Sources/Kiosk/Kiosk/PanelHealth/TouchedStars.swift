import StarSlider

/// Finds a star that was dead from the start: no contact begins on it, but many on stars at both sides. Visitors are not that much of one mind.
struct TouchedStars {
  private static var most: Int { 16 }
  /// The visits that must have touched a star at each side.
  private static var least: Int32 { 30 }

  /// How many stars there are; 0 before the first contact. Rows of another number are left out.
  private var count: Int32 = 0
  private var bounds = InlineArray<16, Rect<LayoutSpace>>(repeating: .empty)
  private var visits = InlineArray<16, Int32>(repeating: 0)
  /// The stars that the current visit has touched, a bit each.
  private var current: UInt16 = 0

  mutating func touch(_ star: Int32, of count: Int32, _ place: Rect<LayoutSpace>) {
    if self.count == 0 && count <= Int32(Self.most) { self.count = count }
    guard count == self.count else { return }
    current |= 1 << UInt16(star)
    bounds[Int(star)] = place
  }

  mutating func visitEnded() {
    for star in visits.indices where current >> UInt16(star) & 1 != 0 { visits[star] += 1 }
    current = 0
  }

  var finding: PanelFinding? {
    // The touched star before the untouched ones, and the next one.
    var before: Int?
    for star in 0..<Int(count) where visits[star] > 0 {
      if let before, star > before + 1, min(visits[before], visits[star]) >= Self.least {
        return Self.gap(bounds[before], bounds[star])
      }
      before = star
    }
    return nil
  }

  private static func gap(_ one: Rect<LayoutSpace>, _ other: Rect<LayoutSpace>) -> PanelFinding {
    if one.minY == other.minY { return .deadColumns(from: min(one.maxX, other.maxX), to: max(one.minX, other.minX)) }
    return .deadRows(from: min(one.maxY, other.maxY), to: max(one.minY, other.minY))
  }
}
