/// A JSON value, as RFC 8259 defines it. Numbers that are not 64-bit integers become `decimal` and lose their value, because no message
/// uses it.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case decimal
  case text(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    let key: String
    let value: JSONValue
  }

  /// Decodes a whole message. Returns `nil` unless it is a single JSON value with arrays and objects nested at most `deepest` levels.
  package init?(_ bytes: [UInt8], deepest: Int = 4) {
    var parser = JSONParser(bytes)
    guard let value = parser.value(deepest), parser.isAtEnd else { return nil }
    self = value
  }

  /// The first member with the key; `nil` if there is none or the value is not an object.
  package subscript(key: StaticString) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    let bytes = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    return members.first { $0.key.utf8.elementsEqual(bytes) }?.value
  }

  package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The elements of an array of strings; `nil` for anything else.
  package var texts: [String]? {
    guard let elements else { return nil }
    let texts = elements.compactMap { $0.text }
    return texts.count == elements.count ? texts : nil
  }
}

/// A recursive-descent parser. After a function has returned `nil` for a fault, the parser must not be used again.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether only white space is left.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  /// Parses a value with at most `depth` levels of arrays and objects.
  mutating func value(_ depth: Int) -> JSONValue? {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return depth > 0 ? object(depth - 1) : nil
    case UInt8(ascii: "["): return depth > 0 ? array(depth - 1) : nil
    case UInt8(ascii: "\""): return string().map { .text($0) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  /// The next byte; 0 at the end, because no token begins with that.
  private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[position]) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    if peek != byte { return false }
    position += 1
    return true
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    if !bytes[position...].starts(with: wanted) { return nil }
    position += wanted.count
    return value
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    var members: [JSONValue.Member] = []
    position += 1
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\""), let key = string() else { return nil }
      skipSpace()
      guard take(UInt8(ascii: ":")), let value = value(depth) else { return nil }
      members.append(JSONValue.Member(key: key, value: value))
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      if !take(UInt8(ascii: ",")) { return nil }
    }
  }

  private mutating func array(_ depth: Int) -> JSONValue? {
    var elements: [JSONValue] = []
    position += 1
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      guard let value = value(depth) else { return nil }
      elements.append(value)
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      if !take(UInt8(ascii: ",")) { return nil }
    }
  }

  private mutating func digits() -> Bool {
    let start = position
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek) { position += 1 }
    return position > start
  }

  private mutating func number() -> JSONValue? {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let hasLeadingZero = peek == UInt8(ascii: "0")
    let first = position
    if !digits() || hasLeadingZero && position - first > 1 { return nil }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      if !digits() { return nil }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if !digits() { return nil }
    }
    if !isInteger { return .decimal }
    return Int64(String(decoding: bytes[start..<position], as: UTF8.self)).map { .integer($0) } ?? .decimal
  }

  /// Parses a string from its opening quotation mark. Rejects invalid UTF-8, half a surrogate pair, and U+0000, which PostgreSQL cannot
  /// store.
  private mutating func string() -> String? {
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"): if !appendEscape(to: &text) { return nil }
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func appendEscape(to text: inout [UInt8]) -> Bool {
    let letter = peek
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard var code = hexadecimal(), code != 0 else { return false }
      if (0xd800..<0xdc00).contains(code) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = hexadecimal(),
          (0xdc00..<0xe000).contains(low)
        else { return false }
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code) else { return false }
      text.append(contentsOf: String(Character(scalar)).utf8)
    default: return false
    }
    return true
  }

  /// Reads four hexadecimal digits.
  private mutating func hexadecimal() -> UInt32? {
    var code: UInt32 = 0
    for _ in 0..<4 {
      switch peek {
      case let digit where (0x30...0x39).contains(digit): code = code << 4 | UInt32(digit - 0x30)
      case let digit where (0x41...0x46).contains(digit & 0xdf): code = code << 4 | UInt32(digit & 0xdf - 0x37)
      default: return nil
      }
      position += 1
    }
    return code
  }
}
