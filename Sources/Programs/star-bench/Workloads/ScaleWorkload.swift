import Basics
import Display
import StarSlider

final class ScaleWorkload: PaintingWorkload {
  let name = "scale"
  let help = "one slider dragged among 1, 10, 100, 1,000 on one screen; in memory only"
  let screens = WorkloadScreens.memory

  var options: [CommandOption<Options>] {
    [
      .value("sliders", "N[,N...]", "The numbers of sliders on scale's screen, default 1,10,100,1000.") {
        Options.setNumbers(&$0.scenes.sliders, $1, 1...1000)
      }
    ]
  }

  func eachScene(_ options: Options, _ body: SceneBody) throws(ProgramError) { try body(ScaleScene(options)) }
}

/// One slider dragged among 1 to 1,000: the cost of unchanged sliders in a frame. It runs only in memory, because no panel is large enough
/// for all.
///
/// All pages use one screen and share their sprites, so that they differ only in the number of sliders.
final class ScaleScene: Scene {
  private let screen: Screen
  private let pages: [SliderPage]

  /// Creates a page for each number of sliders. Pages that do not fit on the screen are skipped.
  init(_ options: Options) throws(ProgramError) {
    screen = try Screen(options, usual: SliderPage.size)
    let cache = SpriteCache()
    var pages: [SliderPage] = []
    for count in options.scenes.sliders {
      guard let page = SliderPage(Int(count), on: screen, cache: cache, blending: options.scenes.blending) else {
        continue
      }
      let frame = try screen.nextFrame()
      page.paintAll(frame)
      try screen.present(Region(frame.surface.bounds))
      page.handle(.began, page.contacts[0])
      pages.append(page)
    }
    if pages.isEmpty { throw .failure("the screen is too small for the sliders of workload scale") }
    self.pages = pages
  }

  func subjects() -> [Subject] {
    [false, true].flatMap { asksAll in
      pages.map { page in
        let name = "scale \(page.sliders.count)" + (asksAll ? ", all asked" : "")
        return Subject(name: name, unit: "frame", operations: DragScene.frames) { (frames) throws(ProgramError) in
          try timed { () throws(ProgramError) in try self.run(frames, page, asksAll: asksAll) }
        }
      }
    }
  }

  /// Drags on every page, without a clock.
  func perform(_ frames: Int) throws(ProgramError) { for page in pages { try run(frames, page, asksAll: false) } }

  /// Draws each number of sliders on its own.
  func draw(_ pictures: Pictures) throws(ProgramError) {
    for count in pictures.options.scenes.sliders {
      var alone = pictures.options
      alone.scenes.sliders = [count]
      let scale = try ScaleScene(alone)
      try scale.perform(Pictures.dragFrame + 1)
      try pictures.add("scale-\(count)", try scale.screen.scanout())
    }
  }

  private func run(_ frames: Int, _ page: SliderPage, asksAll: Bool) throws(ProgramError) {
    for i in 0..<frames {
      page.handle(.moved, page.contacts[i % DragScene.frames])
      if !(asksAll ? page.anyNeedsPaint : page.needsPaint) { continue }
      let frame = try screen.nextFrame()
      try screen.present(asksAll ? page.paintAsked(frame) : page.paint(frame))
    }
  }
}

/// Many sliders on one screen: a row of 5 x 144 px at the top, which is dragged, and rows of 5 x 16 px below it. All of them are
/// interactive and share their sprites.
final class SliderPage {
  static var size: Size<PhysicalSpace> { Size(width: 1920, height: 1080) }

  let sliders: [StarSlider]
  private let transform: ScreenTransform
  /// The contact's positions on the scanout, one per frame: along the first row and back.
  let contacts: [Point<PhysicalSpace>]
  /// The slider on which the contact began. It receives all events of the contact.
  private var owner: StarSlider?
  /// Whether the owner has received an event since the last frame.
  private var isOwnerTouched = false

  private static var large: Int32 { 144 }
  private static var small: Int32 { 16 }

  /// Returns `nil` if the screen is too small for `count` sliders.
  init?(_ count: Int, on screen: Screen, cache: SpriteCache, blending: Blending) {
    transform = ScreenTransform(physical: screen.display.size, rotation: .none)
    let configuration = FiveStars.configuration(blending)
    var sliders: [StarSlider] = []
    for i in 0..<Int32(count) {
      guard let bounds = Self.bounds(i, configuration.spacing, on: transform.layout),
        let slider = try? StarSlider(
          configuration, bounds: bounds, on: transform, format: screen.display.format, cache: cache)
      else { return nil }
      if i > 0 { slider.set(i % (configuration.scale.maximum + 1)) }
      sliders.append(slider)
    }
    self.sliders = sliders
    contacts = DragScene.contacts(along: sliders[0].layout.row, transform)
  }

  private static func bounds(_ index: Int32, _ spacing: Int32, on size: Size<LayoutSpace>) -> Rect<LayoutSpace>? {
    let top = large + 24
    let side = index == 0 ? large : small
    let width = side * 5 + spacing * 4
    var (x, y) = ((size.width - width) / 2, (top - large) / 2)
    if index > 0 {
      let columns = size.width / (width + spacing)
      if columns == 0 { return nil }
      (x, y) = ((index - 1) % columns * (width + spacing), top + (index - 1) / columns * small)
    }
    let bounds = Rect<LayoutSpace>(minX: x, minY: y, maxX: x + width, maxY: y + side)
    return Rect(size).contains(bounds) ? bounds : nil
  }

  /// Passes an event to the slider on which its contact began.
  func handle(_ phase: TouchPhase, _ point: Point<PhysicalSpace>) {
    let point = transform.toLayout(point)
    if phase == .began { owner = sliders.first { $0.layout.bounds.contains(point) } }
    guard let owner else { return }
    _ = owner.handle(TouchEvent(phase, contact: 1, at: point))
    isOwnerTouched = true
  }

  /// Whether a frame is due. Only the owner can have changed, so only it is queried.
  var needsPaint: Bool { isOwnerTouched && owner?.needsPaint == true }

  func paint(_ frame: Frame) -> Region<PhysicalSpace> {
    isOwnerTouched = false
    return owner?.paint(into: frame.surface, age: frame.age) ?? Region()
  }

  /// Whether any slider has changed, found by querying each.
  var anyNeedsPaint: Bool { sliders.contains { $0.needsPaint } }

  /// Paints all sliders that have changed, found by querying each.
  func paintAsked(_ frame: Frame) -> Region<PhysicalSpace> {
    var damage = Region<PhysicalSpace>()
    for slider in sliders where slider.needsPaint { damage.add(slider.paint(into: frame.surface, age: frame.age)) }
    return damage
  }

  /// Paints everything on a buffer with unknown content.
  func paintAll(_ frame: Frame) {
    frame.surface.fill(frame.surface.bounds, with: .white)
    for slider in sliders { _ = slider.paint(into: frame.surface, age: 0) }
  }
}
