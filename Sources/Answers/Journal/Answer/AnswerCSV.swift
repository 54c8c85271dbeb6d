extension AnswerField {
  /// The fields of CSV. Only JSON has its version.
  package static let exported = all.filter { if case .version = $0.type { false } else { true } }
}

extension Answer {
  /// The first line of CSV, with its line break.
  static var csvHeader: String { AnswerField.exported.map { "\($0.name)" }.joined(separator: ",") + "\r\n" }

  /// The answer as an RFC 4180 record, with its line break.
  var csv: String { AnswerField.exported.map { csvField($0.value(self).plain) }.joined(separator: ",") + "\r\n" }
}

/// Returns a field, quoted if necessary (RFC 4180, section 2, rules 5 to 7). A spreadsheet would execute a text that begins like a formula,
/// so such a text gets an apostrophe before it.
func csvField(_ text: String) -> String {
  let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
  let text = isFormula && !isNumber(text) ? "'" + text : text
  if !text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) { return text }
  // It works on Unicode scalars, because a quote with a combining mark is one Character.
  return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined() + "\""
}

/// Whether a text is digits with at most one point, after an optional minus.
private func isNumber(_ text: String) -> Bool {
  let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
  let points = digits.filter { $0 == UInt8(ascii: ".") }.count
  return text.utf8.count - digits.count <= 1 && points <= 1 && digits.count > points
    && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
}
