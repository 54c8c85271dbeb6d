import StarSlider

/// Finds columns and rows of a panel that have gone dead: no contact begins there any more, although many did.
///
/// A visit counts as one, however often it touches the glass, because a visitor's contacts resemble each other. If it touches several
/// stripes, each of them gets its share of it.
struct TouchedStripes {
  private let size: Size<LayoutSpace>
  private var columns = TouchedAxis()
  private var rows = TouchedAxis()

  init(_ size: Size<LayoutSpace>) { self.size = size }

  mutating func touch(_ point: Point<LayoutSpace>) {
    columns.touch(point.x.floor, of: size.width)
    rows.touch(point.y.floor, of: size.height)
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
  /// The number of the last visit that touched a stripe, from 1.
  private var last = InlineArray<64, Int32>(repeating: 0)
  private var visits: Int32 = 0
  /// The stripes that the current visit has touched, a bit each.
  private var current: UInt64 = 0
  private var deadStripes: Range<Int>?

  mutating func touch(_ position: Int32, of length: Int32) {
    let stripe = Int(position) * Self.count / Int(max(length, 1))
    current |= 1 << UInt64(min(max(stripe, 0), Self.count - 1))
  }

  mutating func visitEnded() {
    if current == 0 { return }
    visits += 1
    let share = Self.whole / Int32(current.nonzeroBitCount)
    for stripe in last.indices where current >> UInt64(stripe) & 1 != 0 {
      shares[stripe] += share
      last[stripe] = visits
      if deadStripes?.contains(stripe) == true { deadStripes = nil }
    }
    current = 0
    if visits >= Self.most { halve() }
    // This compares 2,080 runs of stripes.
    if deadStripes == nil && visits % 16 == 0 { deadStripes = longestSilence() }
  }

  private mutating func halve() {
    visits /= 2
    for stripe in last.indices { (shares[stripe], last[stripe]) = (shares[stripe] / 2, last[stripe] / 2) }
  }

  /// Returns the neighboring stripes that most visits should have touched since the last one did, if they are `expected`.
  private func longestSilence() -> Range<Int>? {
    var (best, most) = (0..<0, Self.expected * Int64(Self.whole))
    for start in last.indices {
      var (sum, latest) = (Int64(0), Int32(0))
      for end in start..<Self.count {
        sum += Int64(shares[end])
        latest = max(latest, last[end])
        if latest == visits { break }
        if sum < Self.least * Int64(Self.whole) { continue }
        let missed = sum * Int64(visits - latest) / Int64(latest)
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
