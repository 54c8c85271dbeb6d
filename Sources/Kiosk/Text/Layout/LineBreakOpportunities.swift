import Basics
import CText

/// Finds the positions at which lines may be broken.
final class LineBreakOpportunities {
  /// libthai's dictionary, because Thai has no spaces between words. It uses half a megabyte and is loaded for the first Thai text.
  private var thai: OpaquePointer?

  deinit { if let thai { libraries.th_brk_delete(thai) } }

  /// Returns, for each scalar of a paragraph, whether a line may end after it, according to UAX #14 (libunibreak). In Thai, it may also end
  /// after every word. It never ends inside a cluster or a Korean word.
  func find(in scalars: [UInt32], clusterStarts: [Bool], language: String) throws(TextError) -> [Bool] {
    var breaks = [CChar](repeating: 0, count: scalars.count)
    let text = scalars.map(Self.substitute)
    libraries.set_linebreaks_utf32(text, text.count, language, &breaks)
    var allowed = breaks.map { $0 == CChar(LINEBREAK_ALLOWBREAK) || $0 == CChar(LINEBREAK_MUSTBREAK) }
    var start = 0
    while start < scalars.count {
      guard Self.isThai(scalars[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < scalars.count && Self.isThai(scalars[end]) { end += 1 }
      for word in try wordEnds(in: scalars[start..<end]) { allowed[start + word - 1] = true }
      start = end
    }
    for i in scalars.indices.dropLast() {
      // UAX #14 breaks Korean between syllables. Readers expect lines to end at spaces, as with `word-break: keep-all` in CSS.
      let isInKoreanWord =
        Self.isWord(scalars[i]) && Self.isWord(scalars[i + 1])
        && (Self.isHangul(scalars[i]) || Self.isHangul(scalars[i + 1]))
      if !clusterStarts[i + 1] || isInKoreanWord { allowed[i] = false }
    }
    return allowed
  }

  /// Returns the offset of the end of every Thai word but the last.
  private func wordEnds(in run: ArraySlice<UInt32>) throws(TextError) -> [Int] {
    if thai == nil {
      try load(ct_library_thai)
      thai = libraries.th_brk_new(nil)
    }
    guard let thai else {
      throw TextError(
        .library, "open the dictionary of Thai words", "", reason: "libthai does not find it",
        suggestion: "install Debian's package libthai-data")
    }
    // wchar_t is signed on some processors and unsigned on others.
    let text = run.map { thwchar_t(truncatingIfNeeded: $0) } + [0]
    var ends = [Int32](repeating: 0, count: run.count)
    let count = libraries.th_brk_wc_find_breaks(thai, text, &ends, ends.count)
    return ends.prefix(max(0, Int(count))).map { Int($0) }.filter { $0 > 0 && $0 < run.count }
  }

  /// Returns the character that is passed to libunibreak. libunibreak treats the noncharacter U+FFFF as the end of the text and aborts if
  /// more text follows. Debian 12's version also aborts on regional indicators, the letters of flags. An ideograph replaces each of them,
  /// so that a line may end before or after a flag. The two letters of a flag are one cluster, so they stay together.
  private static func substitute(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0xffff: 0xfffd
    case 0x1f1e6...0x1f1ff: 0x4e00
    default: scalar
    }
  }

  private static func isHangul(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x11ff, 0x3131...0x318e, 0xa960...0xa97c, 0xac00...0xd7fb: true
    default: false
    }
  }

  /// Whether a scalar is a letter or digit that occurs in Korean words: Hangul, Latin, and Chinese characters.
  private static func isWord(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0xc0...0x24f, 0x3400...0x4dbf, 0x4e00...0x9fff: true
    default: isHangul(scalar)
    }
  }

  private static func isThai(_ scalar: UInt32) -> Bool { (0xe01...0xe5b).contains(scalar) }
}
