import Geometry
import Raster
import Rating
import Testing

@testable import StarSlider

/// Many averages on one screen: read-only, exact, and with the pictures of one star.
@Suite struct SharedTileTests {
  @Test func aHundredAverages() throws {
    let transform = ScreenTransform(physical: Size(width: 1600, height: 400), rotation: .none)
    let scale = try #require(Scale(step: .continuous))
    var configuration = SliderConfiguration(scale: scale, spacing: 2)
    configuration.isInteractive = false
    let library = TileLibrary()
    let screen = GuardedScreen(size: transform.physical, format: .xrgb8888, pitch: 6400)
    var sliders: [(slider: StarSlider, average: Double)] = []
    for i in 0..<100 as Range<Int32> {
      let (x, y) = (i % 10 * 160, i / 10 * 40)
      let bounds = Rect<LayoutSpace>(minX: x + 1, minY: y + 5, maxX: x + 159, maxY: y + 34)
      let slider = try #require(
        StarSlider(configuration, bounds: bounds, on: transform, format: .xrgb8888, sharing: library))
      let average = i == 0 ? 3.249 : Double(i) * 5 / 99
      #expect(slider.set(stars: average))
      sliders.append((slider, average))
    }
    #expect(library.count == 1, "equal faces share tiles")
    for (slider, _) in sliders { _ = slider.paint(into: screen.surface, age: 0) }
    #expect(library.count == 1)
    for (slider, average) in sliders {
      try Self.expectLikeAlone(slider, configuration, on: screen.surface, transform)
      try Self.expectExact(slider, average, on: screen.surface)
    }
  }

  /// The same bytes as a slider with pictures of its own on a screen of its own.
  private static func expectLikeAlone(
    _ slider: StarSlider, _ configuration: SliderConfiguration, on surface: Surface, _ transform: ScreenTransform
  ) throws {
    let alone = try #require(
      StarSlider(configuration, bounds: slider.layout.bounds, on: transform, format: .xrgb8888))
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
    let boundary = Double(layout.inset.raw) / 256 + Double(layout.boxSide.raw) / 256 * (average - Double(star))
    let y = rect.minY + layout.starSize / 2
    for x in rect.minX + 8..<rect.maxX - 8 {
      let place = Double(x - rect.minX)
      let color = surface.color(x: x, y: y)
      if place + 1 <= boundary && color != .yellow { Issue.record("\(average): \(color) at \(place), \(boundary)") }
      if place >= boundary && color != .white { Issue.record("\(average): \(color) at \(place), \(boundary)") }
    }
  }

  /// They are counted by hand, and go with their library.
  @Test func aLibraryTakesItsPicturesAlong() {
    var library: TileLibrary? = TileLibrary()
    let key = TileLibrary.Key(face: Face(), side: 9, rotation: .none, direction: .right, format: .xrgb8888)
    guard case .fourBytes(.pair(let made)) = library?.tiles(for: key) else {
      Issue.record("a star on four bytes a pixel is a pair")
      return
    }
    weak let pair = made.takeUnretainedValue()
    withExtendedLifetime(library) { #expect(pair != nil) }
    library = nil
    #expect(pair == nil)
  }

  /// Pictures are shared by all that they depend on, and by nothing else.
  @Test func whatIsNotShared() throws {
    let library = TileLibrary()
    func make(
      _ change: (inout SliderConfiguration) -> Void, looks: [Face] = [], side: Int32 = 20, rotation: Rotation = .none,
      format: PixelFormat = .rgb565
    ) throws {
      let transform = ScreenTransform(physical: Size(width: 200, height: 200), rotation: rotation)
      var configuration = SliderConfiguration(scale: try #require(Scale()), spacing: 0)
      change(&configuration)
      let isVertical = configuration.axis == .vertical
      let bounds = Rect<LayoutSpace>(
        minX: 0, minY: 0, maxX: isVertical ? side : side * configuration.scale.starCount,
        maxY: isVertical ? side * configuration.scale.starCount : side)
      _ = try #require(
        StarSlider(configuration, looks: looks, bounds: bounds, on: transform, format: format, sharing: library))
    }
    try make { _ in }
    try make { $0.scale = Scale(starCount: 3, step: .quarter)! }
    try make({ _ in }, looks: [Face()])
    #expect(library.count == 1)
    try make({ _ in }, looks: [.thanks])
    #expect(library.count == 2)
    try make { $0.layoutDirection = .rightToLeft }
    #expect(library.count == 3)
    try make { $0.axis = .vertical }
    #expect(library.count == 4)
    try make({ _ in }, side: 21)
    #expect(library.count == 5)
    try make { $0.face.fill = .white }
    #expect(library.count == 6)
    try make({ _ in }, rotation: .half)
    #expect(library.count == 7)
    try make({ _ in }, format: .bgr565)
    #expect(library.count == 8)
  }
}
