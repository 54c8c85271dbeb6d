import CSQLite
import Foundation
import Testing

@testable import Journal

/// From the first light's schema to today's.
@Suite struct MigrationTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  /// An answer of another boot than the old ones': one of the same boot would date them.
  private func today(_ number: Int32) -> Answer {
    var answer = sample(number)
    answer.bootID = "today"
    return answer
  }

  @Test(arguments: [false, true])
  func answersOfTheFirstLightComeAlongWithWhatIsInTheLog(index: Bool) throws {
    let old = try FirstLight.Running(path: path, answers: 0..<40)
    try old.run("PRAGMA wal_checkpoint(TRUNCATE)")
    for number: Int32 in 40..<50 { try old.record(number) }
    let after = try folder.afterPowerCut("answers.db", index: index)
    #expect(try after.read("answers.db-wal").count > 10 * 4_096)
    let place = after.file("answers.db")

    let journal = try Journal(path: place)
    #expect(try value(place, "PRAGMA user_version") == "2")
    #expect(try answers(at: place) == (0..<50).map(FirstLight.answer))
    try journal.record(today(50))
    #expect(try answers(at: place) == (0..<50).map(FirstLight.answer) + [today(50)])
    #expect(try Outbox(path: place).backlog() == 51)
    journal.close()
    #expect(try value(place, "PRAGMA integrity_check") == "ok")
  }

  @Test func anOldJournalAndANewOneHaveOneLayout() throws {
    let layout = "SELECT group_concat(type || ' ' || name || ' ' || coalesce(sql, ''), char(10)) FROM sqlite_schema"
    _ = try FirstLight.Running(path: path, answers: 0..<3)
    try Journal(path: path).close()
    try Journal(path: folder.file("new.db")).close()
    let migrated = try value(path, layout)
    #expect(try migrated == value(folder.file("new.db"), layout))
    #expect(migrated.contains("delivered_ms"))
    #expect(try value(path, "SELECT strict FROM pragma_table_list WHERE name = 'answers'") == "1")
  }

  @Test func readingAnOldJournalChangesNothing() throws {
    let old = try FirstLight.Running(path: path, answers: 0..<5)
    #expect(try answers(at: path) == (0..<5).map(FirstLight.answer))
    #expect(try value(path, "PRAGMA user_version") == "1")
    let error = #expect(throws: JournalError.self) { try Outbox(path: path) }
    #expect(error?.kind == .olderSchema)
    #expect(error?.message.contains("start the kiosk") == true)
    try old.record(5)
  }

  /// Halfway the log holds pages of the new layout, without the commit that makes them count.
  @Test func aPowerCutHalfwayLeavesTheOldJournal() throws {
    let old = try FirstLight.Running(path: path, answers: 0..<0)
    try old.run("BEGIN")
    for number: Int32 in 0..<3_000 { try old.record(number) }
    try old.run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    let migration = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
    // A cache of two pages, so that what has changed is written out before the end.
    try migration.execute("PRAGMA cache_size = 2; BEGIN IMMEDIATE; \(Schema.steps(from: 1))", for: "test")
    let after = try folder.afterPowerCut("answers.db", index: true)
    try migration.execute("ROLLBACK", for: "test")
    #expect(try after.read("answers.db-wal").count > 4 * 4_096)

    let place = after.file("answers.db")
    #expect(try value(place, "PRAGMA user_version") == "1")
    #expect(try answers(at: place) == (0..<3_000).map(FirstLight.answer))
    try Journal(path: place).record(sample(3_000))
    #expect(try answers(at: place).count == 3_001)
    #expect(try value(place, "PRAGMA user_version") == "2")
  }

  @Test func kiosksThatStartAtOnceMigrateOnce() async throws {
    _ = try FirstLight.Running(path: path, answers: 0..<100)
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number: Int32 in 100..<106 {
        group.addTask { [answer = today(number)] in try Journal(path: path).record(answer) }
      }
      try await group.waitForAll()
    }
    #expect(try Set(answers(at: path)) == Set((0..<100).map(FirstLight.answer) + (100..<106).map(today)))
  }
}
