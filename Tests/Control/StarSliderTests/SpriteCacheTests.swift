import Testing

@testable import StarSlider

/// Many read-only rows on one screen are exact, and share the sprites of one star.
@Suite struct SpriteCacheTests {
  @Test func hundredSlidersShareSprites() throws {
    let transform = ScreenTransform(physical: Size(width: 1600, height: 400), rotation: .none)
    let scale = try Scale(step: .continuous)
    var configuration = SliderConfiguration(scale: scale, spacing: 2)
    configuration.isInteractive = false
    let cache = SpriteCache()
    let screen = GuardedScreen(size: transform.physical, format: .xrgb8888, pitch: 6400)
    var sliders: [(slider: StarSlider, average: Double)] = []
    for i in 0..<100 as Range<Int32> {
      let (x, y) = (i % 10 * 160, i / 10 * 40)
      let bounds = Rect<LayoutSpace>(minX: x + 1, minY: y + 5, maxX: x + 159, maxY: y + 34)
      let slider = try StarSlider(configuration, bounds: bounds, on: transform, format: .xrgb8888, cache: cache)
      let average = i == 0 ? 3.249 : Double(i) * 5 / 99
      #expect(slider.set(stars: average))
      sliders.append((slider, average))
    }
    #expect(cache.count == 1, "equal faces share sprites")
    for (slider, _) in sliders { _ = slider.paint(into: screen.surface, age: 0) }
    #expect(cache.count == 1)
    for (slider, average) in sliders {
      try Self.expectLikeAlone(slider, configuration, on: screen.surface, transform)
      try Self.expectExact(slider, average, on: screen.surface)
    }
  }

  /// Compares with a slider that has its own sprites and screen.
  private static func expectLikeAlone(
    _ slider: StarSlider, _ configuration: SliderConfiguration, on surface: Surface, _ transform: ScreenTransform
  ) throws {
    let alone = try StarSlider(configuration, bounds: slider.layout.bounds, on: transform, format: .xrgb8888)
    alone.set(slider.value)
    let screen = GuardedScreen(size: transform.physical, format: .xrgb8888, pitch: 6400)
    _ = alone.paint(into: screen.surface, age: 0)
    let bounds = slider.layout.bounds
    for y in bounds.minY..<bounds.maxY {
      for x in bounds.minX..<bounds.maxX where surface.pixel(x: x, y: y) != screen.surface.pixel(x: x, y: y) {
        Issue.record("\(x), \(y) at \(String(describing: slider.value))")
        return
      }
    }
  }

  /// Through a star's middle: yellow up to the average's share of the box's width, white beyond.
  private static func expectExact(_ slider: StarSlider, _ average: Double, on surface: Surface) throws {
    let layout = slider.layout
    let star = min(Int32(average), 4)
    let rect = layout.star(star)
    let fillX =
      Double(layout.span(ofStar: 0).inset.raw) / 256 + Double(layout.span(ofStar: 0).boxSide.raw) / 256
      * (average - Double(star))
    let y = rect.minY + layout.starSize / 2
    for x in rect.minX + 8..<rect.maxX - 8 {
      let place = Double(x - rect.minX)
      let color = surface.color(x: x, y: y)
      if place + 1 <= fillX && color != .yellow { Issue.record("\(average): \(color) at \(place), \(fillX)") }
      if place >= fillX && color != .white { Issue.record("\(average): \(color) at \(place), \(fillX)") }
    }
  }

  @Test func spritesLiveAsLongAsTheirCache() {
    var cache: SpriteCache? = SpriteCache()
    let key = SpriteCache.Key(face: Face(), side: 9, rotation: .none, direction: .right, format: .xrgb8888)
    _ = cache?.sprites(for: key)
    weak let memory = cache?.memory
    withExtendedLifetime(cache) { #expect(memory != nil) }
    cache = nil
    #expect(memory == nil)
  }

  /// Sprites are shared exactly if all that they depend on is equal.
  @Test func unequalSpritesAreSeparate() throws {
    let cache = SpriteCache()
    func make(
      _ change: (inout SliderConfiguration) -> Void, styles: [Face] = [], side: Int32 = 20, rotation: Rotation = .none,
      format: PixelFormat = .rgb565
    ) throws {
      let transform = ScreenTransform(physical: Size(width: 200, height: 200), rotation: rotation)
      var configuration = SliderConfiguration(scale: try Scale(), spacing: 0)
      change(&configuration)
      let isVertical = configuration.isVertical
      let bounds = Rect<LayoutSpace>(
        minX: 0, minY: 0, maxX: isVertical ? side : side * configuration.scale.starCount,
        maxY: isVertical ? side * configuration.scale.starCount : side)
      _ = try StarSlider(configuration, styles: styles, bounds: bounds, on: transform, format: format, cache: cache)
    }
    try make { _ in }
    let quarters = try Scale(starCount: 3, step: .quarter)
    try make { $0.scale = quarters }
    try make({ _ in }, styles: [Face()])
    #expect(cache.count == 1)
    try make({ _ in }, styles: [.thanks])
    #expect(cache.count == 2)
    try make { $0.layoutDirection = .rightToLeft }
    #expect(cache.count == 3)
    try make { $0.isVertical = true }
    #expect(cache.count == 4)
    try make({ _ in }, side: 21)
    #expect(cache.count == 5)
    try make { $0.face.fill = .white }
    #expect(cache.count == 6)
    try make({ _ in }, rotation: .half)
    #expect(cache.count == 7)
    try make({ _ in }, format: .bgr565)
    #expect(cache.count == 8)
  }
}
