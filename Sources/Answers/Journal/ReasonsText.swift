/// Texts as a JSON array: how the database holds an answer's reasons.
///
/// Writing and reading are each other's inverse for every text; reading takes any JSON array of strings.
enum ReasonsText {
  /// As in `["slow","rude \"staff\""]`; "[]" for none.
  static func write(_ texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for text in texts {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      appendQuoted(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  /// What `write` wrote; `nil` where the bytes are no JSON array of strings.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> [String]? {
    var scanner = Scanner(bytes: bytes)
    guard scanner.take(UInt8(ascii: "[")) else { return nil }
    var texts: [String] = []
    if scanner.take(UInt8(ascii: "]")) { return scanner.isAtEnd ? texts : nil }
    repeat {
      guard let text = scanner.string() else { return nil }
      texts.append(text)
    } while scanner.take(UInt8(ascii: ","))
    return scanner.take(UInt8(ascii: "]")) && scanner.isAtEnd ? texts : nil
  }

  /// Walks over JSON's bytes.
  private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    /// Past the white space that may follow the last token.
    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return position == bytes.count
      }
    }

    mutating func next() -> UInt8? {
      if position == bytes.count { return nil }
      position += 1
      return bytes[position - 1]
    }

    /// Steps over white space and, where it comes next, over `token`.
    mutating func take(_ token: UInt8) -> Bool {
      skipSpace()
      if position == bytes.count || bytes[position] != token { return false }
      position += 1
      return true
    }

    private mutating func skipSpace() {
      while position < bytes.count {
        switch bytes[position] {
        case 9, 10, 13, 32: position += 1
        default: return
        }
      }
    }

    /// A string in quotes, its escapes resolved (RFC 8259, section 7).
    mutating func string() -> String? {
      guard take(UInt8(ascii: "\"")) else { return nil }
      var text: [UInt8] = []
      while let byte = next() {
        switch byte {
        case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
        case UInt8(ascii: "\\"): if !escape(into: &text) { return nil }
        case 0..<32: return nil
        default: text.append(byte)
        }
      }
      return nil
    }

    private mutating func escape(into text: inout [UInt8]) -> Bool {
      guard let letter = next() else { return false }
      switch letter {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
      case UInt8(ascii: "b"): text.append(8)
      case UInt8(ascii: "f"): text.append(12)
      case UInt8(ascii: "n"): text.append(10)
      case UInt8(ascii: "r"): text.append(13)
      case UInt8(ascii: "t"): text.append(9)
      case UInt8(ascii: "u"):
        guard let scalar = scalar() else { return false }
        text.append(contentsOf: UTF8.encode(scalar)!)
      default: return false
      }
      return true
    }

    /// What follows "\u": four digits, or a pair of surrogates.
    private mutating func scalar() -> Unicode.Scalar? {
      guard let first = unit() else { return nil }
      if !(0xd800..<0xdc00).contains(first) { return Unicode.Scalar(first) }
      guard next() == UInt8(ascii: "\\"), next() == UInt8(ascii: "u"), let second = unit(),
        (0xdc00..<0xe000).contains(second)
      else { return nil }
      return Unicode.Scalar(0x1_0000 + (first - 0xd800) << 10 + (second - 0xdc00))
    }

    private mutating func unit() -> UInt32? {
      var value: UInt32 = 0
      for _ in 0..<4 {
        guard let byte = next(), let digit = AnswerID.digit(byte) else { return nil }
        value = value << 4 | UInt32(digit)
      }
      return value
    }
  }
}

/// A JSON string with its quotes; UTF-8 beyond ASCII passes as it is.
func appendQuoted(_ text: String, to line: inout [UInt8]) {
  line.append(UInt8(ascii: "\""))
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      line.append(UInt8(ascii: "\\"))
      line.append(byte)
    case 0..<32:
      let digits: StaticString = "0123456789abcdef"
      line.append(contentsOf: "\\u00".utf8)
      line.append(digits.utf8Start[Int(byte >> 4)])
      line.append(digits.utf8Start[Int(byte & 15)])
    default: line.append(byte)
    }
  }
  line.append(UInt8(ascii: "\""))
}
