import Foundation
import StarSlider
import Testing

/// The README's example compiles, since it stands here word for word, and does what its comments say.
@Suite struct ReadmeTests {
  @Test func exampleRuns() throws {
    let (event, damage) = try Self.example()
    #expect(event == RatingEvent(.editing, 6, step: .half, source: .touch), "the right half of star 3 begins there")
    #expect(damage.count == 3)
  }

  private static func example() throws -> (RatingEvent?, Region<PhysicalSpace>) {
    // README begins
    let size = Size<PhysicalSpace>(width: 800, height: 480)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 800 * 480 * 4, alignment: 64)
    let surface = Surface(base: memory, pitch: 800 * 4, size: size, format: .xrgb8888)

    let screen = ScreenTransform(physical: size, rotation: .none)
    let scale = try Scale(starCount: 5, step: .half)
    let slider = try StarSlider(
      SliderConfiguration(scale: scale), bounds: Rect(screen.layout), on: screen, format: surface.format)
    _ = slider.paint(into: surface, age: 0)  // everything

    let finger = Point<LayoutSpace>(x: Fixed(410), y: Fixed(240))
    let event = slider.handle(TouchEvent(.began, contact: 1, at: finger))
    let damage = slider.paint(into: surface, age: 1)  // what differs
    print(event?.stars ?? 0, "stars;", damage.count, "rectangles changed")  // 3.0 stars; 3 rectangles changed
    // README ends
    memory.deallocate()
    return (event, damage)
  }

  /// The program is complete: below its import, it stands here word for word.
  @Test func exampleMatchesReadme() throws {
    let readme = try String(contentsOf: Sources.root.appendingPathComponent("README.md"), encoding: .utf8)
    let shown = try Sources.lines(readme, from: "```swift\nimport StarSlider\n\n", to: "```")
    #expect(try shown == Sources.lines(Sources.text(#filePath), from: "// README begins\n", to: "// README ends"))
    #expect(shown.count > 5)
  }
}

/// Code in pages and in tests.
enum Sources {
  struct Missing: Error { let text: String }

  /// The repository's folder.
  static var root: URL {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
  }

  static func between(_ start: String, _ end: String, in text: String) throws -> String {
    guard let first = text.range(of: start)?.upperBound,
      let last = text.range(of: end, range: first..<text.endIndex)?.lowerBound
    else { throw Missing(text: start) }
    return String(text[first..<last])
  }

  /// Without what differs by place and formatting: indentation, the spaces before comments.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("//") }
  }

  static func lines(_ text: String, from start: String, to end: String) throws -> [String] {
    lines(try between(start, end, in: text))
  }
}
