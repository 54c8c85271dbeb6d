import StarSlider

/// Finds columns and rows of a panel that have gone dead: no contact begins there any more, although many did, and visitors still touch the
/// rest of what they choose from there. A button that visitors no longer need, such as that of a language in another season, is not dead.
///
/// A visit counts as one, however often it touches the glass, because a visitor's contacts resemble each other. If it touches several
/// stripes, each of them gets its share of it.
struct TouchedStripes {
  private let size: Size<LayoutSpace>
  private var columns = TouchedAxis()
  private var rows = TouchedAxis()

  init(_ size: Size<LayoutSpace>) { self.size = size }

  /// - Parameter choice: What the visitor chooses from with this contact; `nil` for nothing.
  mutating func touch(_ point: Point<LayoutSpace>, choice: Rect<LayoutSpace>?) {
    columns.touch(point.x.floor, choice.map { ($0.minX, $0.maxX) }, of: size.width)
    rows.touch(point.y.floor, choice.map { ($0.minY, $0.maxY) }, of: size.height)
  }

  mutating func visitEnded() {
    columns.visitEnded()
    rows.visitEnded()
  }

  var finding: PanelFinding? {
    if let dead = columns.dead(of: size.width) { return .deadColumns(from: dead.lowerBound, to: dead.upperBound) }
    return rows.dead(of: size.height).map { .deadRows(from: $0.lowerBound, to: $0.upperBound) }
  }
}

/// The touched stripes along one side of the glass: 64 of equal width.
private struct TouchedAxis {
  private static var count: Int { 64 }
  /// One visit.
  private static var whole: Int32 { 256 }
  /// The visits that must have touched a stripe before it can be dead.
  private static var least: Int64 { 30 }
  /// The visits that should have touched it since.
  private static var expected: Int64 { 20 }
  /// The most visits that are remembered. Then the older ones lose weight.
  private static var most: Int32 { 8192 }

  /// The visits that touched a stripe, in parts of `whole`.
  private var shares = InlineArray<64, Int32>(repeating: 0)
  /// The visits that chose from something in a stripe, and how many of them came after the last that touched it.
  private var choices = InlineArray<64, Int32>(repeating: 0)
  private var silence = InlineArray<64, Int32>(repeating: 0)
  private var visits: Int32 = 0
  /// The stripes that the current visit has touched, and those of what it has chosen from, a bit each.
  private var (current, chosen) = (UInt64(0), UInt64(0))
  private var deadStripes: Range<Int>?

  private static func stripe(_ position: Int32, of length: Int32) -> Int {
    min(max(Int(position) * count / Int(max(length, 1)), 0), count - 1)
  }

  mutating func touch(_ position: Int32, _ choice: (from: Int32, to: Int32)?, of length: Int32) {
    current |= 1 << UInt64(Self.stripe(position, of: length))
    guard let choice else { return }
    let (first, last) = (Self.stripe(choice.from, of: length), Self.stripe(choice.to - 1, of: length))
    if first <= last { chosen |= (.max >> UInt64(Self.count - 1 - (last - first))) << UInt64(first) }
  }

  mutating func visitEnded() {
    if current == 0 { return }
    visits += 1
    let share = Self.whole / Int32(current.nonzeroBitCount)
    for stripe in shares.indices where (current | chosen) >> UInt64(stripe) & 1 != 0 {
      choices[stripe] += 1
      silence[stripe] += 1
      if current >> UInt64(stripe) & 1 == 0 { continue }
      shares[stripe] += share
      silence[stripe] = 0
      if deadStripes?.contains(stripe) == true { deadStripes = nil }
    }
    (current, chosen) = (0, 0)
    if visits >= Self.most { halve() }
    // This compares 2,080 runs of stripes.
    if deadStripes == nil && visits % 16 == 0 { deadStripes = longestSilence() }
  }

  private mutating func halve() {
    visits /= 2
    for stripe in shares.indices {
      (shares[stripe], choices[stripe], silence[stripe]) =
        (shares[stripe] / 2, choices[stripe] / 2, silence[stripe] / 2)
    }
  }

  /// Returns the neighboring stripes that most visits should have touched since the last one did, if they are `expected`.
  private func longestSilence() -> Range<Int>? {
    var (best, most) = (0..<0, Self.expected * Int64(Self.whole))
    for start in shares.indices {
      var (sum, silent, chosen) = (Int64(0), Int32.max, Int32(0))
      for end in start..<Self.count {
        sum += Int64(shares[end])
        silent = min(silent, silence[end])
        chosen = max(chosen, choices[end])
        if silent == 0 { break }
        if sum < Self.least * Int64(Self.whole) { continue }
        let missed = sum * Int64(silent) / Int64(max(chosen - silent, 1))
        if missed > most { (best, most) = (start..<end + 1, missed) }
      }
    }
    return best.isEmpty ? nil : best
  }

  /// The dead pixels along a side of some length.
  func dead(of length: Int32) -> Range<Int32>? {
    deadStripes.map { Self.start($0.lowerBound, of: length)..<Self.start($0.upperBound, of: length) }
  }

  private static func start(_ stripe: Int, of length: Int32) -> Int32 { Int32(stripe * Int(length) / count) }
}
