import Journal

extension AnswerField {
  /// The fields of CSV. Only JSON has its version.
  static let exported = all.filter { if case .version = $0.type { false } else { true } }
}

let csvHeader = AnswerField.exported.map { "\($0.name)" }.joined(separator: ",")

/// Returns an answer as an RFC 4180 record, without the line break.
func csvLine(_ answer: Answer) -> String {
  AnswerField.exported.map { csvField($0.value(answer).plain) }.joined(separator: ",")
}

/// Returns a field, quoted if necessary (RFC 4180, section 2, rules 5 to 7). A spreadsheet would execute a text that begins like a formula,
/// so such a text gets an apostrophe before it.
func csvField(_ text: String) -> String {
  let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
  let text = isFormula && Double(text) == nil ? "'" + text : text
  if !text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) { return text }
  // It works on Unicode scalars, because a quote with a combining mark is one Character.
  return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined() + "\""
}
