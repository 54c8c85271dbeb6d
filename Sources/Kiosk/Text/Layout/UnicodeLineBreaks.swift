import Basics
import CText

/// Line breaks according to UAX #14 by ICU, which has dictionaries of Thai, Lao, Khmer, Burmese and Japanese.
final class UnicodeLineBreaks {
  /// The iterator of the last text's language.
  private var iterator: (language: String, pointer: OpaquePointer)?

  deinit { if let iterator { libraries.ubrk_close(iterator.pointer) } }

  /// Returns, for each scalar of a paragraph, whether a line may end after it. Japanese lines end after phrases, and the last line has at
  /// least three characters.
  func find(in scalars: [UInt32], clusterStarts: [Bool], language: String) throws(TextError) -> [Bool] {
    let text = scalars.flatMap { (Unicode.Scalar($0) ?? "\u{fffd}").utf16 }
    let isJapanese = language.utf8.prefix { $0 != UInt8(ascii: "-") }.elementsEqual("ja".utf8)
    let iterator = try open(isJapanese ? "ja@lw=phrase" : language)
    var isEnd = [Bool](repeating: false, count: text.count + 1)
    var status: Int32 = 0
    text.withUnsafeBufferPointer { text in
      // The iterator uses the text until it gets the next one.
      libraries.ubrk_setText(iterator, text.baseAddress, Int32(text.count), &status)
      while status <= 0, case let end = libraries.ubrk_next(iterator), end > 0 { isEnd[Int(end)] = true }
    }
    if status > 0 { throw .outOfMemory("find line breaks") }
    var offset = 0
    var allowed = scalars.map { scalar in
      offset += scalar > 0xffff ? 2 : 1
      return isEnd[offset]
    }
    if isJapanese {
      Self.mendPoliteForms(scalars, &allowed)
      for start in scalars.indices.filter({ clusterStarts[$0] }).suffix(2) where start > 0 {
        allowed[start - 1] = false
      }
    }
    return allowed
  }

  /// Joins くだ|さい and ござ|います, which ICU divides in Japanese, and makes 点がご|不満 and 係にお|名前 to 点が|ご不満 and 係に|お名前.
  private static func mendPoliteForms(_ scalars: [UInt32], _ allowed: inout [Bool]) {
    for i in scalars.indices.dropLast() where allowed[i] {
      switch (scalars[i], scalars[i + 1]) {
      case (0x3060, 0x3055), (0x3056, 0x3044): allowed[i] = false
      case (0x304a, 0x4e00...0x9fff), (0x3054, 0x4e00...0x9fff):
        allowed[i] = false
        if i > 0 && (0x3041...0x3096).contains(scalars[i - 1]) { allowed[i - 1] = true }
      default: break
      }
    }
  }

  private func open(_ language: String) throws(TextError) -> OpaquePointer {
    if let iterator, iterator.language.utf8.elementsEqual(language.utf8) { return iterator.pointer }
    try load(ct_library_icuuc)
    if let iterator { libraries.ubrk_close(iterator.pointer) }
    iterator = nil
    var status: Int32 = 0
    guard let opened = libraries.ubrk_open(CT_LINE_BREAKS, language, nil, 0, &status), status <= 0 else {
      throw .outOfMemory("find line breaks")
    }
    iterator = (language, opened)
    return opened
  }
}
