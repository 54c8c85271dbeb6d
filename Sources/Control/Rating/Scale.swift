import Geometry

/// How finely a star is divided.
package struct Step: Hashable, Sendable {
  /// Steps in one star, 1 ... 1,000,000.
  package let perStar: Int32

  /// Any 1/n of a star; `nil` outside 1 ... 1,000,000.
  package init?(perStar: Int32) {
    if perStar < 1 || perStar > Self.finest { return nil }
    self.perStar = perStar
  }

  private init(unchecked perStar: Int32) { self.perStar = perStar }

  private static var finest: Int32 { 1_000_000 }

  /// Whole stars.
  package static let whole = Step(unchecked: 1)
  /// Half stars.
  package static let half = Step(unchecked: 2)
  /// Quarters of a star.
  package static let quarter = Step(unchecked: 4)
  /// Millionths of a star: finer than 1/256 px on any screen, and every decimal of six digits is exact.
  package static let continuous = Step(unchecked: finest)

  /// Whether values are shares of a star, not steps that somebody counts.
  package var isContinuous: Bool { perStar == Self.finest }
}

/// The values that a control can have: 0 ... `starCount` stars in whole steps.
package struct Scale: Hashable, Sendable {
  /// 1 ... 1,000.
  package let starCount: Int32
  /// How finely a star is divided.
  package let step: Step
  /// The least value that a touch or a key can give, in steps, 0 ... `maximum`.
  package let minimum: Int32

  /// The most stars that a row may have.
  package static var mostStars: Int32 { 1_000 }

  /// `minimum` is in steps. `nil` where a number is out of its range.
  package init?(starCount: Int32 = 5, step: Step = .whole, minimum: Int32 = 0) {
    if starCount < 1 || starCount > Self.mostStars { return nil }
    if minimum < 0 || minimum > starCount * step.perStar { return nil }
    self.starCount = starCount
    self.step = step
    self.minimum = minimum
  }

  /// All stars full, in steps.
  package var maximum: Int32 { starCount * step.perStar }

  /// The value nearest to `numerator / denominator` stars, halves up, within 0 ... `maximum`. `denominator` is
  /// 1 ... 2^40: a decimal of twelve digits is exact.
  package func nearest(to numerator: Int64, over denominator: Int64) -> Int32 {
    precondition(denominator > 0 && denominator <= 1 << 40, "a denominator out of its range")
    if numerator <= 0 { return 0 }
    let (stars, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    if stars >= Int64(starCount) { return maximum }
    let perStar = Int64(step.perStar)
    return Int32(stars * perStar + (2 * rest * perStar + denominator) / (2 * denominator))
  }

  /// The value nearest to a number of stars, halves up, within 0 ... `maximum`; `nil` for what is not a finite number. For
  /// programs that have their averages as floating point: nothing between touch and pixel comes through here.
  package func nearest(to stars: Double) -> Int32? {
    if !stars.isFinite { return nil }
    let steps = min(max(stars, 0), Double(starCount)) * Double(step.perStar)
    // Not `steps + 0.5` cut off: that sum is rounded, and what is just below a half would go up.
    let below = Int32(steps)
    return steps - Double(below) >= 0.5 ? below + 1 : below
  }

  /// How full star `index` is at a value: `steps` of `step.perStar`.
  package func steps(ofStar index: Int32, at value: Int32) -> Int32 {
    min(max(value - index * step.perStar, 0), step.perStar)
  }

  /// A value of any other scale, in this one: clamped, then to the nearest step.
  package func converted(_ value: Int32, from other: Scale) -> Int32 {
    nearest(to: Int64(value), over: Int64(other.step.perStar))
  }
}
