/// The bytes between separators, as strings; nothing between two is an empty string. Bytes, since the table of all
/// characters would be larger than the rest of the program.
func split(_ text: String, at separator: UInt8) -> [String] {
  let bytes = [UInt8](text.utf8)
  var parts: [String] = []
  var start = 0
  for i in 0...bytes.count where i == bytes.count || bytes[i] == separator {
    parts.append(String(decoding: bytes[start..<i], as: UTF8.self))
    start = i + 1
  }
  return parts
}

/// Whether two texts have the same bytes.
func same(_ a: String, _ b: StaticString) -> Bool {
  a.utf8.elementsEqual(UnsafeBufferPointer(start: b.utf8Start, count: b.utf8CodeUnitCount))
}

/// The text without blanks and line breaks at its end, and without NUL bytes, with which device tree strings end.
func trimmed(_ bytes: [UInt8]) -> String {
  var end = bytes.count
  while end > 0 && (bytes[end - 1] <= 32) { end -= 1 }
  return String(decoding: bytes[0..<end], as: UTF8.self)
}

/// `value` / 1000 with three decimals, as in 420.125; not negative.
func decimal(_ thousandths: Int64) -> String {
  let rest = thousandths % 1000
  return "\(thousandths / 1000)." + (rest < 10 ? "00" : rest < 100 ? "0" : "") + "\(rest)"
}

/// `value` / 1000 with two decimals, rounded: a ratio for people.
func ratio(_ thousandths: Int64) -> String {
  let hundredths = (thousandths + 5) / 10
  let rest = hundredths % 100
  return "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
}

/// The text with blanks before it, at least `width` bytes.
func right(_ text: String, _ width: Int) -> String { blanks(width - text.utf8.count) + text }

/// The text with blanks after it, at least `width` bytes.
func left(_ text: String, _ width: Int) -> String { text + blanks(width - text.utf8.count) }

private func blanks(_ count: Int) -> String {
  String(decoding: [UInt8](repeating: 32, count: max(count, 0)), as: UTF8.self)
}
