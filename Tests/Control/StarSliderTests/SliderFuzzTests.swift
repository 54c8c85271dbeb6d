import TestSupport
import Testing

@testable import StarSlider

/// A million random events on whole sliders: contacts anywhere on the number line, keys, sets, cancels, changes of the
/// scale under a finger. No stuck contact, no value off the grid, no `editing` without an end.
@Suite struct SliderFuzzTests {
  private static func slider(_ random: inout SplitMix64) throws -> StarSlider {
    let step = random.element(of: Arrangement.steps)
    let count = random.int32(in: 1...10)
    let scale = try Scale(
      starCount: count, step: step, minimum: random.element(of: [0, 0, 1, step.perStar, count * step.perStar]))
    var configuration = SliderConfiguration(
      scale: scale, spacing: random.int32(in: 0...9), margin: random.int32(in: 0...30))
    let arrangement = random.element(of: Arrangement.all)
    arrangement.apply(to: &configuration)
    configuration.clearsOnRepeatedTap = random.oneIn(2)
    configuration.zeroZone = random.element(of: [.half, .zero, Fixed(2)])
    let bounds = arrangement.rect(
      along: (40, 40 + random.int32(in: 10...300)), across: (40, 40 + random.int32(in: 1...60)))
    return try StarSlider(
      configuration, bounds: bounds, on: ScreenTransform(physical: Size(width: 400, height: 400), rotation: .none),
      format: .rgb565)
  }

  private static func point(_ random: inout SplitMix64, near bounds: Rect<LayoutSpace>) -> Point<LayoutSpace> {
    if random.oneIn(8) {
      let edges: [Int32] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
      return Point(x: Fixed(raw: random.element(of: edges)), y: Fixed(raw: random.element(of: edges)))
    }
    let around = random.oneIn(3) ? bounds.inset(by: -80) : bounds
    return Point(
      x: Fixed(raw: random.int32(in: around.minX * 256...around.maxX * 256)),
      y: Fixed(raw: random.int32(in: around.minY * 256...around.maxY * 256)))
  }

  @Test(arguments: 0..<4) func everyEditEnds(seed: UInt64) throws {
    var random = SplitMix64(seed: 71 + seed)
    var total = (edits: 0, committed: 0, cancelled: 0)
    for _ in 0..<50 {
      let slider = try Self.slider(&random)
      var book = ReferenceRating()
      for i in 0..<5000 {
        let shown = slider.value
        var event: RatingEvent?
        switch random.int32(in: 0...40) {
        case 0:
          slider.set(random.oneIn(4) ? nil : random.int32(in: -3...slider.layout.scale.maximum + 3))
          book.setByProgram(slider.value)
        case 1:
          let stars = random.element(of: [2.5, -1, 1e300, 3.249, .nan, .infinity])
          if slider.set(stars: stars) { book.setByProgram(slider.value) }
        case 2:
          event = slider.cancelTouch()
          if slider.isActive { book.complain("cancelled, and still active") }
        case 3 where random.oneIn(10):
          let (old, other) = (slider.layout.scale, try Self.slider(&random))
          event = try slider.configure(other.configuration, bounds: other.bounds)
          book = book.translated { slider.layout.scale.converted($0, from: old) }
        case 3...7:
          event = slider.handle(random.element(of: Key.allCases))
        case 8: event = slider.adjust(by: random.element(of: [-1, 1, 2, .min, .max]))
        default:
          let phase: TouchPhase = random.element(of: [.began, .moved, .moved, .moved, .ended, .cancelled])
          let contact = random.element(of: [1, 1, 1, 1, 2, 2, 3, 4, .min, .max] as [Int32])
          event = slider.handle(
            TouchEvent(phase, contact: contact, at: Self.point(&random, near: slider.layout.bounds)))
          if let value = event?.value, event?.kind == .committed, value < slider.layout.scale.minimum {
            book.complain("a touch gave \(value), which is below the least")
          }
        }
        if let event { book.handle(event, shownBefore: shown) }
        if let event, event.stars != slider.stars || event.step != slider.layout.scale.step {
          book.complain("\(event) of another scale")
        }
        book.check(slider.gesture, on: slider.layout.scale)
        if let fault = book.fault {
          Issue.record("event \(i): \(fault), \(slider.layout)")
          return
        }
      }
      for contact in [1, 2, 3, 4, .min, .max] as [Int32] {
        _ = slider.handle(TouchEvent(.ended, contact: contact, at: Point(x: .zero, y: .zero)))
      }
      #expect(!slider.isActive, "all fingers are up")
      total = (total.edits + book.edits, total.committed + book.committed, total.cancelled + book.cancelled)
    }
    #expect(total.edits > 3000 && total.committed > 1000 && total.cancelled > 1000)
  }
}
