import StarSlider
import TestSupport
import Testing

/// Values are whole steps; what a program sets goes to the nearest one.
@Suite struct ScaleTests {
  /// The contract's averages, in thousandths of a star.
  @Test func averages() throws {
    let continuous = try Scale(step: .continuous)
    let half = try Scale(step: .half)
    #expect(continuous.nearest(to: 3249, over: 1000) == 3_249_000)
    #expect(half.nearest(to: 3249, over: 1000) == 6)
    #expect(half.nearest(to: 325, over: 100) == 7, "halves go up")
    #expect(half.nearest(to: 3749, over: 1000) == 7)
    #expect(half.nearest(to: 375, over: 100) == 8)
  }

  @Test func ends() throws {
    let scale = try Scale(step: .quarter, minimum: 2)
    #expect(scale.maximum == 20)
    #expect(scale.nearest(to: 0, over: 1) == 0)
    #expect(scale.nearest(to: -1, over: 1 << 40) == 0)
    #expect(scale.nearest(to: .min, over: 1) == 0)
    #expect(scale.nearest(to: .max, over: 1) == 20)
    #expect(scale.nearest(to: .max, over: 1 << 40) == 20)
    #expect(scale.nearest(to: 5, over: 1) == 20)
    #expect(scale.nearest(to: 5 * (1 << 40) - 1, over: 1 << 40) == 20)
  }

  /// A number out of its range is an error that says which one, in words.
  @Test func rangesOfTheParts() throws {
    for steps in [Int32.min, -1, 0, 1_000_001, .max] {
      #expect(throws: SliderError.invalidStep) { try Step(perStar: steps) }
    }
    #expect(try Step(perStar: 1) == .whole && Step(perStar: 2) == .half && Step(perStar: 4) == .quarter)
    #expect(try Step(perStar: 1_000_000).isContinuous && !Step(perStar: 999_999).isContinuous)
    for stars in [Int32.min, 0, 1001, .max] {
      #expect(throws: SliderError.invalidStarCount) { try Scale(starCount: stars, step: .continuous) }
    }
    for minimum in [Int32.min, -1, 6, .max] {
      #expect(throws: SliderError.invalidMinimum) { try Scale(minimum: minimum) }
    }
    #expect(try Scale(starCount: 1000, step: .continuous).maximum == 1_000_000_000)
    #expect(try Scale(minimum: 5).minimum == 5)
    let errors = [SliderError.invalidStep, .invalidStarCount, .invalidMinimum]
    #expect(errors.allSatisfy { $0.message.hasPrefix("cannot make the ") && "\($0)" == $0.message })
  }

  /// Nearest, halves up, against arithmetic in wider numbers.
  @Test func nearestOfEverything() throws {
    var random = SplitMix64(seed: 6)
    for _ in 0..<100_000 {
      let step = try Step(perStar: random.element(of: [1, 2, 3, 4, 7, 10, 1000, 1_000_000]))
      let scale = try Scale(starCount: random.int32(in: 1...1000), step: step)
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
      let step = try Step(perStar: perStar)
      let scale = try Scale(starCount: 7, step: step)
      for value in 0...scale.maximum {
        let shares = (0..<scale.starCount).map { scale.steps(ofStar: $0, at: value) }
        #expect(shares.reduce(0, +) == value)
        #expect(shares == shares.sorted(by: >))
        #expect(shares.filter { $0 > 0 && $0 < perStar }.count <= 1)
      }
    }
  }

  @Test func conversions() throws {
    let quarter = try Scale(step: .quarter)
    let half = try Scale(starCount: 3, step: .half)
    #expect(half.converted(5, from: quarter) == 3, "1.25 is between 1 and 1.5: halves up")
    #expect(half.converted(20, from: quarter) == 6, "clamped")
    #expect(quarter.converted(5, from: half) == 10)
    for value in 0...quarter.maximum { #expect(quarter.converted(value, from: quarter) == value) }
  }
}
