import TestSupport
import Testing

@testable import Text

/// No text makes a library abort.
@Suite struct AbortTests {
  /// Every code point, after one of another kind and before its own kind.
  @Test func everyCodePoint() throws {
    let breaks = LineBreakOpportunities()
    _ = try FontCollection([.file(Noto.latin)])
    for language in ["", "de", "zh", "th", "ja"] {
      for first in stride(from: UInt32(0), to: 0x110000, by: 512) {
        let scalars = (first..<first + 512).filter { !(0xd800...0xdfff).contains($0) }.flatMap { [0x61, $0, $0, 0x20] }
        if scalars.isEmpty { continue }
        let starts = [Bool](repeating: true, count: scalars.count)
        #expect(try breaks.find(in: scalars, clusterStarts: starts, language: language).count == scalars.count)
        #expect(try BidiLevels(scalars, direction: .automatic).levels.count == scalars.count)
      }
    }
  }

  /// Random sequences of code points of all kinds through every library.
  @Test func randomSequences() throws {
    let setter = try Typesetter(fonts: Noto.all)
    var random = SplitMix64(seed: 1_2026)
    let special: [UInt32] = [
      0x1f1e6, 0x1f1ff, 0xffff, 0xfffe, 0x200d, 0xfe0f, 0x1f3fb, 0x1f468, 0x2028, 0x85, 0xd, 0xa, 0xad, 0x200b, 0x2060,
      0x34f,
      0xe31, 0xe40, 0xe33, 0x17d2, 0x1780, 0x1039, 0x1000, 0xec0, 0xe81, 0x202e, 0x2066, 0x2069, 0x1100, 0x1161, 0x11a8,
      0xac00,
      0x94d, 0x915, 0x300, 0x5d0, 0x627, 0x640, 0xe0061, 0xe007f, 0x10ffff, 0,
    ]
    for round in 0..<400 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.int32(in: 1...40) {
        let value = random.oneIn(2) ? random.element(of: special) : UInt32(random.int32(in: 0...0x10ffff))
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
      let block = try setter.set(
        String(text), language: random.element(of: ["", "en", "th", "ja", "km", "my"]), size: 20, smallest: 10,
        width: 120,
        height: 60)
      #expect(block.size >= 10, "round \(round)")
    }
  }

  /// Short texts of all scripts that ICU breaks, and of others between them. Lines end between clusters and nowhere else.
  @Test func randomLineBreaks() throws {
    let breaks = LineBreakOpportunities()
    _ = try FontCollection([.file(Noto.latin)])
    var random = SplitMix64(seed: 38)
    let ranges: [ClosedRange<Int32>] = [
      0...0x10ffff, 0xe00...0xeff, 0x1000...0x109f, 0x1780...0x17ff, 0x3000...0x30ff, 0x4e00...0x9fff, 0xff00...0xffff,
      0x1f1e6...0x1f1ff, 0x20...0x7e, 0x2000...0x206f, 0xac00...0xad00, 0xfe00...0xfe0f,
    ]
    for language in ["", "en", "ja", "zh-Hant", "th", "km", "lo", "my", "ko", "x-nonsense"] {
      for _ in 0..<10_000 {
        let range = random.element(of: ranges)
        var scalars: [UInt32] = []
        for _ in 0..<random.int32(in: 1...20) {
          let range = random.oneIn(4) ? random.element(of: ranges) : range
          scalars.append(UInt32(random.int32(in: range)))
        }
        let starts = scalars.indices.map { $0 == 0 || !random.oneIn(4) }
        let allowed = try breaks.find(in: scalars, clusterStarts: starts, language: language)
        #expect(allowed.count == scalars.count)
        for i in scalars.indices.dropLast() where allowed[i] && !starts[i + 1] { Issue.record("\(scalars) at \(i)") }
      }
    }
  }

  /// A flag is one cluster, in every language.
  @Test func flags() throws {
    let setter = try Typesetter(fonts: Noto.all)
    for (text, language) in [("Happy 🇩🇪🇫🇷 🇯🇵?", "en"), ("お国は🇩🇪🇫🇷🇯🇵ですか？", "ja")] {
      let starts = ParagraphText.paragraphs(of: text)[0].clusterStarts
      for width in stride(from: 30 as Int32, through: 400, by: 5) {
        let block = try setter.set(text, language: language, size: 20, smallest: 20, width: width, height: 400)
        #expect(block.isComplete)
        for line in block.lines { #expect(starts[line.start], "\(lineText(line, of: text)) in \(width)") }
      }
    }
  }
}
