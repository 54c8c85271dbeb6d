import Basics
import Display
import StarSlider

final class ManyWorkload: PaintingWorkload {
  let name = "many"
  let help = "100 read-only rows of 5 x 24 px, the whole scene from cached sprites"

  func eachScene(_ options: Options, _ body: SceneBody) throws(ProgramError) { try body(ManyScene(options)) }
}

/// A page of averages: 100 read-only rows of 5 stars of 24 px, painted from sprites. The floor copies one picture 500 times.
final class ManyScene: Scene {
  private static var columns: Int32 { 5 }
  private static var rows: Int32 { 20 }
  private static var star: Int32 { 24 }

  private let screen: Screen
  private let sliders: [StarSlider]
  private var places: [Rect<PhysicalSpace>] = []
  private let tile: UnsafeMutableRawPointer

  init(_ options: Options) throws(ProgramError) {
    screen = try Screen(options)
    let transform = ScreenTransform(physical: screen.display.size, rotation: .none)
    let cache = SpriteCache()
    var configuration = FiveStars.configuration(options.scenes.blending)
    configuration.isInteractive = false
    // No spacing, because the floor and the peers paint only stars.
    configuration.spacing = 0
    let length = Self.star * 5
    var sliders: [StarSlider] = []
    for i in 0..<(Self.columns * Self.rows) {
      let (x, y) = (i % Self.columns * (length + 20), i / Self.columns * Self.star)
      let bounds = Rect<LayoutSpace>(minX: x, minY: y, maxX: x + length, maxY: y + Self.star)
      guard
        let slider = try? StarSlider(
          configuration, bounds: bounds, on: transform, format: screen.display.format, cache: cache)
      else { throw .failure("the screen is too small for 100 rows of 5 x 24 px") }
      slider.set(i * configuration.scale.maximum / (Self.columns * Self.rows - 1))
      sliders.append(slider)
      for star in 0..<configuration.scale.starCount { places.append(transform.toPhysical(slider.layout.star(star))) }
    }
    self.sliders = sliders
    tile = .allocate(byteCount: Int(Self.star * Self.star) * 4, alignment: 64)
    tile.initializeMemory(as: UInt8.self, repeating: 255, count: Int(Self.star * Self.star) * 4)
    // The background between the rows is painted only once.
    try screen.clear()
  }

  deinit { tile.deallocate() }

  func perform(_ count: Int) throws(ProgramError) { for _ in 0..<count { try paint() } }

  func draw(_ pictures: Pictures) throws(ProgramError) {
    try paint()
    try pictures.add("many", try screen.scanout())
  }

  /// Paints a frame on a buffer with unknown content.
  private func paint() throws(ProgramError) {
    let surface = try screen.nextFrame().surface
    draw(on: surface)
    try screen.present(Region(surface.bounds))
  }

  private func draw(on surface: Surface) { for slider in sliders { _ = slider.paint(into: surface, age: 0) } }

  func subjects() throws(ProgramError) -> [Subject] {
    try paint()
    let surface = try screen.scanout()
    let bytes = Int64(places.count) * Int64(Self.star * Self.star * surface.format.bytesPerPixel)
    let floor = Subject(name: "many floor", unit: "scene", bytes: bytes) { count in
      timed { for _ in 0..<count { self.copyBoxes(to: surface) } }
    }
    let many = Subject(name: "many", unit: "scene", bytes: bytes, floor: floor.name) { count in
      timed { for _ in 0..<count { self.draw(on: surface) } }
    }
    return [many, floor]
  }

  private func copyBoxes(to surface: Surface) {
    let (length, pitch) = (Int(Self.star * surface.format.bytesPerPixel), surface.pitch)
    for place in places {
      let box = surface.address(x: place.minX, y: place.minY)
      for row in 0..<Int(Self.star) { (box + row * pitch).copyMemory(from: tile + row * length, byteCount: length) }
    }
  }
}
