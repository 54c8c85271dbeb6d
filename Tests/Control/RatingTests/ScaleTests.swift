import Rating
import TestSupport
import Testing

/// Values are whole steps; what a program sets goes to the nearest one.
@Suite struct ScaleTests {
  /// The contract's averages, in thousandths of a star.
  @Test func averages() throws {
    let continuous = try #require(Scale(step: .continuous))
    let half = try #require(Scale(step: .half))
    #expect(continuous.nearest(to: 3249, over: 1000) == 3_249_000)
    #expect(half.nearest(to: 3249, over: 1000) == 6)
    #expect(half.nearest(to: 325, over: 100) == 7, "halves go up")
    #expect(half.nearest(to: 3749, over: 1000) == 7)
    #expect(half.nearest(to: 375, over: 100) == 8)
  }

  @Test func ends() throws {
    let scale = try #require(Scale(step: .quarter, minimum: 2))
    #expect(scale.maximum == 20)
    #expect(scale.nearest(to: 0, over: 1) == 0)
    #expect(scale.nearest(to: -1, over: 1 << 40) == 0)
    #expect(scale.nearest(to: .min, over: 1) == 0)
    #expect(scale.nearest(to: .max, over: 1) == 20)
    #expect(scale.nearest(to: .max, over: 1 << 40) == 20)
    #expect(scale.nearest(to: 5, over: 1) == 20)
    #expect(scale.nearest(to: 5 * (1 << 40) - 1, over: 1 << 40) == 20)
  }

  @Test func rangesOfTheParts() {
    #expect(Step(perStar: 0) == nil && Step(perStar: -1) == nil && Step(perStar: 1_000_001) == nil)
    #expect(Step(perStar: 1) == .whole && Step(perStar: 2) == .half && Step(perStar: 4) == .quarter)
    #expect(Step(perStar: 1_000_000)?.isContinuous == true && Step(perStar: 999_999)?.isContinuous == false)
    #expect(Scale(starCount: 0) == nil && Scale(starCount: 1001) == nil && Scale(starCount: 1000) != nil)
    #expect(Scale(minimum: -1) == nil && Scale(minimum: 6) == nil && Scale(minimum: 5) != nil)
    #expect(Scale(starCount: 1000, step: .continuous)?.maximum == 1_000_000_000)
  }

  /// Nearest, halves up, against arithmetic in wider numbers.
  @Test func nearestOfEverything() throws {
    var random = SplitMix64(seed: 6)
    for _ in 0..<100_000 {
      let step = try #require(Step(perStar: random.element(of: [1, 2, 3, 4, 7, 10, 1000, 1_000_000])))
      let scale = try #require(Scale(starCount: random.int32(in: 1...1000), step: step))
      let denominator = Int64(random.next() % (1 << (random.next() % 40 + 1))) + 1
      let limit = denominator * Int64(scale.starCount + 1)
      let numerator = Int64(random.next() % UInt64(limit))
      let unit = 2 * Int128(denominator)
      let expected = min((2 * Int128(numerator) * Int128(step.perStar) + unit / 2) / unit, Int128(scale.maximum))
      if Int128(scale.nearest(to: numerator, over: denominator)) != expected {
        Issue.record("\(numerator)/\(denominator) at \(step.perStar) a star")
      }
    }
  }

  /// The stars' shares are those of the whole value: they add up to it, and only one is in between.
  @Test func sharesAddUp() throws {
    for perStar in [Int32(1), 2, 3, 4, 10] {
      let step = try #require(Step(perStar: perStar))
      let scale = try #require(Scale(starCount: 7, step: step))
      for value in 0...scale.maximum {
        let shares = (0..<scale.starCount).map { scale.steps(ofStar: $0, at: value) }
        #expect(shares.reduce(0, +) == value)
        #expect(shares == shares.sorted(by: >))
        #expect(shares.filter { $0 > 0 && $0 < perStar }.count <= 1)
      }
    }
  }

  @Test func conversions() throws {
    let quarter = try #require(Scale(step: .quarter))
    let half = try #require(Scale(starCount: 3, step: .half))
    #expect(half.converted(5, from: quarter) == 3, "1.25 is between 1 and 1.5: halves up")
    #expect(half.converted(20, from: quarter) == 6, "clamped")
    #expect(quarter.converted(5, from: half) == 10)
    for value in 0...quarter.maximum { #expect(quarter.converted(value, from: quarter) == value) }
  }
}
