import TestSupport
import Testing

@testable import StarSlider

/// Tiny and odd bounds, 1 x 1 to 4,000 x 50 and the same upright, with any property set to anything: nothing is ever drawn
/// outside the bounds, and nothing traps.
@Suite struct OddBoundsTests {
  /// As often small as large.
  private static func length(_ random: inout SplitMix64, upTo most: Int32) -> Int32 {
    if random.oneIn(10) { return random.oneIn(2) ? 1 : most }
    var limit = most
    for _ in 0..<random.int32(in: 0...5) { limit = max(limit / 3, 1) }
    return random.int32(in: 1...limit)
  }

  private static func configuration(_ random: inout SplitMix64, length: Int32) throws -> SliderConfiguration {
    let step = random.element(of: Arrangement.steps)
    let count = random.oneIn(5) ? random.int32(in: 1...1000) : random.int32(in: 1...min(length, 10))
    var configuration = SliderConfiguration(scale: try Scale(starCount: count, step: step))
    // Properties are variables: what is out of range must do no harm there either.
    let absurd: [Int32] = [.min, -1000, -7, -1, 0, 1, .max]
    configuration.spacing = random.oneIn(6) ? random.element(of: absurd) : random.int32(in: 0...20)
    configuration.margin = random.oneIn(6) ? random.element(of: absurd) : random.int32(in: 0...40)
    configuration.minimumStarSize = random.oneIn(6) ? random.element(of: absurd) : random.int32(in: 1...20)
    configuration.zeroZone = Fixed(raw: random.oneIn(6) ? random.element(of: absurd) : 128)
    configuration.face.lineWidth = Fixed(
      raw: random.oneIn(6) ? random.element(of: absurd) : random.int32(in: 0...2000))
    configuration.face.join = random.oneIn(2) ? .round : .miter
    return configuration
  }

