import CText

/// Where lines may break.
final class LineBreaks {
  /// libthai's dictionary: Thai has no spaces between words. Read with the first Thai text, half
  /// a megabyte.
  private var thai: OpaquePointer?

  deinit {
    if let thai { libraries.th_brk_delete(thai) }
  }

  /// For each scalar of a paragraph whether a line may end behind it: UAX #14 by libunibreak, within Thai by words; never
  /// inside a cluster.
  func opportunities(
    in scalars: [UInt32], clusterStarts: [Bool], language: String
  ) throws(TextError) -> [Bool] {
    var breaks = [CChar](repeating: 0, count: scalars.count)
    // libunibreak takes U+FFFF, which is no character, for the text's end, and aborts when more comes.
    let text = scalars.map { $0 == 0xffff ? 0xfffd : $0 }
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
    for i in scalars.indices.dropLast() where !clusterStarts[i + 1] { allowed[i] = false }
    return allowed
  }

  /// How many scalars stand before each word's end, the last one's left out.
  private func wordEnds(in run: ArraySlice<UInt32>) throws(TextError) -> [Int] {
    if thai == nil {
      try load(ct_library_thai)
      thai = libraries.th_brk_new(nil)
    }
    guard let thai else {
      throw TextError(
        "open the dictionary of Thai words", "", reason: "libthai does not find it",
        suggestion: "install Debian's package libthai-data")
    }
    // wchar_t has a sign here and none there.
    let text = run.map { thwchar_t(truncatingIfNeeded: $0) } + [0]
    var ends = [Int32](repeating: 0, count: run.count)
    let count = libraries.th_brk_wc_find_breaks(thai, text, &ends, ends.count)
    var found: [Int] = []
    for i in 0..<max(0, Int(count)) where ends[i] > 0 && Int(ends[i]) < run.count { found.append(Int(ends[i])) }
    return found
  }

  private static func isThai(_ scalar: UInt32) -> Bool { (0xe01...0xe5b).contains(scalar) }
}
