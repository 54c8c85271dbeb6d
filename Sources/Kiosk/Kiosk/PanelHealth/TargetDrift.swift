import StarSlider

/// Finds contacts that move away from the middle of their targets. Fingers do not hit the middle either, so the first contacts say where they
/// usually do.
struct TargetDrift {
  /// The number of contacts that are the measure for all later ones.
  private static var first: Int32 { 100 }
  /// A target's side.
  private static var whole: Int32 { 1 << 16 }

  private var count: Int32 = 0
  /// The mean distance of the first contacts from the middle of their targets, in parts of the target's sides, and that of the last 64.
  private var usual = Offset()
  private var recent = Offset()
  /// The mean sides of targets, in 1/256 px.
  private var side = Offset()
  private var isFault = false

  private struct Offset {
    var (x, y) = (Int32(0), Int32(0))

    /// Moves towards another one by a part of the way, or of `limit`, so that a child who touches anywhere counts for little.
    mutating func approach(_ x: Int32, _ y: Int32, by part: Int32, limit: Int32 = .max) {
      self.x += min(max(x - self.x, -limit), limit) / part
      self.y += min(max(y - self.y, -limit), limit) / part
    }
  }

  mutating func note(_ point: Point<LayoutSpace>, _ target: Rect<LayoutSpace>) {
    if target.isEmpty { return }
    let center = target.center
    let x = Self.part(point.x.raw - center.x.raw, of: target.width)
    let y = Self.part(point.y.raw - center.y.raw, of: target.height)
    count = min(count + 1, Self.first)
    recent.approach(x, y, by: min(count, 64), limit: Self.whole / 8)
    side.approach(target.width << 8, target.height << 8, by: min(count, 64))
    if count < Self.first { return usual.approach(x, y, by: count, limit: Self.whole / 8) }
    // A fault ends at half the way.
    let drift = max(abs(recent.x - usual.x), abs(recent.y - usual.y))
    isFault = drift > Self.whole / (isFault ? 10 : 5)
  }

  /// Returns a distance in 1/256 px as a part of a side in pixels, at most the whole.
  private static func part(_ distance: Int32, of side: Int32) -> Int32 {
    let part = Int64(distance) * Int64(whole >> 8) / Int64(side)
    return Int32(min(max(part, Int64(-whole)), Int64(whole)))
  }

  var finding: PanelFinding? {
    let (x, y) = (recent.x - usual.x, recent.y - usual.y)
    if !isFault { return nil }
    func pixels(_ part: Int32, of side: Int32) -> Int32 { Int32(Int64(part) * Int64(side >> 8) / Int64(Self.whole)) }
    return .drift(right: pixels(x, of: side.x), down: pixels(y, of: side.y))
  }
}
