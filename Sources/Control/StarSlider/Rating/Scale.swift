/// The granularity of values: a fraction of a star.
public struct Step: Hashable, Sendable {
  /// The number of steps in one star, 1 ... 1,000,000.
  public let perStar: Int32

  /// Creates a step of `1 / perStar` stars.
  ///
  /// - Throws: `.invalidStep` outside 1 ... 1,000,000.
  public init(perStar: Int32) throws(SliderError) {
    if perStar < 1 || perStar > Self.finest { throw .invalidStep }
    self.perStar = perStar
  }

  private init(unchecked perStar: Int32) { self.perStar = perStar }

  private static var finest: Int32 { 1_000_000 }

  /// Whole stars.
  public static let whole = Step(unchecked: 1)
  /// Half stars.
  public static let half = Step(unchecked: 2)
  /// Quarters of a star.
  public static let quarter = Step(unchecked: 4)
  /// Millionths of a star. They are finer than 1/256 px on any screen, and decimal numbers with six places are exact.
  public static let continuous = Step(unchecked: finest)

  package var isContinuous: Bool { perStar == Self.finest }

  /// Converts a number of steps to stars.
  package func stars(_ steps: Int32) -> Double { Double(steps) / Double(perStar) }
}

/// The values of a control: 0 ... `starCount` stars in whole steps.
public struct Scale: Hashable, Sendable {
  /// The number of stars, 1 ... 1,000.
  public let starCount: Int32
  /// The granularity of values.
  public let step: Step
  /// The lowest value that a touch or a key can set, in steps, 0 ... `maximum`.
  public let minimum: Int32

  package static var mostStars: Int32 { 1_000 }

  /// Creates a scale. `minimum` is in steps.
  ///
  /// - Throws: `.invalidStarCount` or `.invalidMinimum` if a number is out of its range.
  public init(starCount: Int32 = 5, step: Step = .whole, minimum: Int32 = 0) throws(SliderError) {
    if starCount < 1 || starCount > Self.mostStars { throw .invalidStarCount }
    if minimum < 0 || minimum > starCount * step.perStar { throw .invalidMinimum }
    (self.starCount, self.step, self.minimum) = (starCount, step, minimum)
  }

  /// The value of all stars, in steps.
  public var maximum: Int32 { starCount * step.perStar }

  /// Returns the value nearest to `numerator / denominator` stars, with halves rounded up, within 0 ... `maximum`. `denominator` is 1 ...
  /// 2^40, so that a decimal number with twelve places is exact.
  package func nearest(to numerator: Int64, over denominator: Int64) -> Int32 {
    precondition(denominator > 0 && denominator <= 1 << 40, "denominator out of range")
    if numerator <= 0 { return 0 }
    let (stars, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    if stars >= Int64(starCount) { return maximum }
    let perStar = Int64(step.perStar)
    return Int32(stars * perStar + (2 * rest * perStar + denominator) / (2 * denominator))
  }

  /// Returns the value nearest to a number of stars, with halves rounded up, within 0 ... `maximum`; `nil` if the number is not finite.
  /// Only programs that show averages use it; touches are computed in integers.
  package func nearest(to stars: Double) -> Int32? {
    if !stars.isFinite { return nil }
    let steps = min(max(stars, 0), Double(starCount)) * Double(step.perStar)
    // The sum `steps + 0.5` would be rounded, so that a value just below a half would be rounded up.
    let below = Int32(steps)
    return steps - Double(below) >= 0.5 ? below + 1 : below
  }

  /// Returns how full star `index` is at a value, in steps, 0 ... `step.perStar`.
  package func steps(ofStar index: Int32, at value: Int32) -> Int32 {
    min(max(value - index * step.perStar, 0), step.perStar)
  }

  /// Returns a value of another scale in this one, clamped and rounded to the nearest step.
  package func converted(_ value: Int32, from other: Scale) -> Int32 {
    nearest(to: Int64(value), over: Int64(other.step.perStar))
  }
}
