import CSQLite
import Foundation
import Testing

@testable import Journal

@Suite struct JournalTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  @Test func aThousandAnswersAreReadInOrder() throws {
    let journal = try Journal(path: path)
    let recorded = (0..<1_000).map(sample)
    for answer in recorded { try journal.record(answer) }
    #expect(try answers(at: path) == recorded)
    journal.close()
    #expect(try answers(at: path) == recorded)
    #expect(try folder.snapshot().keys.count == 1)
    #expect(try value(path, "PRAGMA integrity_check") == "ok")
  }

  @Test func aDuplicateIsStoredOnce() throws {
    let journal = try Journal(path: path)
    try journal.record(sample(3))
    var again = sample(3)
    try journal.record(again)
    again.steps = 9
    try journal.record(again)
    journal.close()
    let reopened = try Journal(path: path)
    try reopened.record(sample(3))
    #expect(try answers(at: path) == [sample(3)])
  }

  @Test func anAnswerIsInTheLogBeforeRecordReturns() throws {
    let journal = try Journal(path: path)
    for number: Int32 in 0..<20 {
      try journal.record(sample(number))
      // A power cut leaves the files as they are, without closing them and without the shared-memory index.
      let after = try TemporaryFolder()
      for name in ["answers.db", "answers.db-wal"] { _ = try after.write(name, folder.read(name)) }
      #expect(try Journal(path: after.file("answers.db")).path.hasSuffix("answers.db"))
      #expect(try answers(at: after.file("answers.db")) == (0...number).map(sample))
    }
  }

  @Test func aTruncatedLogKeepsAllButTheLastAnswer() throws {
    let journal = try Journal(path: path)
    for number: Int32 in 0..<5 { try journal.record(sample(number)) }
    let whole = try folder.read("answers.db-wal").count
    try journal.record(sample(5))
    let log = try folder.read("answers.db-wal")
    for cut in [whole, whole + 1, whole + 24, whole + 2_000, log.count - 1] {
      let after = try TemporaryFolder()
      _ = try after.write("answers.db", folder.read("answers.db"))
      _ = try after.write("answers.db-wal", log.prefix(cut))
      let reopened = try Journal(path: after.file("answers.db"))
      try reopened.record(sample(6))
      #expect(try answers(at: after.file("answers.db")) == [0, 1, 2, 3, 4, 6].map(sample))
    }
  }

  @Test func aReaderSeesOneMomentWhileTheKioskWrites() throws {
    let journal = try Journal(path: path)
    for number: Int32 in 0..<10 { try journal.record(sample(number)) }
    let reader = try JournalReader(path: path)
    #expect(try reader.next() == sample(0))
    for number: Int32 in 10..<20 { try journal.record(sample(number)) }
    var seen: Int32 = 1
    while let answer = try reader.next() {
      #expect(answer == sample(seen))
      seen += 1
    }
    #expect(seen == 10)
    #expect(try reader.next() == nil)
    #expect(try answers(at: path).count == 20)
  }

  @Test func readersAndAWriterAtOnce() async throws {
    let path = path
    let journal = try Journal(path: path)
    let reading = Task.detached {
      var counts: [Int] = []
      while (counts.last ?? 0) < 300 {
        let all = try answers(at: path)
        #expect(all == (0..<Int32(all.count)).map(sample))
        counts.append(all.count)
        try await Task.sleep(for: .milliseconds(1))
      }
      return counts
    }
    for number: Int32 in 0..<300 { try journal.record(sample(number)) }
    let counts = try await reading.value
    #expect(counts == counts.sorted())
  }

  @Test func twoWritersAlternate() throws {
    let first = try Journal(path: path)
    let second = try Journal(path: path)
    for number: Int32 in 0..<20 { try (number % 2 == 0 ? first : second).record(sample(number)) }
    #expect(try answers(at: path) == (0..<20).map(sample))
  }

  @Test func aHeldLockIsReportedInTime() throws {
    let journal = try Journal(path: path, busyTimeout: 100)
    let other = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
    try other.execute("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    let error = #expect(throws: JournalError.self) { try journal.record(sample(1)) }
    #expect(error?.kind == .busy)
    #expect(ContinuousClock.now - start < .seconds(5))
    try other.execute("ROLLBACK")
    try journal.record(sample(1))
    #expect(try answers(at: path) == [sample(1)])
  }

  @Test func aLockThatIsReleasedInTimeIsNoError() throws {
    let journal = try Journal(path: path, busyTimeout: 60_000)
    nonisolated(unsafe) let other = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
    try other.execute("BEGIN IMMEDIATE")
    // A task might wait for a free thread of the pool, which parallel tests occupy.
    Thread.detachNewThread {
      usleep(50_000)
      try? other.execute("ROLLBACK")
    }
    try journal.record(sample(1))
    #expect(try answers(at: path) == [sample(1)])
  }

  @Test func theFileIdentifiesItself() throws {
    let journal = try Journal(path: path)
    try journal.record(sample(7))
    #expect(try value(path, "PRAGMA application_id") == "\(0x5374_6172)")
    #expect(try value(path, "PRAGMA user_version") == "8")
    #expect(try value(path, "PRAGMA page_size") == "4096")
    #expect(try value(path, "PRAGMA journal_mode") == "wal")
    #expect(try value(path, "SELECT fraction FROM answers") == "0.7")
    #expect(try value(path, "SELECT strict FROM pragma_table_list WHERE name = 'answers'") == "1")
  }

  @Test func anEmptyFileBecomesAJournal() throws {
    _ = try folder.write("answers.db", [])
    #expect(try answers(at: path) == [])
    try Journal(path: path).record(sample(1))
    #expect(try answers(at: path) == [sample(1)])
  }

  @Test func theDraftOfAnInterruptedStartIsDeleted() throws {
    _ = try folder.write("answers.db.new", "half a database".utf8)
    _ = try folder.write("answers.db.new-journal", "half a log".utf8)
    try Journal(path: path).record(sample(1))
    #expect(try Array(folder.snapshot().keys) == ["answers.db 420"])
  }

  @Test func kiosksThatStartTogetherShareOneJournal() async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number: Int32 in 0..<8 { group.addTask { try Journal(path: path).record(sample(number)) } }
      try await group.waitForAll()
    }
    #expect(Set(try answers(at: path)) == Set((0..<8).map(sample)))
  }

  @Test(arguments: [":memory:", "answers?mode=memory", "an swers%20#1.db", "ä.db"])
  func specialNamesAreFiles(name: String) throws {
    let special = folder.file(name)
    for number: Int32 in 0..<3 { try Journal(path: special).record(sample(number)) }
    #expect(try answers(at: special).count == 3)
    #expect(try folder.snapshot().keys.count == 1)
  }

  @Test func aSymbolicLinkIsResolved() throws {
    let home = folder.file("home")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
    try Journal(path: home + "/answers.db").record(sample(1))
    symlink("home/answers.db", path)
    let journal = try Journal(path: path)
    try journal.record(sample(2))
    #expect(FileManager.default.fileExists(atPath: home + "/answers.db-wal"))
    #expect(try answers(at: path) == [sample(1), sample(2)])
  }

  @Test func answersOffTheScaleAreRejected() throws {
    let journal = try Journal(path: path)
    for (steps, stepsPerStar, starCount): (Int32, Int32, Int32) in [(-1, 1, 5), (6, 1, 5), (0, 0, 5), (0, 1, 0)] {
      var answer = sample(1)
      (answer.steps, answer.stepsPerStar, answer.starCount) = (steps, stepsPerStar, starCount)
      #expect(#expect(throws: JournalError.self) { try journal.record(answer) }?.kind == .invalid)
    }
    var answer = sample(1)
    answer.kind = "hearts"
    #expect(#expect(throws: JournalError.self) { try journal.record(answer) }?.kind == .invalid)
    #expect(try answers(at: path) == [])
  }

  @Test func extremeValuesAreKept() throws {
    let journal = try Journal(path: path)
    var answer = sample(1)
    (answer.steps, answer.stepsPerStar, answer.starCount) = (1_000_000_000, 1_000_000, 1_000)
    (answer.time.wall, answer.time.monotonic, answer.time.bootID) = (.min, .max, "")
    try journal.record(answer)
    #expect(try answers(at: path) == [answer])
  }

  @Test func aClosedJournalRejectsAnswers() throws {
    let journal = try Journal(path: path)
    journal.close()
    journal.close()
    #expect(#expect(throws: JournalError.self) { try journal.record(sample(1)) }?.reason == "the journal is closed")
  }
}
