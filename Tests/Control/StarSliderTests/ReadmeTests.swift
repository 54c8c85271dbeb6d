import Display
import Foundation
import Geometry
import Raster
import Rating
import StarSlider
import Testing

/// The README's example compiles, since it stands here word for word, and does what its comments say.
@Suite struct ReadmeTests {
  @Test func exampleRuns() throws {
    let display = try #require(MemoryDisplay(size: Size(width: 800, height: 480)))
    let lent = try display.nextFrame()
    let surface = try #require(lent).surface
    let fingertip = Point<LayoutSpace>(x: Fixed(400), y: Fixed(240))
    let (event, damage) = try #require(Self.example(surface, fingertip))
    #expect(event == RatingEvent(.editing, 6, source: .touch), "the right half of star 3 begins there")
    #expect(damage.count == 3)
    withExtendedLifetime(display) {}
  }

  private static func example(
    _ surface: Surface, _ fingertip: Point<LayoutSpace>
  ) -> (RatingEvent?, Region<PhysicalSpace>)? {
    // README begins
    let screen = ScreenTransform(physical: surface.size, rotation: .none)
    guard let scale = Scale(starCount: 5, step: .half),
      let slider = try? StarSlider(
        SliderConfiguration(scale: scale), bounds: Rect(minX: 30, minY: 168, maxX: 770, maxY: 312), on: screen,
        format: surface.format)
    else { return nil }

    _ = slider.paint(into: surface, age: 0)  // the first frame paints everything
    let event = slider.handle(TouchEvent(.began, contact: 1, at: fingertip))
    let damage = slider.paint(into: surface, age: 1)  // the next one only the pixels that differ
    // README ends
    return (event, damage)
  }

  /// Without what differs by place and formatting: indentation and the spaces before comments.
  private static func lines(_ text: String, from start: String, to end: String) throws -> [String] {
    let first = try #require(text.range(of: start)).upperBound
    let last = try #require(text.range(of: end, range: first..<text.endIndex)).lowerBound
    return text[first..<last].split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("//") }
  }

  /// The code of the DocC article, all of its blocks one after the other.
  private static func article(
    save: (Int32?) -> Void, send: (Rect<PhysicalSpace>) -> Void, done: (StarSlider, RatingEvent?) -> Void
  ) throws {
    // article begins
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 3264 * 480, alignment: 64)
    let surface = Surface(base: memory, pitch: 3264, size: Size(width: 800, height: 480), format: .xrgb8888)
    let screen = ScreenTransform(physical: surface.size, rotation: .none)
    guard let scale = Scale(starCount: 5, step: .half) else { return }
    var configuration = SliderConfiguration(scale: scale)
    let bounds = Rect<LayoutSpace>(minX: 30, minY: 168, maxX: 770, maxY: 312)
    let slider = try StarSlider(configuration, bounds: bounds, on: screen, format: surface.format)
    let fingertip = Point<LayoutSpace>(x: Fixed(400), y: Fixed(240))
    if let event = slider.handle(TouchEvent(.began, contact: 1, at: fingertip)) {
      switch event.kind {
      case .editing: break  // shown, but not confirmed
      case .committed: save(event.value)  // in steps; nil is unrated, which is not 0
      case .cancelled: break  // the previous value is back
      }
    }
    let damage = slider.paint(into: surface, age: 1)
    for i in 0..<damage.count { send(damage[i]) }
    configuration.face.fill = Color(rgb: 0xd6_2839)
    configuration.isInteractive = false
    let cancelled = try slider.configure(configuration)
    guard let exact = Scale(step: .continuous) else { return }
    configuration.scale = exact
    try slider.configure(configuration)
    slider.set(stars: 3.249)
    // article ends
    done(slider, cancelled)
    memory.deallocate()
  }

  @Test func articleRuns() throws {
    var (sent, isDone) = (0, false)
    func check(_ slider: StarSlider, _ cancelled: RatingEvent?) {
      isDone = true
      #expect(slider.stars == 3.249 && cancelled?.kind == .cancelled)
    }
    try Self.article(save: { _ in }, send: { _ in sent += 1 }, done: check)
    #expect(sent > 0 && isDone)
    let (root, test) = try Self.sources()
    let path = "Sources/Control/StarSlider/StarSlider.docc/DrawingIntoYourOwnSurface.md"
    let blocks = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      .components(separatedBy: "```swift\n").dropFirst()
    let shown = try blocks.flatMap { try Self.lines("```swift\n" + $0, from: "```swift\n", to: "```") }
    #expect(try shown == Self.lines(test, from: "// article begins\n", to: "// article ends"))
    #expect(blocks.count == 5)
  }

  /// The repository's folder, and this file's text.
  private static func sources() throws -> (root: URL, test: String) {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (root, try String(contentsOf: here, encoding: .utf8))
  }

  @Test func exampleMatchesReadme() throws {
    let (root, test) = try Self.sources()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let shown = try Self.lines(readme, from: "```swift\n", to: "```")
    #expect(try shown == Self.lines(test, from: "// README begins\n", to: "// README ends"))
    #expect(shown.count > 5)
  }
}
