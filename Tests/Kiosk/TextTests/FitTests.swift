import StarSlider
import TestSupport
import Testing

@testable import Text

/// The choice of the largest size that fits.
@Suite struct FitTests {
  /// The lines of a heading have about the same width, and are as many as without balance.
  @Test func headingsAreBalanced() throws {
    let setter = try Typesetter(fonts: Noto.all)
    func lines(_ text: String, _ width: Int32, isHeading: Bool) throws -> (count: Int, ink: Int32, isComplete: Bool) {
      let block = try setter.set(
        text, language: "en", size: 40, smallest: 12, width: width, height: 130, alignment: .center,
        isHeading: isHeading)
      return (block.lines.count, block.coverage.width, block.isComplete)
    }
    for (text, width) in [
      ("How satisfied are you with our service today, please?", 900), ("How clean was the shop today?", 500),
      ("كيف كانت خدمتنا اليوم في هذا المتجر الكبير؟", 430),
    ] as [(String, Int32)] {
      let (plain, balanced) = (
        try lines(text, width, isHeading: false), try lines(text, width, isHeading: true)
      )
      #expect(plain.count == 2 && balanced.count == 2 && balanced.isComplete, "\(text)")
      #expect(balanced.ink < plain.ink, "\(text): \(plain.ink) \(balanced.ink)")
    }
    #expect(try lines("One line", 900, isHeading: true) == lines("One line", 900, isHeading: false))
  }

  private static func random(_ random: inout SplitMix64) -> (width: Int32, height: Int32) {
    (random.int32(in: 20...420), random.int32(in: 12...160))
  }

  /// Compares with all larger sizes.
  @Test func usesTheLargestSize() throws {
    let setter = try Typesetter(fonts: Noto.all)
    var random = SplitMix64(seed: 63)
    for _ in 0..<12 {
      let (text, language) = random.element(of: phrases)
      let box = Self.random(&random)
      let block = try setter.set(
        text, language: language, size: 28, smallest: 8, width: box.width, height: box.height)
      checkBox(block, box)
      var best: TextBlock?
      for size in 8...28 as ClosedRange<Int32> {
        let one = try setter.set(
          text, language: language, size: size, smallest: size, width: box.width, height: box.height)
        // A smaller size without broken words is preferred.
        if one.isComplete, best == nil || !one.hasBrokenWords || best!.hasBrokenWords { best = one }
      }
      #expect(block.isComplete == (best != nil))
      if let best {
        #expect(block.size == best.size && block.hasBrokenWords == best.hasBrokenWords, "\(text) in \(box)")
        #expect(block.coverage == best.coverage)
      }
    }
  }

  @Test func boxesOfAnySize() throws {
    let setter = try Typesetter(fonts: Noto.all)
    for (width, height) in [(16_384, 60), (60, 16_384), (.max, 60), (60, .max), (-5, 60), (0, 0)] as [(Int32, Int32)] {
      let block = try setter.set("Hi", language: "en", size: 20, smallest: 8, width: width, height: height)
      #expect(block.isComplete == (width > 0 && height > 0), "\(width) x \(height)")
    }
    #expect(try setter.set("Hi", language: "en", size: .max, smallest: 0, width: 100, height: 100).isComplete)
  }

  /// The same lines have the same pixels in a box with space on all sides.
  @Test func nothingIsClipped() throws {
    let setter = try Typesetter(fonts: Noto.all)
    var random = SplitMix64(seed: 64)
    var compared = 0
    for _ in 0..<60 {
      let (text, language) = random.element(
        of: phrases + [("fjord Jäger ÅÄ Ệ ģ", "en"), ("ที่ปู่ญี่น้ำ", "th"), ("र्कि ड्ढ्र", "hi")])
      let box = Self.random(&random)
      let block = try setter.set(
        text, language: language, size: random.int32(in: 9...60), smallest: 6, width: box.width, height: box.height,
        alignment: .center)
      if !block.isComplete || block.hasBrokenWords { continue }
      compared += 1
      let lines = block.lines.map { lineText($0, of: text) }.joined(separator: "\n")
      let direction: TextDirection = block.lines[0].isRightToLeft ? .rightToLeft : .leftToRight
      let roomy = try setter.set(
        lines, language: language, direction: direction, size: block.size, smallest: block.size, width: box.width + 200,
        height: box.height + 200, alignment: .center)
      #expect(roomy.lines.count == block.lines.count && roomy.coverage == block.coverage, "\(text) in \(box)")
      #expect(roomy.x == block.x + 100)
    }
    #expect(compared > 30)
  }

