import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// The grid that all kinds of questions share, measured in the pixels of their screens.
@Suite struct GridTests {
  private static let sizes: [(Int32, Int32)] = [
    (320, 240), (480, 272), (480, 800), (720, 1280), (800, 480), (1024, 600), (1920, 1080),
  ]

  /// The pixels of a screen that differ from its background.
  private struct Ink {
    let (width, height): (Int32, Int32)
    private let pixels: [UInt8]

    init(_ screen: Screen, _ width: Int32, _ height: Int32) {
      (self.width, self.height) = (width, height)
      screen.show()
      pixels = Buffers(1, Size(width: width, height: height), .xrgb8888).paint(screen).pixels
    }

    private func isInked(_ x: Int32, _ y: Int32) -> Bool {
      let i = Int(y * width + x) * 4
      return pixels[i..<i + 3] != pixels[0..<3]
    }

    /// Returns the first and the last inked column of some rows; `nil` without ink.
    func columns(of rows: Range<Int32>) -> (left: Int32, right: Int32)? {
      let inked = (0..<width).filter { x in rows.contains { isInked(x, $0) } }
      return inked.first.map { ($0, inked[inked.count - 1] + 1) }
    }

    /// The height of the largest space without ink below the first inked row and above the last one.
    var largestVoid: Int32 {
      let rows = (0..<height).filter { y in (0..<width).contains { isInked($0, y) } }
      return zip(rows, rows.dropFirst()).map { $1 - $0 - 1 }.max() ?? 0
    }
  }

  private static func screens(_ width: Int32, _ height: Int32) throws -> ScreenSet {
    let size = Size<LayoutSpace>(width: width, height: height)
    return try ScreenSet(
      KindSheet.design(.light, size), languages: [KindSheet.english, KindSheet.arabic], on: KeyTests.transform(size),
      format: .xrgb8888, typesetter: ScreenSheet.typesetter())
  }

  /// Texts in the foot and the outer edges of full rows of tiles share the margins, on both sides and in both directions.
  @Test(arguments: sizes) func contentSharesItsEdges(width: Int32, height: Int32) throws {
    let (metrics, set) = (Metrics(Size(width: width, height: height)), try Self.screens(width, height))
    let edge = metrics.margin + 2 * metrics.ring
    var rows = 0
    for language in [Int32(0), 1] {
      for question in KindSheet.questions.indices.dropFirst() {
        let screen = set.screen(.question(Int32(question)), language: language)
        let ink = Ink(screen, width, height)
        let minor = try #require(screen.bounds(of: .startOver))
        let foot = try #require(ink.columns(of: minor.minY..<minor.maxY))
        let (near, far) = language == 0 ? (foot.left, width - foot.right) : (width - foot.right, foot.left)
        #expect(near == edge, "question \(question)")
        // A comment's buttons end at its code.
        if KindSheet.questions[question].design.kind != .comment && screen.bounds(of: .language(1 - language)) != nil {
          #expect(far == edge, "question \(question)")
        }
        guard
          KindSheet.questions[question].design.kind == .yesNo || KindSheet.questions[question].design.kind == .choice,
          let tile = screen.bounds(of: .option(0))
        else { continue }
        let row = try #require(ink.columns(of: tile.minY..<tile.maxY))
        rows += 1
        // The width of a row is rounded down to a whole number of pixels a tile.
        #expect(
          (edge...edge + 2).contains(row.left) && (edge...edge + 2).contains(width - row.right), "question \(question)")
      }
    }
    #expect(rows >= 6)
  }

  /// Nothing between the heading and the foot is emptier than a quarter of the height. In portrait, a row of stars or faces, which is as wide
  /// as the screen allows, leaves more.
  @Test(arguments: sizes) func noVoidIsLarge(width: Int32, height: Int32) throws {
    let set = try Self.screens(width, height)
    for language in [Int32(0), 1] {
      for (question, kind) in KindSheet.questions.map({ $0.design.kind }).enumerated() {
        let isRow = kind == .stars || kind == .faces
        if height > width && (isRow || kind == .message) { continue }
        let void = Ink(set.screen(.question(Int32(question)), language: language), width, height).largestVoid
        #expect(void <= height / 4, "question \(question): \(void) of \(height) px")
      }
    }
  }
}
