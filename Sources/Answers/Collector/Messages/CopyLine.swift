/// A row in the text format of PostgreSQL's COPY: fields between tabs, and a line feed.
struct CopyLine {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  /// Ends the row.
  consuming func ended() -> [UInt8] {
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  mutating func add(_ text: String?) {
    begin()
    guard let text else { return appendNull() }
    for byte in text.utf8 { append(byte) }
  }

  mutating func add(_ number: Int64?) {
    begin()
    guard let number else { return appendNull() }
    bytes.append(contentsOf: "\(number)".utf8)
  }

  mutating func add(_ isTrue: Bool?) {
    begin()
    guard let isTrue else { return appendNull() }
    bytes.append(UInt8(ascii: isTrue ? "t" : "f"))
  }

  /// Adds an array of strings, such as {"slow","loud"}.
  mutating func add(_ texts: [String]) {
    begin()
    append(UInt8(ascii: "{"))
    for (index, text) in texts.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(UInt8(ascii: "\""))
      for byte in text.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append(UInt8(ascii: "\\")) }
        append(byte)
      }
      append(UInt8(ascii: "\""))
    }
    append(UInt8(ascii: "}"))
  }

  private mutating func begin() {
    if !isFirst { bytes.append(UInt8(ascii: "\t")) }
    isFirst = false
  }

  private mutating func appendNull() { bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "N")]) }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\\"): bytes.append(contentsOf: [byte, byte])
    case 0x09: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
    case 0x0a: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
    case 0x0d: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
    default: bytes.append(byte)
    }
  }
}
