import Testing
import Text

@Suite struct TypesetterTests {
  @Test func latinFitsItsBox() throws {
    let setter = try Typesetter(fonts: [.file("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")])
    let block = try setter.set(
      "How was it, office?", language: "en", size: 24, smallest: 10, width: 160, height: 70)
    #expect(block.isComplete && block.size == 24 && block.lines.count == 2 && block.missing.isEmpty)
    #expect(block.x >= 0 && block.x + block.coverage.width <= 160)
    #expect(block.y >= 0 && block.y + block.coverage.height <= 70)
  }
}
