import StarSlider

/// Parses the text of a setting.
///
/// A method with a parameter `place` writes the parsed value there and returns `true`. If the text is invalid, it returns `false` and does
/// not change `place`.
struct ValueParser {
  let text: String
  /// The folder of the configuration file with a trailing slash, against which relative paths are resolved; empty on the command line.
  let folder: String
  /// The argument of the key, such as `waiting` in `reason waiting`; empty for most keys.
  var id = ""
  /// Whether the value is appended to the value of an earlier line instead of replacing it.
  var continues = false

  init(_ text: String, folder: String = "") { (self.text, self.folder) = (text, folder) }

  /// The text as messages quote it, which end up in the log and on the glass: whole characters of at most 80 bytes.
  var excerpt: String {
    var bytes = Array(text.utf8.prefix(81))
    if bytes.count <= 80 { return text }
    // The first byte of a character is not a continuation.
    while bytes.removeLast() & 0xc0 == 0x80 {}
    return String(decoding: bytes, as: UTF8.self) + "..."
  }

  func write<Value>(_ value: Value?, to place: inout Value) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  /// Writes a value, or `nil` for the text `absent`.
  func write<Value>(_ value: Value?, orNilFor absent: StaticString, to place: inout Value?) -> Bool {
    if value == nil && !same(absent, text.utf8) { return false }
    place = value
    return true
  }

  /// Appends the values of this line to those of earlier lines, unless there are more than `limit` in total.
  func append<Value>(_ values: [Value]?, upTo limit: Int, to place: inout [Value]) -> Bool {
    let before = continues ? place : []
    return write(values.flatMap { before.count + $0.count <= limit ? before + $0 : nil }, to: &place)
  }

  func choice<Choice>(_ choices: [(String, Choice)]) -> Choice? { choices.first { same($0.0, text) }?.1 }

  func choice<Choice>(_ choices: [(String, Choice)], into place: inout Choice) -> Bool {
    write(choice(choices), to: &place)
  }

  func flag(into place: inout Bool) -> Bool {
    choice([("yes", true), ("no", false), ("true", true), ("false", false)], into: &place)
  }

  func whole(_ limits: ClosedRange<Int32>) -> Int32? { digits.flatMap { limits.contains($0) ? $0 : nil } }

  /// A number in multiples of 1/`unit`, rounded to the nearest.
  func number(_ limits: ClosedRange<Ratio>, unit: Int64) -> Int32? {
    ratio(limits).map { Int32($0.rounded(inUnitsOf: unit)) }
  }

  private func ratio(_ limits: ClosedRange<Ratio>) -> Ratio? { Ratio(text).flatMap { limits.contains($0) ? $0 : nil } }

  func fixed(to limit: Int64, into place: inout Fixed) -> Bool {
    write(number(.zero...Ratio(limit), unit: 256), to: &place.raw)
  }

  func fixed(to limit: Int64, into place: inout Fixed?) -> Bool {
    write(number(.zero...Ratio(limit), unit: 256).map { Fixed(raw: $0) }, orNilFor: "", to: &place)
  }

  func ratio(to limit: Int64, into place: inout Ratio) -> Bool { write(ratio(.zero...Ratio(limit)), to: &place) }

  func ratio(to limit: Int64, into place: inout Ratio?) -> Bool {
    write(ratio(.zero...Ratio(limit)), orNilFor: "", to: &place)
  }

  func color(into place: inout Color?) -> Bool { write(Self.color(text), orNilFor: "", to: &place) }

  /// Parses colors separated by commas; an empty text is an empty list.
  func colors(upTo limit: Int, into place: inout [Color]) -> Bool {
    guard let names = list(upTo: limit) else { return false }
    let colors = names.compactMap(Self.color)
    return write(colors.count == names.count ? colors : nil, to: &place)
  }

  /// Returns the color of `#rrggbb`.
  private static func color(_ text: String) -> Color? {
    let bytes = [UInt8](text.utf8)
    // UInt32 would accept a sign.
    guard bytes.count == 7, bytes[0] == UInt8(ascii: "#"), bytes[1...].allSatisfy({ isNameByte($0, or: "") })
    else { return nil }
    return UInt32(String(decoding: bytes[1...], as: UTF8.self), radix: 16).map { Color(rgb: $0) }
  }

  func path(into place: inout String?) -> Bool {
    write(text.utf8.isEmpty ? nil : absolute(text), orNilFor: "", to: &place)
  }

  /// Parses paths separated by commas; an empty text is an empty list.
  func paths(upTo limit: Int, into place: inout [String]) -> Bool {
    write(list(upTo: limit)?.map { absolute($0) }, to: &place)
  }

  /// Resolves a path against the configuration file's folder.
  func absolute(_ path: String) -> String { path.utf8.first == UInt8(ascii: "/") ? path : folder + path }

  /// The value of a text that consists of 1 to 9 digits.
  var digits: Int32? { consists(of: 1...9, only: Self.isDigit) ? Int32(text) : nil }

  /// Splits the text at the first separator. It works on bytes, because working on characters would link the Unicode tables.
  func split(at separator: Unicode.Scalar) -> (String, String)? {
    let bytes = [UInt8](text.utf8)
    guard let i = bytes.firstIndex(of: UInt8(ascii: separator)) else { return nil }
    return (String(decoding: bytes[..<i], as: UTF8.self), String(decoding: bytes[(i + 1)...], as: UTF8.self))
  }

  /// The parts between separators, without spaces and tabs at their ends; none if the text is empty.
  func parts(at separator: Unicode.Scalar) -> [String] {
    let isEmpty = text.utf8.isEmpty
    let parts = [UInt8](text.utf8).split(separator: UInt8(ascii: separator), omittingEmptySubsequences: isEmpty)
    return parts.map { String(decoding: INIDocument.trimmed($0), as: UTF8.self) }
  }

  /// Returns the names separated by commas; `nil` if one is empty or there are too many.
  func list(upTo limit: Int = .max) -> [String]? {
    let names = parts(at: ",")
    return names.count > limit || names.contains { $0.utf8.isEmpty } ? nil : names
  }

  /// The two numbers of a text `WIDTHxHEIGHT`.
  var dimensions: (width: Int32, height: Int32)? {
    guard let (width, height) = split(at: "x"), let width = ValueParser(width).digits,
      let height = ValueParser(height).digits
    else { return nil }
    return (width, height)
  }

  /// The words separated by spaces and tabs.
  var words: [String] {
    text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map {
      String(decoding: Array($0), as: UTF8.self)
    }
  }

  func consists(of count: ClosedRange<Int>, only isAllowed: (UInt8) -> Bool) -> Bool {
    count.contains(text.utf8.count) && text.utf8.allSatisfy(isAllowed)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
  static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool { isLower(byte | 0x20) }

  /// Whether a byte is a letter, a digit or one of `others`.
  static func isNameByte(_ byte: UInt8, or others: String) -> Bool {
    isLetter(byte) || isDigit(byte) || others.utf8.contains(byte)
  }
}

/// Compares two texts byte by byte. `==` on strings would link the Unicode tables.
package func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

/// Compares a literal with bytes.
package func same(_ literal: StaticString, _ bytes: some Sequence<UInt8>) -> Bool {
  // Safety: a literal's buffer is valid for the whole run, and the pointer does not escape.
  literal.withUTF8Buffer { unsafe bytes.elementsEqual($0) }
}

/// Whether bytes contain those of a text.
func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
  bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
}
