import TestSupport
import Testing

@testable import Text

/// Random texts stay inside their boxes and keep their order.
@Suite struct FuzzTests {
  /// Letters, marks, digits and controls of many scripts, and characters that no font has.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x20...0x7e, 0xa0...0x17f, 0x300...0x36f, 0x5d0...0x5ea, 0x600...0x6ff, 0x900...0x97f, 0xe00...0xe5b,
    0x1100...0x11ff, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x3000...0x30ff, 0x4e00...0x4f00,
    0xac00...0xad00, 0xfe00...0xfe0f, 0xfff0...0xffff, 0x1f300...0x1f6ff, 0xe000...0xe010, 0x0...0x1f,
  ]

  private static func text(_ random: inout SplitMix64) -> String {
    var text = String.UnicodeScalarView()
    var range = random.element(of: ranges)
    for _ in 0..<random.int32(in: 0...40) {
      if random.oneIn(5) { range = random.element(of: ranges) }
      let value = random.oneIn(7) ? 0x20 : UInt32(random.int32(in: Int32(range.lowerBound)...Int32(range.upperBound)))
      text.append(Unicode.Scalar(value)!)
    }
    return String(text)
  }

  @Test func randomTexts() throws {
    let setter = try Typesetter(fonts: Noto.all)
    var random = SplitMix64(seed: 65)
    for round in 0..<300 {
      let text = Self.text(&random)
      let size = random.int32(in: 1...60)
      let box = (width: random.int32(in: 0...300), height: random.int32(in: 0...120))
      let block = try setter.set(
        text, language: random.element(of: ["", "en", "ar", "zh-Hant", "x-nonsense", "th", "hi"]),
        direction: random.element(of: [.automatic, .leftToRight, .rightToLeft]), size: size,
        smallest: random.int32(in: max(1, size - 12)...size), width: box.width, height: box.height,
        alignment: random.element(of: [.start, .center, .end]),
        vertical: random.element(of: [.top, .middle, .bottom]))
      checkBox(block, box, "round \(round)")
      var end = 0
      let content = Array(text.unicodeScalars)
      var between: [Unicode.Scalar] = []
      for line in block.lines {
        #expect(line.start >= end && line.end >= line.start, "round \(round)")
        between += content[end..<line.start]
        end = line.end
      }
      between += content[end...]
      if block.isComplete && !block.coverage.bytes.isEmpty {
        #expect(
          between.allSatisfy { $0.properties.isWhitespace || $0 == "\u{200b}" || $0.value < 0x20 }, "round \(round)")
      }
    }
  }
}
