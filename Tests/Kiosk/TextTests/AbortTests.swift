import TestSupport
import Testing

@testable import Text

/// No text makes a library abort: Debian 12's libunibreak does so for the letters of flags, and every version for U+FFFF.
@Suite struct AbortTests {
  /// Every code point, after one of another kind and before its own kind.
  @Test func everyCodePoint() throws {
    let breaks = LineBreakOpportunities()
    _ = try FontCollection([.file(Noto.latin)])
    for language in ["", "de", "zh", "th"] {
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

  /// A flag is one cluster, and lines may break around it.
  @Test func flags() throws {
    let setter = try Typesetter(fonts: Noto.all)
    let block = try setter.set("Happy 🇩🇪🇫🇷?", language: "en", size: 20, smallest: 20, width: 400, height: 40)
    #expect(block.isComplete && block.lines.count == 1)
  }
}
