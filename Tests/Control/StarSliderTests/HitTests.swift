import TestSupport
import Testing

@testable import StarSlider

/// The value under a finger, against another statement of the contract.
@Suite struct HitTests {
  private static let steps = try! [Step.whole, .half, .quarter, .continuous, Step(perStar: 3)]

  /// The contract in fractions of steps, in floating point with exact inputs. Cells: the star and half of each gap
  /// beside it, half open. In a cell: the step that the finger is in, counting it; continuous: the exact fraction.
  private static func expected(_ layout: SliderLayout, x: Double) -> Int32 {
    let scale = layout.scale
    let perStar = Double(scale.step.perStar)
    let gap = Double(layout.advance - layout.starSize)
    var star = Int32(0)
    while star + 1 < scale.starCount, x >= Double(layout.star(star + 1).minX) - gap / 2 { star += 1 }
    if scale.minimum == 0 && x < Double(layout.star(0).minX) { return 0 }
    let box = Double(layout.star(star).minX) + Double(layout.span(ofStar: 0).inset.raw) / 256
    let side = Double(layout.span(ofStar: 0).boxSide.raw) / 256
    let share = min(max((x - box) / side, 0), 1)
    let inStar =
      scale.step.isContinuous ? (share * perStar).rounded() : min((share * perStar).rounded(.down) + 1, perStar)
    return min(max(star * scale.step.perStar + Int32(inStar), scale.minimum), scale.maximum)
  }

  @Test(arguments: steps.indices, 1...10) func everyColumn(step index: Int, count: Int) throws {
    var random = SplitMix64(seed: UInt64(12 + count))
    let step = Self.steps[index]
    for minimum in [0, 1, step.perStar] {
      let scale = try Scale(starCount: Int32(count), step: step, minimum: minimum)
      for _ in 0..<4 {
        let configuration = SliderConfiguration(
          scale: scale, spacing: random.int32(in: 0...31), margin: random.int32(in: 0...20))
        let bounds = Rect<LayoutSpace>(
          minX: 7, minY: 3, maxX: 7 + random.int32(in: Int32(count) * 6...Int32(count) * 60 + 60),
          maxY: 3 + random.int32(in: 5...70))
        let layout = try #require(SliderLayout(configuration, bounds: bounds))
        let y = Fixed(layout.row.minY) + Fixed(layout.starSize) / 2
        for x in -5...bounds.maxX + 12 {
          for half in [Int32(0), 128, 255] {
            let point = Point<LayoutSpace>(x: Fixed(raw: x * 256 + half), y: y)
            let expected = Self.expected(layout, x: Double(point.x.raw) / 256)
            switch layout.hit(point) {
            case .value(let value), .near(let value):
              if value != expected { Issue.record("x \(x) + \(half)/256: \(value), not \(expected), \(layout)") }
            case .outside: Issue.record("outside at x \(x)")
            }
          }
        }
      }
    }
  }

  private static func layout(minimum: Int32 = 0, step: Step = .whole, margin: Int32 = 40) throws -> SliderLayout {
    let scale = try Scale(starCount: 3, step: step, minimum: minimum)
    let configuration = SliderConfiguration(scale: scale, spacing: 10, margin: margin)
    return try #require(
      SliderLayout(configuration, bounds: Rect(minX: 100, minY: 50, maxX: 100 + 80 + 3 * 40 + 20, maxY: 90)))
  }

  private static func hit(_ layout: SliderLayout, _ x: Int32, _ y: Int32 = 70) -> Hit {
    layout.hit(Point(x: Fixed(x), y: Fixed(y)))
  }

  @Test func thePlaces() throws {
    let layout = try Self.layout()
    #expect(layout.starSize == 40 && layout.advance == 50)
    #expect(layout.row == Rect(minX: 140, minY: 50, maxX: 280, maxY: 90))
    #expect(Self.hit(layout, 140) == .value(1))
    #expect(Self.hit(layout, 184) == .value(1) && Self.hit(layout, 185) == .value(2), "half of the gap each")
    #expect(Self.hit(layout, 279) == .value(3) && Self.hit(layout, 319) == .value(3))
    #expect(Self.hit(layout, 139) == .value(0) && Self.hit(layout, 120) == .value(0), "half a star before the first")
    #expect(Self.hit(layout, 119) == .near(0), "no touch begins there, but a drag gives 0")
    #expect(Self.hit(layout, 320) == .near(3) && Self.hit(layout, 30_000) == .near(3))
    #expect(Self.hit(layout, -30_000) == .near(0))
    let one = try Self.layout(minimum: 1)
    #expect(
      Self.hit(one, 120) == .value(1) && Self.hit(one, 100) == .value(1), "no zone of zero: the first star's cell")
    #expect(Self.hit(one, 99) == .near(1))
    #expect(Self.hit(try Self.layout(step: .half), 239) == .value(5), "the third star's left half is 2.5")
  }

  /// Half a star of slop on either side, as far above as below.
  @Test func band() throws {
    let layout = try Self.layout()
    func hit(_ raw: Int32) -> Hit { layout.hit(Point(x: Fixed(200), y: Fixed(raw: raw))) }
    #expect(layout.slop == 20)
    #expect(hit(50 * 256) == .value(2) && hit(90 * 256 - 1) == .value(2))
    #expect(hit(50 * 256 - 1) == .near(2) && hit(90 * 256) == .near(2))
    #expect(hit(30 * 256) == .near(2) && hit(110 * 256 - 1) == .near(2))
    #expect(hit(30 * 256 - 1) == .outside && hit(110 * 256) == .outside)
  }

  /// Whatever a touch device says, nothing traps.
  @Test func anyPoint() throws {
    let edges: [Int32] = [.min, .min + 1, -1, 0, 1, 50_000, .max - 1, .max]
    for step in Self.steps {
      let layout = try Self.layout(step: step)
      for x in edges {
        for y in edges { _ = layout.hit(Point(x: Fixed(raw: x), y: Fixed(raw: y))) }
        let hit = layout.hit(Point(x: Fixed(raw: x), y: Fixed(70)))
        if x == .max { #expect(hit == .near(layout.scale.maximum)) }
        if x == .min { #expect(hit == .near(0)) }
      }
    }
  }

  /// What is touched is what is shown: the boundary of the touched value is at the finger, or one step beyond it.
  @Test func pictureAndTouchAgree() throws {
    for step in Self.steps {
      let layout = try Self.layout(step: step)
      for x in Int32(140 * 256)..<280 * 256 where x % 37 == 0 {
        let value = layout.steps(at: layout.distance(ofPosition: x))
        let star = min((value - 1) / step.perStar, 2)
        if value == 0 { continue }
        let steps = layout.scale.steps(ofStar: star, at: value)
        let boundary = Fixed(layout.star(star).minX) + layout.fillX(steps: steps)
        let stepWidth = layout.span(ofStar: 0).boxSide.raw / step.perStar + 1
        let isPartOfStar = steps < step.perStar
        if isPartOfStar && !step.isContinuous && Fixed(raw: x) > boundary { Issue.record("\(x) beyond \(boundary)") }
        let isInBox = x >= (Fixed(layout.star(star).minX) + layout.span(ofStar: 0).inset).raw
        if isInBox && isPartOfStar && boundary.raw - x > stepWidth { Issue.record("\(x) far before \(boundary)") }
      }
    }
  }
}

extension Hit {
  fileprivate var steps: Int32? {
    switch self {
    case .value(let steps), .near(let steps): steps
    case .outside: nil
    }
  }
}
