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
      let slider = StarSlider(
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

  @Test func exampleMatchesReadme() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let test = try String(contentsOf: here, encoding: .utf8)
    let shown = try Self.lines(readme, from: "```swift\n", to: "```")
    #expect(try shown == Self.lines(test, from: "// README begins\n", to: "// README ends"))
    #expect(shown.count > 5)
  }
}
