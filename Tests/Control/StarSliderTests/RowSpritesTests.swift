import Testing

@testable import StarSlider

/// A row that is painted from sprites of the whole row looks like its stars painted one by one.
@Suite struct RowSpritesTests {
  /// Every way to fill on every scanout, with gaps and without, and values that end anywhere in a star.
  @Test(arguments: Arrangement.all, Rotation.allCases)
  func asOneByOne(arrangement: Arrangement, rotation: Rotation) throws {
    for (count, spacing) in [(Int32(2), Int32(0)), (5, 3)] {
      let scale = try Scale(starCount: count, step: Step(perStar: 29))
      for format in [PixelFormat.xrgb8888, .bgr888, .rgb565] {
        var configuration = SliderConfiguration(scale: scale, spacing: spacing)
        arrangement.apply(to: &configuration)
        let pair = try Pair(configuration, arrangement, rotation, format)
        for value in Int32(0)...scale.maximum {
          if let fault = pair.fault(at: value) {
            Issue.record("\(format.name) \(count) stars at \(value): \(fault)")
            break
          }
        }
      }
    }
  }

  /// The same slider twice: as it is, and with the face given to each star, which then has no row.
  private struct Pair {
    private let sliders: [StarSlider]
    private let screens: [GuardedScreen]

    init(
      _ configuration: SliderConfiguration, _ arrangement: Arrangement, _ rotation: Rotation, _ format: PixelFormat
    ) throws {
      let transform = ScreenTransform(physical: Size(width: 131, height: 127), rotation: rotation)
      let bounds = arrangement.rect(along: (3, 120), across: (7, 30))
      var separate = configuration
      separate.faces = [configuration.face, configuration.face]
      sliders = try [configuration, separate].map {
        try StarSlider($0, bounds: bounds, on: transform, format: format)
      }
      screens = sliders.map { _ in
        GuardedScreen(size: transform.physical, format: format, pitch: 131 * Int(format.bytesPerPixel) + 5)
      }
    }

    func fault(at value: Int32) -> String? {
      for (slider, screen) in zip(sliders, screens) {
        slider.set(value)
        _ = slider.paint(into: screen.surface, age: 0)
      }
      let size = screens[0].surface.size
      for y in 0..<size.height {
        for x in 0..<size.width
        where screens[0].surface.pixel(x: x, y: y) != screens[1].surface.pixel(x: x, y: y) {
          return "\(x), \(y) differs"
        }
      }
      return screens[0].fault(outside: sliders[0].transform.toPhysical(sliders[0].layout.bounds))
    }
  }

  private func key(
    _ face: Face = Face(), side: Int32 = 24, rotation: Rotation = .none, direction: FillDirection = .right,
    format: PixelFormat = .xrgb8888
  ) -> SpriteCache.Key {
    SpriteCache.Key(face: face, side: side, rotation: rotation, direction: direction, format: format)
  }

  /// Which rows have sprites of their own.
  @Test func smallStarsAlongTheScanoutsRows() {
    let cache = SpriteCache()
    func hasRow(_ key: SpriteCache.Key, starCount: Int32 = 5, advance: Int32 = 26) -> Bool {
      cache.row(for: key, starCount: starCount, advance: advance) != nil
    }
    #expect(hasRow(key()) && hasRow(key(direction: .left)))
    #expect(hasRow(key(rotation: .half)) && hasRow(key(rotation: .quarter, direction: .up)))
    #expect(!hasRow(key(rotation: .quarter)) && !hasRow(key(direction: .up)), "its stars fill along columns")
    #expect(!hasRow(key(), starCount: 1))
    #expect(hasRow(key(side: 32), advance: 32) && !hasRow(key(side: 33), advance: 33), "lines of 128 bytes and more")
    #expect(hasRow(key(side: 64, format: .rgb565), starCount: 4, advance: 64))
    #expect(!hasRow(key(side: 64, format: .rgb565), starCount: 5, advance: 64), "40 KB")
    #expect(!hasRow(key(), advance: 120), "gaps of 96 px: 48 KB")
  }

  /// Sliders with one cache share the sprites of rows.
  @Test func rowsAreShared() throws {
    let cache = SpriteCache()
    let first = try #require(cache.row(for: key(), starCount: 5, advance: 26))
    let again = try #require(cache.row(for: key(), starCount: 5, advance: 26))
    let other = try #require(cache.row(for: key(), starCount: 5, advance: 25))
    #expect(first.empty == again.empty && first.empty != other.empty)
    #expect(cache.count == 1)
  }
}
