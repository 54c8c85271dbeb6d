import Foundation
import Testing

@testable import Text

/// A variable font whose default is Thin: its stems are 20 units wide at weight 100 and 260 at 900.
@Suite struct VariableFontTests {
  static let path = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    .appending(path: "Tests/Support/Fonts/Thin.ttf").path

  /// Returns the share of ink in thousandths of the box of a text.
  private func ink(_ setter: Typesetter, isHeading: Bool) throws -> Int {
    let block = try setter.set(
      "IIII", language: "en", size: 100, smallest: 100, width: 600, height: 200, isHeading: isHeading)
    let sum = block.coverage.bytes.reduce(0) { $0 + Int($1) }
    // Eight stems, 70 px high.
    return sum * 10 / (255 * 8 * 70)
  }

  @Test func weightsOfAFileByPath() throws {
    let setter = try Typesetter(fonts: [.file(Self.path)], headings: [.file(Self.path)])
    #expect((108...112).contains(try ink(setter, isHeading: false)))
    #expect((198...202).contains(try ink(setter, isHeading: true)))
  }

  /// An instance that is named by its index keeps its weight: the fourth one is Black.
  @Test func instances() throws {
    let setter = try Typesetter(fonts: [.file(Self.path, index: 4 << 16)], headings: [.file(Self.path, index: 4 << 16)])
    #expect((258...262).contains(try ink(setter, isHeading: false)))
    #expect((258...262).contains(try ink(setter, isHeading: true)))
  }

  /// A pipe in place of a font would stop FreeType; a missing font is replaced if the caller wants that.
  @Test func otherFiles() throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "font-\(UUID().uuidString)").path
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    for path in [pipe, "/dev/zero", "/tmp", "/none.ttf"] {
      #expect(throws: TextError.self) { try Typesetter(fonts: [.file(path)]) }
      let setter = try Typesetter(fonts: [.file(path), .family("No Such Family")], needsAll: false)
      #expect(setter.faults.count == 2)
      let block = try setter.set("Star", language: "en", size: 20, smallest: 20, width: 100, height: 40)
      #expect(block.isComplete && block.missing.isEmpty)
    }
  }
}
