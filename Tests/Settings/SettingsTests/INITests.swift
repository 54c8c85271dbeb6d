import Testing

@testable import Settings

/// The lines of INI files.
@Suite struct INITests {
  /// A line as text: "[header]", "key=value", "" for a blank line or a comment, "!" for an error.
  private func parsed(_ line: String) -> String {
    let document = INIDocument(Array(line.utf8), name: "x")
    if !document.diagnostics.isEmpty { return "!" }
    switch document.lines.first?.content {
    case .header(let name): return "[" + name + "]"
    case .entry(let key, let value): return key + "=" + value
    case nil: return ""
    }
  }

  /// The expectations are those of libinih, which read the files of earlier versions.
  @Test(arguments: [
    ("", ""), (" \t ", ""), ("; a = b", ""), ("  # a = b", ""), (";", ""),
    ("[a]", "[a]"), ("  [a b]  ", "[a b]"), ("[ a ]", "[ a ]"), ("[a] ; b", "[a]"), ("[a];b", "[a]"),
    ("[a] # b", "[a]"),
    ("[a]#", "[a]"), ("[a;b]", "[a;b]"), ("[[a]", "[[a]"),
    ("[]", "!"), ("[a", "!"), ("[a] b", "!"), ("[a] b = c", "!"), ("[a ; b]", "!"), ("[a]]", "!"),
    ("a=b", "a=b"), ("  a  =  b  ", "a=b"), ("a:b", "a=b"), ("a = b : c = d", "a=b : c = d"), ("a: b = c", "a=b = c"),
    ("a =", "a="), ("= a", "=a"), ("a b = c", "a b=c"), ("]a = b", "]a=b"),
    ("a = b ; c", "a=b"), ("a = b\t;c", "a=b"), ("a = b;c", "a=b;c"), ("a = b # c", "a=b # c"), ("a = ; b", "a="),
    ("a =;b", "a=;b"), ("a;b = c", "a;b=c"),
    ("a", "!"), ("a ; b = c", "!"), ("\u{1}", "!"), ("a = \u{7f}", "!"),
  ]) func line(_ line: String, _ expected: String) {
    #expect(parsed(line) == expected)
  }

  @Test func linesAreNumbered() {
    let document = INIDocument(Array("\u{feff}[a]\r\n\r\nb = c\nd\n".utf8), name: "x")
    #expect(document.lines.map { $0.number } == [1, 3] && document.diagnostics.map { $0.line } == [4])
  }

  @Test func lineLengths() {
    #expect(parsed("a=" + String(repeating: "b", count: INIDocument.maximumLineLength - 2)) != "!")
    #expect(parsed("a=" + String(repeating: "b", count: INIDocument.maximumLineLength - 1)) == "!")
    #expect(parsed(";" + String(repeating: "b", count: 5000)) == "")
  }
}
