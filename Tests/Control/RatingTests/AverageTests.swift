import StarSlider
import TestSupport
import Testing

/// Averages that come as floating point: clamped, to the nearest step, halves up; what is no number is refused.
@Suite struct AverageTests {
  @Test func documentedAverages() throws {
    let continuous = try Scale(step: .continuous)
    let half = try Scale(step: .half)
    #expect(continuous.nearest(to: 3.249) == 3_249_000)
    #expect(half.nearest(to: 3.249) == 6, "3.0")
    #expect(half.nearest(to: 3.25) == 7, "halves up")
    #expect(half.nearest(to: 3.749) == 7)
    #expect(half.nearest(to: 3.75) == 8)
  }

  @Test func rejectsNonFiniteNumbers() throws {
    for step in [Step.whole, .half, .continuous] {
      let scale = try Scale(step: step)
      for refused in [Double.nan, .signalingNaN, .infinity, -.infinity] { #expect(scale.nearest(to: refused) == nil) }
    }
  }

  @Test func ends() throws {
    for (count, step) in [(Int32(5), Step.whole), (1, .quarter), (1000, .continuous)] {
      let scale = try Scale(starCount: count, step: step, minimum: 1)
      for least in [-0.0, -.leastNonzeroMagnitude, -0.4, -5, -1e300, -.greatestFiniteMagnitude, .leastNonzeroMagnitude]
      {
        #expect(scale.nearest(to: least) == 0, "by program, 0 is allowed whatever touch may give")
      }
      for most in [Double(count), Double(count).nextUp, 1e9, 1e300, .greatestFiniteMagnitude] {
        #expect(scale.nearest(to: most) == scale.maximum)
      }
    }
  }

  /// Just below a half goes down: adding 0.5 and cutting off would round that addition up first.
  @Test func justBelowAHalf() throws {
    for step in [Step.whole, .half, .quarter] {
      let scale = try Scale(starCount: 1000, step: step)
      for steps in [Int32(0), 1, 2, 3, 511, 999] {
        let half = (Double(steps) + 0.5) / Double(step.perStar)
        #expect(scale.nearest(to: half.nextDown) == steps)
        #expect(scale.nearest(to: half) == steps + 1)
        #expect(scale.nearest(to: half.nextUp) == steps + 1)
      }
    }
  }

  /// Decimals of six digits are what they say on the finest scale, and floating point agrees with whole numbers on all.
  @Test func decimals() throws {
    var random = SplitMix64(seed: 31)
    let continuous = try Scale(starCount: 10, step: .continuous)
    for _ in 0..<100_000 {
      let millionths = random.int32(in: 0...10_000_000)
      let stars = Double(millionths) / 1_000_000
      if continuous.nearest(to: stars) != millionths { Issue.record("\(stars)") }
      let step = try Step(perStar: random.int32(in: 1...10))
      let scale = try Scale(starCount: 10, step: step)
      if scale.nearest(to: stars) != scale.nearest(to: Int64(millionths), over: 1_000_000) {
        Issue.record("\(stars) at \(step.perStar) a star")
      }
    }
  }

  /// A change of the scale: clamped and quantised again, each old value to the nearest of the new ones, halves up.
  @Test func everyValueInEveryOtherScale() throws {
    let steps = [Int32(1), 2, 3, 4, 10]
    for (from, to) in steps.flatMap({ a in steps.map { (a, $0) } }) {
      for (few, many) in [(Int32(5), Int32(5)), (5, 3), (3, 5), (10, 1)] {
        let old = try Scale(starCount: few, step: Step(perStar: from))
        let new = try Scale(starCount: many, step: Step(perStar: to))
        for value in 0...old.maximum {
          let nearest = new.converted(value, from: old)
          let wanted = min(Double(value) / Double(from), Double(many)) * Double(to)
          let isNearest = abs(Double(nearest) - wanted) < 0.5 || Double(nearest) == wanted + 0.5
          if !isNearest || !(0...new.maximum).contains(nearest) { Issue.record("\(value)/\(from) to \(nearest)/\(to)") }
        }
      }
    }
  }
}