  /// Bounds and screens of any size, near and far: an error, or a slider that finds the star under each touch.
  @Test func farBoundsAreRefused() throws {
    var random = SplitMix64(seed: 36)
    let places: [Int32] = [
      .min, -10_000_000, -1, 0, 1, 16_384, 4_194_304, 4_194_305, 8_388_607, 8_388_608, 10_000_000, 1 << 30, .max,
    ]
    func place() -> Int32 { random.oneIn(3) ? random.int32(in: -20_000...20_000) : random.element(of: places) }
    var (made, refused) = (0, 0)
    for _ in 0..<20_000 {
      let screen = Size<PhysicalSpace>(width: max(place(), 1), height: max(place(), 1))
      let transform = ScreenTransform(physical: screen, rotation: random.element(of: Rotation.allCases))
      let (x, y) = (place(), place())
      let bounds = Rect<LayoutSpace>(
        minX: x, minY: y, maxX: random.oneIn(2) ? place() : x &+ random.int32(in: 0...300),
        maxY: random.oneIn(2) ? place() : y &+ random.int32(in: 0...100))
      var configuration = SliderConfiguration(scale: try Scale(starCount: random.int32(in: 1...5)))
      configuration.touchOutset = random.oneIn(3) ? .max : 0
      guard bounds.maxX >= bounds.minX, bounds.maxY >= bounds.minY else { continue }
      // Large stars take long to render.
      if bounds.maxX.subtractingReportingOverflow(bounds.minX).overflow { continue }
      if bounds.maxY.subtractingReportingOverflow(bounds.minY).overflow { continue }
      guard let layout = SliderLayout(configuration, bounds: bounds) else {
        refused += 1
        if bounds.width > 2000 || bounds.height > 2000 { continue }
        #expect(throws: SliderError.self) {
          try StarSlider(configuration, bounds: bounds, on: transform, format: .rgb565)
        }
        continue
      }
      made += 1
      let star = layout.star(layout.scale.starCount - 1)
      #expect(bounds.contains(star))
      if star.minX.magnitude < 8_388_000 && star.minY.magnitude < 8_388_000 { _ = layout.hit(star.center) }
    }
    #expect(made > 1000 && refused > 1000, "\(made) made, \(refused) refused")
    let wide = ScreenTransform(physical: Size(width: 10_000_000, height: 480), rotation: .none)
    let scale = try Scale()
    for bounds in [Rect(wide.layout), Rect(minX: 9_999_000, minY: 0, maxX: 10_000_000, maxY: 480)] {
      #expect(throws: SliderError.tooLarge) {
        try StarSlider(SliderConfiguration(scale: scale), bounds: bounds, on: wide, format: .rgb565)
      }
    }
  }

  @Test func nothingOutsideTheBounds() throws {
    var random = SplitMix64(seed: 81)
    var (drawn, refused) = (0, 0)
    for i in 0..<1000 {
      let arrangement = Arrangement.all[i % 4]
      let rotation = Rotation.allCases[i / 4 % 4]
      let format = PixelFormat.allCases[i % 7]
      let (length, breadth) = (Self.length(&random, upTo: 4000), Self.length(&random, upTo: 50))
      var configuration = try Self.configuration(&random, length: length)
      arrangement.apply(to: &configuration)
      let (before, aside) = (random.int32(in: 0...3), random.int32(in: 0...3))
      let bounds = arrangement.rect(along: (before, before + length), across: (aside, aside + breadth))
      let seen = arrangement.rect(along: (0, before + length + 2), across: (0, aside + breadth + 1)).size
      let size: Size<PhysicalSpace> =
        rotation.swapsAxes
        ? Size(width: seen.height, height: seen.width) : Size(width: seen.width, height: seen.height)
      let transform = ScreenTransform(physical: size, rotation: rotation)
      guard let slider = try? StarSlider(configuration, bounds: bounds, on: transform, format: format) else {
        #expect(length < configuration.scale.starCount, "refused only where there is no pixel a star")
        refused += 1
        continue
      }
      drawn += 1
      Self.expectTidy(slider.layout)
      let pitch = Int(size.width * format.bytesPerPixel) + i % 5
      let screen = GuardedScreen(size: size, format: format, pitch: pitch)
      for age in [0, 1, 1, 2] {
        let point = arrangement.point(
          along: random.int32(in: 0...(before + length) * 256), across: (aside * 2 + breadth) * 128)
        _ = slider.handle(TouchEvent(.began, contact: 1, at: point))
        if age == 2 { slider.set(random.int32(in: 0...configuration.scale.maximum)) }
        let damage = slider.paint(into: screen.surface, age: age)
        if !transform.toPhysical(bounds).contains(damage.bounds) { Issue.record("damage \(damage.bounds)") }
      }
      if let fault = screen.fault(outside: transform.toPhysical(bounds)) {
        Issue.record("\(fault), \(slider.layout), \(configuration)")
      }
    }
    #expect(drawn > 600 && refused > 20)
  }

  /// What there is no slider for takes no more memory than the largest one, and bounds without a pixel take none.
  @Test func memoryBound() throws {
    var configuration = SliderConfiguration(scale: try Scale(starCount: 1))
    let limit = Path.limit
    func most(_ width: Int32, _ height: Int32) -> Int64 {
      StarSlider.mostMemory(
        configuration, bounds: Rect(minX: 0, minY: 0, maxX: width, maxY: height), format: .xrgb8888)
    }
    // Pixels; 32 slices of words and their list, per column; the table.
    func expected(_ side: Int64) -> Int64 { 19 * side * side + 32 * (4 + 16) * side + 512 + 2 * 4096 }
    for isVertical in [false, true] {
      configuration.isVertical = isVertical
      #expect(most(.max, .max) == most(limit, limit) && most(limit, limit) == expected(Int64(limit)))
      #expect(most(0, 0) == 0 && most(-1, 100) == 0 && most(100, -100_000) == 0)
      #expect(most(100, 144) == most(100, 100) && most(100, 100) == expected(100))
    }
    // 8 bytes for each pixel, and 16 curves of 33 lights per column.
    configuration.scale = try Scale(starCount: 1, step: .continuous)
    #expect(most(100, 100) == 19 * 10_000 + 3 * (8 * 10_000 + 16 * 33 * 8 * 100) + 512 + 2 * 4096)
  }

  /// Stars are squares of one size, side by side, within the bounds.
  private static func expectTidy(_ layout: SliderLayout) {
    for index in 0..<layout.scale.starCount {
      let star = layout.star(index)
      if star.width != layout.starSize || star.height != layout.starSize || star.isEmpty
        || !layout.bounds.contains(star)
      {
        Issue.record("star \(index), \(star) in \(layout.bounds)")
      }
      if index > 0 && !star.intersection(layout.star(index - 1)).isEmpty { Issue.record("stars overlap, \(layout)") }
    }
  }
}
