import TestSupport
import Testing

@testable import StarSlider

/// Every pixel column (or row) of a row of stars, every step mode, both directions, both axes, 1 to 10 stars: the value
/// under a finger is what the rulings say.
@Suite struct RulingTests {
  @Test(arguments: Arrangement.all, 1...10) func everyColumn(arrangement: Arrangement, count: Int) throws {
    var random = SplitMix64(seed: UInt64(41 + count))
    for step in Arrangement.steps {
      for minimum in [0, 1, step.perStar] {
        let scale = try Scale(starCount: Int32(count), step: step, minimum: minimum)
        for _ in 0..<3 {
          var configuration = SliderConfiguration(
            scale: scale, spacing: random.int32(in: 0...31), margin: random.int32(in: 0...20))
          arrangement.apply(to: &configuration)
          configuration.zeroZone = random.element(of: [.half, .half, .zero, .one, Fixed(3)])
          configuration.touchOutset = random.element(of: [0, 0, 7, 40])
          let length = random.int32(in: Int32(count) * 6...Int32(count) * 50 + 60)
          let bounds = arrangement.rect(along: (7, 7 + length), across: (3, 3 + random.int32(in: 5...70)))
          let layout = try #require(SliderLayout(configuration, bounds: bounds))
          Self.walk(
            Rulings(
              layout: layout, arrangement: arrangement, zeroZone: configuration.zeroZone,
              touchOutset: configuration.touchOutset))
        }
      }
    }
  }

  private static func walk(_ rulings: Rulings) {
    let (layout, arrangement) = (rulings.layout, rulings.arrangement)
    let (low, high) = arrangement.along(layout.bounds)
    let (top, bottom) = arrangement.across(layout.row)
    let middle = (top + bottom) * 128
    for pixel in low - layout.starSize - 43...high + layout.starSize + 43 {
      for part in [Int32(0), 128, 255] {
        let place = pixel * 256 + part
        let hit = layout.hit(arrangement.point(along: place, across: middle))
        let values = rulings.values(at: Int64(place))
        switch hit {
        case .value(let value):
          if !values.contains(value) { Issue.record("\(place)/256: \(value), not \(values), \(layout)") }
          if !rulings.begins(at: Int64(place)) { Issue.record("\(place)/256: a touch must not begin, \(layout)") }
        case .near(let value):
          if !values.contains(value) { Issue.record("\(place)/256: \(value), not \(values), \(layout)") }
          if rulings.begins(at: Int64(place)) { Issue.record("\(place)/256: a touch must begin, \(layout)") }
        case .outside: Issue.record("\(place)/256 is outside, \(layout)")
        }
      }
    }
  }

  /// Across the row: a touch begins on the stars, goes on within half a star of slop, and is away beyond; half open.
  @Test(arguments: Arrangement.all) func everyRowOfTheBand(arrangement: Arrangement) throws {
    for breadth in [Int32(1), 2, 9, 40, 41, 90] {
      var configuration = SliderConfiguration(scale: try Scale(starCount: 3))
      arrangement.apply(to: &configuration)
      let bounds = arrangement.rect(along: (100, 250), across: (60, 60 + breadth))
      let layout = try #require(SliderLayout(configuration, bounds: bounds))
      let star = arrangement.across(layout.star(1))
      let slop = max(layout.starSize / 2, 1)
      let along = arrangement.along(layout.star(1)).low * 256 + 100
      for pixel in star.low - slop - 5...star.high + slop + 5 {
        for part in [Int32(0), 255] {
          let place = pixel * 256 + part
          let hit = layout.hit(arrangement.point(along: along, across: place))
          let expected: Hit
          if place >= star.low * 256 && place < star.high * 256 {
            expected = .value(2)
          } else if place >= (star.low - slop) * 256 && place < (star.high + slop) * 256 {
            expected = .near(2)
          } else {
            expected = .outside
          }
          if hit != expected { Issue.record("\(place)/256: \(hit), not \(expected), \(layout)") }
        }
      }
    }
  }

