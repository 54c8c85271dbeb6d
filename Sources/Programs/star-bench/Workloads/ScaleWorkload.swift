import Basics
import Display
import Geometry
import Raster
import Rating
import StarSlider

/// One slider dragged among 1 to 1,000: the cost of unchanged sliders in a frame. In memory only, since no panel has room for all.
///
/// All pages use one screen and share their sprites, so that they differ only in the number of sliders.
struct ScaleWorkload {
  let screen: Screen
  private let pages: [SliderPage]

  /// Creates a page for each number of sliders. Pages that do not fit on the screen are skipped.
  init(_ options: Options) throws(ProgramError) {
    screen = try Screen(options.screen, usual: SliderPage.size)
    let cache = SpriteCache()
    var pages: [SliderPage] = []
    for count in options.sliders {
      guard let page = SliderPage(Int(count), on: screen, cache: cache, blending: options.blending) else { continue }
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
    pages.map { page in
      subject("scale \(page.sliders.count)") { (frames) throws(ProgramError) in try run(frames, page) }
    }
      + pages.map { page in
        subject("scale \(page.sliders.count), all asked") { (frames) throws(ProgramError) in
          for i in 0..<frames {
            page.handle(.moved, page.contacts[i % DragScene.frames])
            if page.anyNeedsPaint { try screen.present(page.paintAsked(try screen.nextFrame())) }
          }
        }
      }
  }

  private func subject(_ name: String, _ drag: @escaping (Int) throws(ProgramError) -> Void) -> Subject {
    Subject(name, unit: "frame", operations: DragScene.frames) { (frames) throws(ProgramError) in
      try timed { () throws(ProgramError) in try drag(frames) }
    }
  }

  /// Drags on every page, without a clock.
  func run(_ frames: Int) throws(ProgramError) { for page in pages { try run(frames, page) } }

  private func run(_ frames: Int, _ page: SliderPage) throws(ProgramError) {
    for i in 0..<frames {
      page.handle(.moved, page.contacts[i % DragScene.frames])
      if page.needsPaint { try screen.present(page.paint(try screen.nextFrame())) }
    }
  }
}
