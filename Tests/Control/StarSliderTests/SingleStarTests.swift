import Testing

@testable import StarSlider

/// Single stars, which are painted for motion.
@Suite struct SingleStarTests {
  /// A star composed of an empty and a full picture is the slider's own star, in every arrangement and rotation. Mixtures are in encoded
  /// numbers here: at the fill edge they may differ.
  @Test(arguments: Arrangement.all, Rotation.allCases)
  func composedStarIsThatOfTheSlider(arrangement: Arrangement, rotation: Rotation) throws {
    let scale = try Scale(starCount: 3, step: Step(perStar: 13))
    for format in [PixelFormat.xrgb8888, .bgr888, .rgb565] {
      var configuration = SliderConfiguration(scale: scale, spacing: 3)
      arrangement.apply(to: &configuration)
      let transform = ScreenTransform(physical: Size(width: 131, height: 127), rotation: rotation)
      let slider = try StarSlider(
        configuration, bounds: arrangement.rect(along: (3, 120), across: (7, 41)), on: transform, format: format)
      let side = slider.layout.starSize
      func surface() -> GuardedScreen {
        GuardedScreen(
          size: Size(width: side, height: side), format: format, pitch: Int(side) * Int(format.bytesPerPixel) + 5)
      }
      let (empty, full, composed) = (surface(), surface(), surface())
      let screen = GuardedScreen(
        size: transform.physical, format: format, pitch: Int(transform.physical.width) * Int(format.bytesPerPixel))
      defer { withExtendedLifetime((empty, full, composed, screen)) {} }
      slider.paintStar(isFull: false, margin: 0, on: empty.surface)
      slider.paintStar(isFull: true, margin: 0, on: full.surface)
      for value in Int32(0)...scale.maximum {
        slider.set(value)
        _ = slider.paint(into: screen.surface, age: 0)
        for star in 0..<scale.starCount {
          slider.paintStar(
            star, empty: empty.surface, full: full.surface, grownBy: .zero, on: composed.surface)
          let place = transform.toPhysical(slider.layout.star(star))
          let differing = Self.differences(composed.surface, screen.surface.part(place))
          // All of them are in the slice at the fill edge.
          #expect(
            differing.isEmpty || differing.bounds.width == 1 || differing.bounds.height == 1,
            "\(format.name) \(value) \(star): \(differing.bounds)")
        }
      }
    }
  }

  /// A star is smaller, or larger, by as much at each side, around the same middle.
  @Test func growthIsAtEachSide() throws {
    let slider = try StarSlider(
      SliderConfiguration(scale: Scale()), bounds: Rect(minX: 0, minY: 0, maxX: 500, maxY: 100),
      on: ScreenTransform(physical: Size(width: 500, height: 100), rotation: .none), format: .xrgb8888)
    let (side, margin) = (slider.layout.starSize, 8 as Int32)
    let size = Size<PhysicalSpace>(width: side + 2 * margin, height: side + 2 * margin)
    for isFull in [false, true] {
      for growth in [-6, -3, 0, 5] as [Int32] {
        let screen = GuardedScreen(size: size, format: .xrgb8888, pitch: Int(size.width) * 4)
        let ground = GuardedScreen(size: size, format: .xrgb8888, pitch: Int(size.width) * 4)
        defer { withExtendedLifetime((screen, ground)) {} }
        ground.surface.fill(ground.surface.bounds, with: slider.background)
        slider.paintStar(isFull: isFull, grownBy: Fixed(growth), on: screen.surface)
        let shape = Self.differences(screen.surface, ground.surface).bounds
        // The stroke's miters reach the sides of the star's square.
        #expect(abs(shape.minX - (margin - growth)) <= 1 && abs(shape.maxX - (margin + side + growth)) <= 1, "\(shape)")
      }
    }
  }

  /// A star that is drawn in its own size is the slider's own, also where an empty one has an outline of another color.
  @Test func starOfItsOwnSize() throws {
    var face = Face()
    face.emptyStroke = Color(rgb: 0x8c_8778)
    let slider = try StarSlider(
      SliderConfiguration(scale: Scale(), face: face), bounds: Rect(minX: 0, minY: 0, maxX: 500, maxY: 100),
      on: ScreenTransform(physical: Size(width: 500, height: 100), rotation: .none), format: .xrgb8888)
    let side = slider.layout.starSize + 8
    for isFull in [false, true] {
      let screens = (0..<2).map { _ in
        GuardedScreen(size: Size(width: side, height: side), format: .xrgb8888, pitch: Int(side) * 4)
      }
      defer { withExtendedLifetime(screens) {} }
      slider.paintStar(isFull: isFull, margin: 4, on: screens[0].surface)
      slider.paintStar(isFull: isFull, grownBy: .zero, on: screens[1].surface)
      #expect(Self.differences(screens[0].surface, screens[1].surface).isEmpty, "\(isFull)")
    }
  }

  /// The star of a place along the row; gaps belong to both stars beside them, by halves.
  @Test(arguments: Arrangement.all) func starOfAPlace(arrangement: Arrangement) throws {
    var configuration = SliderConfiguration(scale: try Scale(starCount: 4), spacing: 10, margin: 20)
    arrangement.apply(to: &configuration)
    let slider = try StarSlider(
      configuration, bounds: arrangement.rect(along: (10, 250), across: (0, 60)),
      on: ScreenTransform(physical: Size(width: 300, height: 300), rotation: .none), format: .xrgb8888)
    for star in 0..<4 as Range<Int32> {
      let (low, high) = arrangement.along(slider.layout.star(star))
      for along in [low - 4, low, (low + high) / 2, high - 1, high + 4] {
        // Far across, too: a finger may be beside the row.
        #expect(slider.star(at: arrangement.point(along: along << 8, across: 90 << 8)) == star, "\(along)")
      }
    }
    #expect(slider.star(at: arrangement.point(along: 10 << 8, across: 30 << 8)) == nil)
  }

  private static func differences(_ a: Surface, _ b: Surface) -> Region<PhysicalSpace> {
    var region = Region<PhysicalSpace>()
    for y in 0..<a.size.height {
      for x in 0..<a.size.width where a.pixel(x: x, y: y) != b.pixel(x: x, y: y) {
        region.add(Rect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
      }
    }
    return region
  }
}