  /// The contract's own examples, in every arrangement: anywhere in star 3 gives 3, its leading half 2.5.
  @Test(arguments: Arrangement.all) func theThirdStar(arrangement: Arrangement) throws {
    for (step, leading, trailing) in [(Step.whole, Int32(3), Int32(3)), (.half, 5, 6)] {
      var configuration = SliderConfiguration(scale: try Scale(step: step))
      arrangement.apply(to: &configuration)
      let bounds = arrangement.rect(along: (20, 20 + 220), across: (30, 70))
      let layout = try #require(SliderLayout(configuration, bounds: bounds))
      let (low, high) = arrangement.along(layout.star(2))
      let middle = (low + high) / 2
      for pixel in low..<high {
        let hit = layout.hit(arrangement.point(along: pixel * 256 + 1, across: 50 * 256))
        let isLeading = arrangement.growsWithCoordinate ? pixel < middle : pixel >= middle
        if hit != .value(isLeading ? leading : trailing) { Issue.record("pixel \(pixel): \(hit)") }
      }
    }
  }

  /// The zone of zero is before the first star, as far as touches begin: without a margin, only in the outset. Half a star wide
  /// by default, as wide as was asked, and not there where the least value is above 0.
  @Test(arguments: Arrangement.all) func zeroZone(arrangement: Arrangement) throws {
    for (zone, width) in [(Fixed?.none, Int32(20)), (.zero, 0), (.one, 40), (Fixed(-2), 0), (Fixed(3), 120)] {
      for (minimum, outset) in [(Int32(0), Int32(300)), (0, 15), (0, 0), (1, 0), (1, 15)] {
        var configuration = SliderConfiguration(scale: try Scale(minimum: minimum))
        arrangement.apply(to: &configuration)
        if let zone { configuration.zeroZone = zone }
        configuration.touchOutset = outset
        let bounds = arrangement.rect(along: (200, 420), across: (30, 70))
        let layout = try #require(SliderLayout(configuration, bounds: bounds))
        #expect(layout.starSize == 40)
        for distance in 1...200 as ClosedRange<Int32> {
          let along = arrangement.growsWithCoordinate ? 200 * 256 - distance * 256 : 420 * 256 + distance * 256 - 1
          let hit = layout.hit(arrangement.point(along: along, across: 50 * 256))
          let begins = distance <= outset && (minimum > 0 || distance <= width)
          let expected: Hit = begins ? .value(minimum) : .near(minimum)
          if hit != expected { Issue.record("\(distance) px before: \(hit), not \(expected)") }
        }
      }
    }
  }

  /// Whatever a device, or a configuration, says: nothing traps, and both ends clamp.
  @Test(arguments: Arrangement.all) func extremePlaces(arrangement: Arrangement) throws {
    for step in Arrangement.steps {
      for zone in [Int32.min, -1, 0, .max] {
        var configuration = SliderConfiguration(scale: try Scale(starCount: 3, step: step))
        arrangement.apply(to: &configuration)
        configuration.zeroZone = Fixed(raw: zone)
        configuration.touchOutset = zone
        let bounds = arrangement.rect(along: (0, 3000), across: (0, 1000))
        let layout = try #require(SliderLayout(configuration, bounds: bounds))
        for place in [Int32.min, .min + 1, -1, 0, 1, .max - 1, .max] {
          for across in [Int32.min, -1, 0, 128_000, .max] {
            _ = layout.hit(arrangement.point(along: place, across: across))
          }
        }
        let (before, after) = arrangement.growsWithCoordinate ? (Int32.min, Int32.max) : (.max, .min)
        #expect(layout.hit(arrangement.point(along: before, across: 128_000)).steps == 0)
        #expect(layout.hit(arrangement.point(along: after, across: 128_000)).steps == scale(layout).maximum)
      }
    }
  }

  private func scale(_ layout: SliderLayout) -> Scale { layout.scale }
}

extension Hit {
  /// The value under the finger, if it is in or near the band.
  fileprivate var steps: Int32? {
    switch self {
    case .value(let steps), .near(let steps): steps
    case .outside: nil
    }
  }
}
