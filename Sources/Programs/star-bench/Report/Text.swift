/// Splits a text at a separator; the parts may be empty. It works on bytes, because Unicode tables would be larger than the rest of the
/// program.
func split(_ text: String, at separator: UInt8) -> [String] {
  let parts = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
  return parts.map { String(decoding: Array($0), as: UTF8.self) }
}

func same(_ a: String, _ b: StaticString) -> Bool {
  a.utf8.elementsEqual(UnsafeBufferPointer(start: b.utf8Start, count: b.utf8CodeUnitCount))
}

/// Returns the text without trailing spaces, line breaks and NUL bytes, which end the strings of a device tree.
func trimmed(_ bytes: [UInt8]) -> String {
  String(decoding: bytes.prefix((bytes.lastIndex { $0 > 32 } ?? -1) + 1), as: UTF8.self)
}

/// Returns a non-negative number of thousandths with three decimals, such as 420.125.
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

/// Returns a number of thousandths rounded to one decimal, with commas between groups of three digits, such as 1,234,567.8.
func tenths(_ thousandths: Int64) -> String {
  let tenths = (thousandths + 50) / 100
  var digits = "\(tenths / 10)"
  var groups = ""
  while digits.utf8.count > 3 {
    groups = "," + String(decoding: Array(digits.utf8.suffix(3)), as: UTF8.self) + groups
    digits = String(decoding: Array(digits.utf8.dropLast(3)), as: UTF8.self)
  }
  return digits + groups + ".\(tenths % 10)"
}

/// Returns the text aligned to the right in `width` bytes.
func right(_ text: String, _ width: Int) -> String { blanks(width - text.utf8.count) + text }

/// Returns the text aligned to the left in `width` bytes.
func left(_ text: String, _ width: Int) -> String { text + blanks(width - text.utf8.count) }

private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }

/// Returns the first number in the line that begins with a word, which contains no digits.
func number(after word: StaticString, in text: [UInt8]) -> Int64? {
  let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
  return text.split(separator: 10).first { $0.starts(with: bytes) }.flatMap { firstNumber(Array($0)) }
}

/// Returns the first whole number in a text, or `nil`.
func firstNumber(_ text: [UInt8]) -> Int64? {
  let digits: ClosedRange<UInt8> = 48...57
  return Int64(String(decoding: text.drop { !digits.contains($0) }.prefix(while: digits.contains), as: UTF8.self))
}
