import Foundation
import Testing

@testable import Journal

/// What another program has added to a journal is no damage: nothing is set aside, and no answer changes.
@Suite struct AdditionTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  @Test(arguments: [
    ("CREATE VIEW v AS SELECT * FROM answers", "view v"), ("CREATE INDEX i ON answers (wall_ms)", "index i"),
    ("CREATE UNIQUE INDEX u ON answers (star_count)", "index u"),
    ("CREATE INDEX \"a \"\"b\" ON answers (kind)", "index a \"b"),
    ("CREATE TRIGGER t AFTER INSERT ON answers BEGIN DELETE FROM answers; END", "trigger t"),
    ("CREATE TRIGGER t BEFORE UPDATE ON answers BEGIN SELECT RAISE(ABORT, 'no'); END", "trigger t"),
    ("CREATE TABLE notes (text TEXT)", ""), ("ANALYZE", ""),
  ])
  func additionsAreIgnoredOrDropped(statement: String, dropped: String) throws {
    try Journal(path: path).record(sample(1))
    try sql(path, statement)
    // The courier and the export work even before the kiosk has dropped them.
    let outbox = try Outbox(path: path)
    #expect(try outbox.next(after: 0, limit: 9).map(\.answer) == [sample(1)])
    try outbox.markDelivered([1], at: 5)
    #expect(try outbox.backlog() == 0)
    #expect(try answers(at: path) == [sample(1)])
    let journal = try Journal(path: path, whenDamaged: .setAside)
    #expect(journal.setAsidePath == nil && journal.dropped == dropped)
    try journal.record([sample(2), sample(3)])
    #expect(try answers(at: path) == (1...3).map(sample))
    journal.close()
    #expect(try Journal(path: path).dropped == "")
  }
}
