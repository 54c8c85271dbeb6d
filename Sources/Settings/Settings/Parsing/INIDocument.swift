/// A text in INI format, split into headers and entries. It is the format of configuration files and board profiles.
///
/// | line | meaning |
/// | --- | --- |
/// | `[name]` | a header; only a comment may follow the bracket |
/// | `key = value`, `key: value` | an entry |
/// | `; text`, `# text` | a comment |
///
/// Within a line, a semicolon after a space or a tab begins a comment. White space around keys and values is dropped.
package struct INIDocument: Sendable {
  package enum Line: Sendable {
    case header(String)
    case entry(key: String, value: String)
  }

  /// The size limit of a file, in bytes.
  package static var maximumSize: Int { 256 << 10 }
  /// The length limit of a line other than a comment, in bytes.
  static var maximumLineLength: Int { 4096 }

  /// The headers and entries, with their line numbers from 1.
  package private(set) var lines: [(number: Int32, content: Line)] = []
  /// One error per invalid line; a single error if the file is too large or is not UTF-8 text.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Reads a file's content: UTF-8, with or without a byte order mark, in lines that end with LF or CR LF.
  @export(interface) package init(_ bytes: [UInt8], name: String) {
    if bytes.count > Self.maximumSize {
      let reason = "file too large: \(bytes.count) bytes; at most \(Self.maximumSize) are allowed"
      diagnostics.append(Diagnostic(place: name, reason: reason))
      return
    }
    if let fault = Self.encodingFault(bytes, name) {
      diagnostics.append(fault)
      return
    }
    let content = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
    var number: Int32 = 0
    for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if let reason = add(text, number) { diagnostics.append(Diagnostic(place: name, line: number, reason: reason)) }
    }
  }

  /// Adds a line. Returns the reason if the line is invalid.
  private mutating func add(_ bytes: ArraySlice<UInt8>, _ number: Int32) -> String? {
    if let byte = bytes.first(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7f }) {
      let code = (byte < 16 ? "0" : "") + String(byte, radix: 16)
      return "invalid control character 0x" + code + "; use UTF-8 text in lines that end with LF or CR LF"
    }
    let line = Self.trimmed(bytes)
    guard let first = line.first, !Self.startsComment(first) else { return nil }
    if bytes.count > Self.maximumLineLength {
      return "line too long: \(bytes.count) bytes; at most \(Self.maximumLineLength) are allowed"
    }
    let code = Self.withoutComment(line)
    if first == UInt8(ascii: "[") {
      if let end = code.firstIndex(of: UInt8(ascii: "]")), end > code.startIndex + 1,
        Self.trimmed(code[(end + 1)...]).first.map(Self.startsComment) ?? true
      {
        lines.append((number, .header(Self.text(code[(code.startIndex + 1)..<end]))))
        return nil
      }
    } else if let separator = code.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) {
      let (key, value) = (Self.trimmed(code[..<separator]), Self.trimmed(code[(separator + 1)...]))
      lines.append((number, .entry(key: Self.text(key), value: Self.text(value))))
      return nil
    }
    return "invalid line; allowed: [section], key = value, ; comment, # comment"
  }

  /// Returns the error for a file that is not UTF-8 text, at the first affected line if it is known. Other errors would only be
  /// consequences.
  private static func encodingFault(_ bytes: [UInt8], _ name: String) -> Diagnostic? {
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      return Diagnostic(place: name, reason: "the file is UTF-16; save it as UTF-8 text")
    }
    // UTF-16 without its mark: every second byte of ASCII is zero.
    let start = bytes.prefix(64)
    if start.count > 3 && start.count(where: { $0 == 0 }) * 3 > start.count && start.contains(where: { $0 != 0 }) {
      return Diagnostic(place: name, reason: "the file is binary or UTF-16; save it as UTF-8 text")
    }
    var number: Int32 = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      // The decoder replaces invalid bytes, so its result then differs from its input.
      if text(line).utf8.elementsEqual(line) { continue }
      let reason = "invalid UTF-8, such as Windows-1252; save the file as UTF-8 text"
      return Diagnostic(place: name, line: number, reason: reason)
    }
    return nil
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
  private static func startsComment(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ";") || byte == UInt8(ascii: "#") }
  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Returns a text without the spaces and tabs at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }

  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = line.indices.dropFirst().first { line[$0] == UInt8(ascii: ";") && isBlank(line[$0 - 1]) }
    return line[..<(end ?? line.endIndex)]
  }
}