  @Test func incompleteTextIsReported() throws {
    let setter = try Typesetter(fonts: Noto.all)
    for (text, language) in phrases {
      let block = try setter.set(text, language: language, size: 30, smallest: 20, width: 120, height: 60)
      #expect(!block.isComplete && block.size == 20 && (1...2).contains(block.lines.count))
      checkBox(block, (120, 60))
      #expect(block.coverage.bytes.contains { $0 > 200 })
    }
  }

  @Test func smallestBoxes() throws {
    let setter = try Typesetter(fonts: Noto.all)
    for (width, height) in [(0, 0), (1, 1), (1, 200), (200, 1), (0, 50), (50, 0)] as [(Int32, Int32)] {
      for (text, language) in phrases {
        let block = try setter.set(text, language: language, size: 30, smallest: 6, width: width, height: height)
        #expect(!block.isComplete)
        checkBox(block, (width, height))
      }
    }
  }

  @Test func textsWithoutInk() throws {
    let setter = try Typesetter(fonts: Noto.all)
    let empty = try setter.set("", language: "en", size: 30, smallest: 6, width: 10, height: 10)
    #expect(
      empty.isComplete && empty.lines.isEmpty && empty.coverage == .empty && empty.height == 0 && empty.size == 30)
    let blank = try setter.set("  \u{3000} \u{200b} ", language: "en", size: 30, smallest: 6, width: 1, height: 100)
    #expect(blank.isComplete && blank.coverage == .empty && blank.missing.isEmpty)
    let low = try setter.set(" ", language: "en", size: 30, smallest: 6, width: 1, height: 1)
    #expect(low.isComplete && low.coverage == .empty)
  }

  /// All alignments of one line in both directions.
  @Test func alignments() throws {
    let setter = try Typesetter(fonts: Noto.all)
    for (text, language) in [phrases[0], phrases[1]] {
      func x(_ alignment: TextAlignment) throws -> Int32 {
        try setter.set(
          text, language: language, size: 20, smallest: 20, width: 1000, height: 60, alignment: alignment
        ).x
      }
      let (start, center, end) = (try x(.start), try x(.center), try x(.end))
      let isRightToLeft = language == "ar"
      #expect(isRightToLeft ? start > end : start < end)
      #expect(abs((start + end) / 2 - center) <= 1)
      #expect(min(start, end) < 4)
    }
  }

  @Test func verticalAlignments() throws {
    let setter = try Typesetter(fonts: Noto.all)
    func block(_ place: VerticalAlignment) throws -> TextBlock {
      try setter.set("Hg", language: "en", size: 20, smallest: 20, width: 100, height: 101, vertical: place)
    }
    let (top, middle, bottom) = (try block(.top), try block(.middle), try block(.bottom))
    #expect(top.coverage == middle.coverage && top.coverage == bottom.coverage)
    #expect(bottom.y - top.y == 101 - top.height && middle.y - top.y == (101 - top.height) / 2)
    #expect(top.lines[0].baseline + 101 - top.height == bottom.lines[0].baseline)
  }
}

/// Whether a block is inside its box, and its first and last rows and columns have ink.
func checkBox(_ block: TextBlock, _ box: (width: Int32, height: Int32), _ note: String = "") {
  let picture = block.coverage
  #expect(block.x >= 0 && block.y >= 0 && block.height <= box.height, "\(note)")
  #expect(block.x + picture.width <= box.width && block.y + picture.height <= box.height, "\(note)")
  if picture.bytes.isEmpty { return }
  let (w, h) = (picture.width, picture.height)
  #expect((0..<w).contains { picture[$0, 0] > 0 } && (0..<w).contains { picture[$0, h - 1] > 0 }, "\(note)")
  #expect((0..<h).contains { picture[0, $0] > 0 } && (0..<h).contains { picture[w - 1, $0] > 0 }, "\(note)")
}
