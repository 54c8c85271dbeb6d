/// The text of a command's --help, wrapped at a column.
struct HelpText {
  private(set) var text: String
  /// The width at which lines are broken between words.
  private static var width: Int { 100 }
  /// The column at which the sentences about an option begin.
  private static var column: Int { 28 }

  init(_ text: String) { self.text = text }

  mutating func add(_ more: String) { text += more }

  /// Adds an option with its sentences beside or below it.
  @export(interface) mutating func addOption(_ form: String, _ help: String) {
    text += "  " + form
    let end = form.utf8.count + 2
    if end + 2 > Self.column {
      text += "\n"
      addWrapped(help, indent: Self.column)
    } else {
      addWrapped(help, indent: Self.column, written: end)
    }
  }

  /// Adds lines below each other, each wrapped. If a line begins with a word and two spaces, as in a table, its continuation is indented to
  /// the second column.
  ///
  /// - Parameters:
  ///   - indent: The column at which all lines begin.
  ///   - written: The number of characters already on the first line.
  @export(interface) mutating func addWrapped(_ lines: String, indent: Int, written: Int = 0) {
    var written = written
    for line in lines.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      text += spaces(indent - written)
      written = 0
      var length = indent
      let hanging = indent + Self.restOfRow(line)
      for (i, word) in line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).enumerated() {
        if i > 0 && !word.isEmpty && length + 1 + word.count > Self.width {
          text += "\n" + spaces(hanging)
          length = hanging
        } else if i > 0 {
          text += " "
          length += 1
        }
        text += String(decoding: Array(word), as: UTF8.self)
        length += word.count
      }
      text += "\n"
    }
  }

  /// Returns where the text after the first two spaces begins, or after the leading spaces.
  private static func restOfRow(_ line: Substring.UTF8View) -> Int {
    let bytes = Array(line)
    let first = bytes.firstIndex { $0 != UInt8(ascii: " ") } ?? 0
    for i in first..<max(bytes.count - 2, first) {
      let isGap = bytes[i] == UInt8(ascii: " ") && bytes[i + 1] == UInt8(ascii: " ")
      if isGap && bytes[i + 2] != UInt8(ascii: " ") { return i + 2 }
    }
    return first
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
