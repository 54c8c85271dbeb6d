import CSQLite
import Foundation
import Testing

@testable import Journal

/// Migration from schema version 1.
@Suite struct MigrationTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  /// Returns an answer of another boot: one of the same boot would correct the old answers' times.
  private func current(_ number: Int32) -> Answer {
    var answer = sample(number)
    answer.bootID = "another"
    return answer
  }

  @Test(arguments: [false, true])
  func answersInTheDatabaseAndInTheLogAreMigrated(index: Bool) throws {
    let old = try FirstSchema.Running(path: path, answers: 0..<40)
    try old.run("PRAGMA wal_checkpoint(TRUNCATE)")
    for number: Int32 in 40..<50 { try old.record(number) }
    let after = try folder.afterPowerCut("answers.db", index: index)
    #expect(try after.read("answers.db-wal").count > 10 * 4_096)
    let place = after.file("answers.db")

    let journal = try Journal(path: place)
    #expect(try value(place, "PRAGMA user_version") == "2")
    #expect(try answers(at: place) == (0..<50).map(FirstSchema.answer))
    try journal.record(current(50))
    #expect(try answers(at: place) == (0..<50).map(FirstSchema.answer) + [current(50)])
    #expect(try Outbox(path: place).backlog() == 51)
    journal.close()
    #expect(try value(place, "PRAGMA integrity_check") == "ok")
  }

  @Test func aMigratedJournalHasTheSchemaOfANewOne() throws {
    let schema = "SELECT group_concat(type || ' ' || name || ' ' || coalesce(sql, ''), char(10)) FROM sqlite_schema"
    _ = try FirstSchema.Running(path: path, answers: 0..<3)
    try Journal(path: path).close()
    try Journal(path: folder.file("new.db")).close()
    let migrated = try value(path, schema)
    #expect(try migrated == value(folder.file("new.db"), schema))
    #expect(migrated.contains("delivered_ms"))
    #expect(try value(path, "SELECT strict FROM pragma_table_list WHERE name = 'answers'") == "1")
  }

  @Test func readingAnOldJournalChangesNothing() throws {
    let old = try FirstSchema.Running(path: path, answers: 0..<5)
    #expect(try answers(at: path) == (0..<5).map(FirstSchema.answer))
    #expect(try value(path, "PRAGMA user_version") == "1")
    let error = #expect(throws: JournalError.self) { try Outbox(path: path) }
    #expect(error?.kind == .olderSchema)
    #expect(error?.message.contains("start the kiosk") == true)
    try old.record(5)
  }

  /// During the migration, the log holds uncommitted pages of the new schema.
  @Test func aPowerCutDuringMigrationLeavesTheOldJournal() throws {
    let old = try FirstSchema.Running(path: path, answers: 0..<0)
    try old.run("BEGIN")
    for number: Int32 in 0..<3_000 { try old.record(number) }
    try old.run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    let migration = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
    // A cache of two pages makes SQLite write changed pages before the commit.
    try migration.execute("PRAGMA cache_size = 2; BEGIN IMMEDIATE; \(Schema.steps(from: 1))")
    let after = try folder.afterPowerCut("answers.db", index: true)
    try migration.execute("ROLLBACK")
    #expect(try after.read("answers.db-wal").count > 4 * 4_096)

    let place = after.file("answers.db")
    #expect(try value(place, "PRAGMA user_version") == "1")
    #expect(try answers(at: place) == (0..<3_000).map(FirstSchema.answer))
    try Journal(path: place).record(sample(3_000))
    #expect(try answers(at: place).count == 3_001)
    #expect(try value(place, "PRAGMA user_version") == "2")
  }

  @Test func kiosksThatStartAtOnceMigrateOnce() async throws {
    _ = try FirstSchema.Running(path: path, answers: 0..<100)
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number: Int32 in 100..<106 {
        group.addTask { [answer = current(number)] in try Journal(path: path).record(answer) }
      }
      try await group.waitForAll()
    }
    #expect(try Set(answers(at: path)) == Set((0..<100).map(FirstSchema.answer) + (100..<106).map(current)))
  }
}
