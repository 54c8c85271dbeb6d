import Basics
import Display
import StarSlider

final class ManyWorkload: KioskWorkload {
  let name = "many"
  let help = "100 read-only rows of 5 x 24 px, the whole scene from cached sprites"

  func parts(_ options: Options) throws(ProgramError) -> [KioskPart] {
    [try ManyRows(Screen(options), options.scenes.blending)]
  }
}

/// A page of averages: 100 read-only rows of 5 stars of 24 px, painted from sprites. The floor copies one picture 500 times.
private final class ManyRows: KioskPart {
  private static var columns: Int32 { 5 }
  private static var rows: Int32 { 20 }
  private static var star: Int32 { 24 }

  private let sliders: [StarSlider]
  private let tile: UnsafeMutableRawPointer

  init(_ screen: Screen, _ blending: Blending) throws(ProgramError) {
    let transform = ScreenTransform(physical: screen.display.size, rotation: .none)
    let cache = SpriteCache()
    var configuration = FiveStars.configuration(blending)
    configuration.isInteractive = false
    // No spacing, because the floor and the peers paint only stars.
    configuration.spacing = 0
    let length = Self.star * 5
    var (sliders, stars): ([StarSlider], [Rect<PhysicalSpace>]) = ([], [])
    for i in 0..<(Self.columns * Self.rows) {
      let (x, y) = (i % Self.columns * (length + 20), i / Self.columns * Self.star)
      let bounds = Rect<LayoutSpace>(minX: x, minY: y, maxX: x + length, maxY: y + Self.star)
      guard
        let slider = try? StarSlider(
          configuration, bounds: bounds, on: transform, format: screen.display.format, cache: cache)
      else { throw .failure("the screen is too small for 100 rows of 5 x 24 px") }
      slider.set(i * configuration.scale.maximum / (Self.columns * Self.rows - 1))
      sliders.append(slider)
      for star in 0..<configuration.scale.starCount { stars.append(transform.toPhysical(slider.layout.star(star))) }
    }
    // The background between the rows is painted only once.
    try screen.clear()
    self.sliders = sliders
    tile = .allocate(byteCount: Int(Self.star * Self.star) * 4, alignment: 64)
    tile.initializeMemory(as: UInt8.self, repeating: 255, count: Int(Self.star * Self.star) * 4)
    super.init("many", "scene", screen, boxes: stars)
  }

  deinit { tile.deallocate() }

  /// Paints on a buffer with unknown content.
  override func paint(_ frame: Frame) { for slider in sliders { _ = slider.paint(into: frame.surface, age: 0) } }

  override func copyBoxes(of _: Surface, to surface: Surface) {
    let (length, pitch) = (Int(Self.star * surface.format.bytesPerPixel), surface.pitch)
    for star in boxes {
      let box = surface.address(x: star.minX, y: star.minY)
      for row in 0..<Int(Self.star) { (box + row * pitch).copyMemory(from: tile + row * length, byteCount: length) }
    }
  }
}
