/// Splits a text at a separator; the parts may be empty. It works on bytes, because Unicode tables would be larger than the rest
/// of the program.
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

/// Returns whether two texts have the same bytes.
func same(_ a: String, _ b: StaticString) -> Bool {
  a.utf8.elementsEqual(UnsafeBufferPointer(start: b.utf8Start, count: b.utf8CodeUnitCount))
}

/// Returns the text without trailing spaces, line breaks and NUL bytes, which end the strings of a device tree.
func trimmed(_ bytes: [UInt8]) -> String {
  var end = bytes.count
  while end > 0 && (bytes[end - 1] <= 32) { end -= 1 }
  return String(decoding: bytes[0..<end], as: UTF8.self)
}

/// Returns a number of thousandths with three decimals, as in 420.125.
///
/// - Parameter thousandths: Not negative.
func decimal(_ thousandths: Int64) -> String {
  let rest = thousandths % 1000
  return "\(thousandths / 1000)." + (rest < 10 ? "00" : rest < 100 ? "0" : "") + "\(rest)"
}

/// Returns a number of thousandths rounded to two decimals.
func ratio(_ thousandths: Int64) -> String {
  let hundredths = (thousandths + 5) / 10
  let rest = hundredths % 100
  return "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
}

/// Returns the text aligned right in `width` bytes.
func right(_ text: String, _ width: Int) -> String { blanks(width - text.utf8.count) + text }

/// Returns the text aligned left in `width` bytes.
func left(_ text: String, _ width: Int) -> String { text + blanks(width - text.utf8.count) }

private func blanks(_ count: Int) -> String {
  String(decoding: [UInt8](repeating: 32, count: max(count, 0)), as: UTF8.self)
}
