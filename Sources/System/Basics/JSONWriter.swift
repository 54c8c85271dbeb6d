/// A writer that produces JSON in the order of the calls, either on one line or, for people, indented by two spaces.
package struct JSONWriter {
  /// The JSON so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  private let isIndented: Bool
  /// The number of open objects and arrays.
  private var depth = 0
  private var isFirst = true

  package init(indented: Bool = false) { isIndented = indented }

  /// The JSON so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object; `key` is `nil` inside an array.
  package mutating func object(_ key: StaticString? = nil, _ members: (inout JSONWriter) -> Void) {
    nest("{", "}", key, members)
  }

  package mutating func array(_ key: StaticString? = nil, _ elements: (inout JSONWriter) -> Void) {
    nest("[", "]", key, elements)
  }

  package mutating func add(_ key: StaticString? = nil, _ value: StaticString) { add(key, "\(value)") }

  package mutating func add(_ key: StaticString? = nil, _ value: Bool) { add(key, number: value ? "true" : "false") }

  /// Writes a number, or null.
  package mutating func add(_ key: StaticString? = nil, _ value: Int64?) {
    add(key, number: value.map { "\($0)" } ?? "null")
  }

  /// Writes a text, or null.
  package mutating func add(_ key: StaticString? = nil, _ value: String?) {
    guard let value else { return add(key, number: "null") }
    next(key)
    appendQuoted(value)
  }

  /// Writes an array of texts on one line.
  package mutating func add(_ key: StaticString? = nil, _ values: [String]) {
    next(key)
    append("[")
    for (i, value) in values.enumerated() {
      if i > 0 { append(isIndented ? ", " : ",") }
      appendQuoted(value)
    }
    append("]")
  }

  /// Writes a number as formatted by the caller, such as "2.5", or another piece of JSON.
  package mutating func add(_ key: StaticString? = nil, number: String) {
    next(key)
    append(number)
  }

  private mutating func nest(
    _ opening: String, _ closing: String, _ key: StaticString?, _ content: (inout JSONWriter) -> Void
  ) {
    next(key)
    append(opening)
    depth += 1
    isFirst = true
    content(&self)
    depth -= 1
    if !isFirst { breakLine() }
    append(closing)
    isFirst = false
  }

  /// Starts a member or an element.
  private mutating func next(_ key: StaticString?) {
    if depth > 0 {
      if !isFirst { append(",") }
      breakLine()
    }
    isFirst = false
    if let key { append("\"\(key)\":" + (isIndented ? " " : "")) }
  }

  private mutating func breakLine() { if isIndented { append("\n" + String(repeating: "  ", count: depth)) } }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a JSON string, escaped as RFC 8259, section 7, requires.
  private mutating func appendQuoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0..<0x20:
        append("\\u00")
        for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
