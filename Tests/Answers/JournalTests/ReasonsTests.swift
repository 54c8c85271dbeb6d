import Foundation
import Testing

@testable import Journal

/// The reasons of an answer: `JSONWriter` encodes them, and SQLite decodes them.
@Suite struct ReasonsTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  /// Returns how a reader decodes a stored text; `nil` if it reports damage.
  private func decoded(_ text: String) throws -> [String]? {
    try sql(path, "UPDATE answers SET reasons = '" + text.replacingOccurrences(of: "'", with: "''") + "'")
    do throws(JournalError) {
      return try JournalReader(path: path).next()?.reasons
    } catch {
      #expect(error.kind == .damaged)
      return nil
    }
  }

  /// SQLite 3.40 ends a text at U+0000, which no configuration file can hold.
  @Test(arguments: [[], [""], ["slow"], ["a,b", "c\"d", "e\\f", "\u{1}\n\u{1f}", "é😀ไทย", "]", "["]])
  func reasonsAreJSONAndReadBack(reasons: [String]) throws {
    var answer = sample(1)
    answer.reasons = reasons
    try Journal(path: path).record(answer)
    #expect(try JournalReader(path: path).next() == answer)
    let stored = try value(path, "SELECT reasons FROM answers")
    #expect(try JSONSerialization.jsonObject(with: Data(stored.utf8)) as? [String] == reasons)
    let foreign = try JSONSerialization.data(withJSONObject: reasons, options: .prettyPrinted)
    #expect(try decoded(String(decoding: foreign, as: UTF8.self)) == reasons)
  }

  @Test func foreignJSONReadsAsFoundationReadsIt() throws {
    try Journal(path: path).record(sample(1))
    for text in [
      #"["\u00e9\ud83d\ude00\/\b\f\n\r\t"]"#, "[ ]", " [\t\"a\" ,\n\"b\" ] ", "", "[", "]", "[\"a\"", "[,]",
      "[\"a\"]]", "[1]", "[null]", #"["\x"]"#, #"["\u12"]"#, #"["\ud83d"]"#, #"["\ud83dx"]"#, #"["\ude00"]"#,
      #"["\ud83d\u0041"]"#, "[\"a\nb\"]", "[\"a\" \"b\"]", "{}", "[[\"a\"]]", #"["a\"#, #"["\ud83d\"#,
    ] {
      let expected = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String]
      #expect(try decoded(text) == expected, "\(text)")
    }
  }

  /// Foundation accepts it.
  @Test func aTrailingCommaIsRejected() throws {
    try Journal(path: path).record(sample(1))
    #expect(try decoded("[\"a\",]") == nil)
  }
}
