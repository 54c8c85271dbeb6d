import Basics
import Display
import Geometry
import Raster
import Rating
import StarSlider
import System

/// One slider dragged among 1 to 1,000: the cost of unchanged sliders in a frame. In memory only, since no panel has room for all.
///
/// All pages use one screen and share their sprites, so that they differ only in the number of sliders.
struct ScaleWorkload {
  let screen: Screen
  private let pages: [Page]

  private struct Page {
    let count: Int
    let sliders: SliderPage
  }

  /// Creates a page for each number of sliders. Pages that do not fit on the screen are skipped.
  init(_ options: Options) throws(ProgramError) {
    screen = try Screen.open(options.screen, usual: SliderPage.size)
    let cache = SpriteCache()
    var pages: [Page] = []
    for count in options.sliders {
      guard let page = SliderPage(Int(count), on: screen, cache: cache, blending: options.blending) else {
        continue
      }
      let frame = try screen.nextFrame()
      page.paintAll(frame)
      try screen.present(Region(frame.surface.bounds))
      page.handle(.began, page.contacts[0])
      pages.append(Page(count: Int(count), sliders: page))
    }
    if pages.isEmpty { throw .failure("the screen is too small for the sliders of workload scale") }
    self.pages = pages
  }

  func subjects() -> [Subject] {
    var subjects: [Subject] = []
    for page in pages {
      subjects.append(
        Subject("scale \(page.count)", unit: "frame", operations: DragScene.frames) { (frames) throws(ProgramError) in
          let start = MonotonicClock.now()
          try run(frames, page.sliders)
          return MonotonicClock.now() - start
        })
    }
    for page in pages {
      subjects.append(
        Subject("scale \(page.count), all asked", unit: "frame", operations: DragScene.frames) {
          (frames) throws(ProgramError) in
          let start = MonotonicClock.now()
          for i in 0..<frames {
            page.sliders.handle(.moved, page.sliders.contacts[i % DragScene.frames])
            if page.sliders.anyNeedsPaint { try screen.present(page.sliders.paintAsked(try screen.nextFrame())) }
          }
          return MonotonicClock.now() - start
        })
    }
    return subjects
  }

  /// Drags on every page, without a clock.
  func run(_ frames: Int) throws(ProgramError) {
    for page in pages { try run(frames, page.sliders) }
  }

  private func run(_ frames: Int, _ sliders: SliderPage) throws(ProgramError) {
    for i in 0..<frames {
      sliders.handle(.moved, sliders.contacts[i % DragScene.frames])
      if sliders.needsPaint { try screen.present(sliders.paint(try screen.nextFrame())) }
    }
  }
}
