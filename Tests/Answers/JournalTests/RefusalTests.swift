import CSQLite
import Foundation
import Testing

@testable import Journal

/// Every error is one line with a suggestion and leaves the folder as it was: contents, modes and companions.
@Suite struct RefusalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectRefused(
    _ path: String, _ kind: JournalFault, _ words: String..., alsoForReading: Bool = true,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.snapshot()
    var errors = [refusal(path)]
    if alsoForReading { errors.append(readRefusal(path)) }
    for error in errors {
      let error = try #require(error, sourceLocation: location)
      #expect(error.kind == kind, sourceLocation: location)
      #expect(!error.message.contains("\n"), sourceLocation: location)
      #expect(!error.suggestion.isEmpty, sourceLocation: location)
      #expect(error.message.contains(path.isEmpty ? "empty" : path), sourceLocation: location)
      for word in words { #expect(error.message.contains(word), "\(error.message)", sourceLocation: location) }
    }
    #expect(try folder.snapshot() == before, sourceLocation: location)
  }

  @Test func foldersAreRejected() throws {
    try FileManager.default.createDirectory(atPath: folder.file("d"), withIntermediateDirectories: false)
    try expectRefused(folder.file("d"), .notAFile, "it is a folder")
    try expectRefused(folder.file("d/"), .notAFile, "it is a folder")
  }

  @Test func pipesAndDevicesAreRejected() throws {
    mkfifo(folder.file("pipe"), 0o600)
    try expectRefused(folder.file("pipe"), .notAFile, "a pipe")
    try expectRefused("/dev/null", .notAFile, "a device")
  }

  @Test func emptyPathsAreRejected() throws { try expectRefused("", .missing, "the path is empty") }

  @Test func missingFoldersAreRejected() throws {
    try expectRefused(folder.file("no/answers.db"), .missing, "mkdir -p", alsoForReading: false)
    _ = try folder.write("file", "x".utf8)
    try expectRefused(folder.file("file/answers.db"), .failed, "not a directory")
  }

  @Test func readingCreatesNoFile() throws {
    #expect(readRefusal(folder.file("no.db"))?.message.contains("no such file") == true)
    #expect(try folder.snapshot().isEmpty)
  }

  @Test func danglingLinksAreRejected() throws {
    symlink("nowhere", folder.file("link.db"))
    try expectRefused(folder.file("link.db"), .missing, "dangling symbolic link")
  }

  @Test func readOnlyFilesAreRejected() throws {
    let path = folder.file("answers.db")
    try Journal(path: path).record(sample(1))
    chmod(path, 0o444)
    try expectRefused(path, .readOnly, "it is read-only (mode 0444)", "chmod u+w", alsoForReading: false)
    #expect(try answers(at: path) == [sample(1)])
  }

  @Test func readOnlyFoldersAreRejected() throws {
    let path = folder.file("answers.db")
    chmod(folder.path, 0o555)
    try expectRefused(path, .readOnly, "its folder", "(mode 0555)", alsoForReading: false)
    chmod(folder.path, 0o755)
    try Journal(path: path).record(sample(1))
    chmod(folder.path, 0o555)
    try expectRefused(path, .readOnly, "its folder", "(mode 0555)", alsoForReading: false)
    #expect(try answers(at: path) == [sample(1)])
  }

  @Test(arguments: [
    "just some notes\n", "\u{89}PNG\r\n\u{1a}\n", "\0", "SQLite format 3", "SQLite format 4\0", "SQLite format 3 \0",
  ])
  func notADatabase(text: String) throws {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    try expectRefused(folder.write("short", bytes), .notADatabase, "not an SQLite database")
    let padded = bytes + [UInt8](repeating: 0, count: 8_192)
    // A power cut leaves pages of zeros: see `SetAsideTests`.
    if !text.hasSuffix("3") && text != "\0" {
      try expectRefused(folder.write("long", padded), .notADatabase, "not an SQLite database")
    }
  }

  @Test func truncatedHeadersAreRejected() throws {
    try Journal(path: folder.file("whole.db")).record(sample(1))
    let whole = try folder.read("whole.db")
    try expectRefused(folder.write("cut.db", whole.prefix(16)), .notADatabase, "truncated")
    try expectRefused(folder.write("cut.db", whole.prefix(99)), .notADatabase, "truncated")
  }

  @Test(arguments: [
    "CREATE TABLE photos (name TEXT)", "PRAGMA application_id = 1; CREATE TABLE answers (name TEXT)",
    "PRAGMA journal_mode = WAL; CREATE TABLE photos (name TEXT)", "PRAGMA user_version = 1",
  ])
  func aDatabaseOfAnotherApplication(statements: String) throws {
    let path = folder.file("photos.db")
    try sql(path, statements)
    try expectRefused(path, .otherApplication, "of another application")
  }

  @Test func otherTablesWithOurApplicationIDAreRejected() throws {
    let path = folder.file("odd.db")
    try sql(path, "PRAGMA application_id = 0x53746172; PRAGMA user_version = 1; CREATE TABLE answers (name TEXT)")
    try expectRefused(path, .otherApplication, "tables belong to another application")
  }

  @Test func newerSchemasAreRejected() throws {
    let path = folder.file("new.db")
    try Journal(path: path).record(sample(1))
    try sql(path, "PRAGMA user_version = 9")
    try expectRefused(path, .newerSchema, "schema version is 9", "install")
  }

  /// A flipped bit in the version would hide the columns that came later.
  @Test func aVersionThatIsNotItsSchemasIsDamage() throws {
    let path = folder.file("old.db")
    try Journal(path: path).record(sample(1))
    for version in 1...7 {
      try sql(path, "PRAGMA user_version = \(version)")
      try expectRefused(path, .damaged, "its schema is not a journal's")
    }
  }

  @Test func newerSchemasInTheLogAreRejected() throws {
    let path = folder.file("new.db")
    let journal = try Journal(path: path)
    try journal.record(sample(1))
    let other = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
    try other.execute("PRAGMA user_version = 9")
    #expect(refusal(path)?.kind == .newerSchema)
    #expect(readRefusal(path)?.kind == .newerSchema)
  }

  /// Overwrites the pages after the first: the header stays valid.
  private func damage(_ database: Data) -> Data {
    var damaged = database
    for i in 4_096..<damaged.count where i % 64 == 0 { damaged[i] = 0xa5 }
    return damaged
  }

  @Test func damagedDatabasesAreRejected() throws {
    let journal = try Journal(path: folder.file("whole.db"))
    for number: Int32 in 0..<200 { try journal.record(sample(number)) }
    journal.close()
    let path = try folder.write("hurt.db", damage(folder.read("whole.db")))
    try expectRefused(path, .damaged, "damaged", "to another folder", alsoForReading: false)
    let half = try folder.write("half.db", folder.read("whole.db").prefix(8_000))
    try expectRefused(half, .damaged, "damaged", alsoForReading: false)
  }

  @Test func damagedDatabasesWithALogAreRejected() throws {
    let other = try TemporaryFolder()
    let journal = try Journal(path: other.file("a.db"))
    for number: Int32 in 0..<200 { try journal.record(sample(number)) }
    journal.close()
    let again = try Journal(path: other.file("a.db"))
    try again.record(sample(200))
    let path = try folder.write("a.db", damage(other.read("a.db")))
    _ = try folder.write("a.db-wal", other.read("a.db-wal"))
    try expectRefused(path, .damaged, "damaged", alsoForReading: false)
  }

  @Test func logsWithoutADatabaseAreRejected() throws {
    _ = try folder.write("answers.db-wal", [1, 2, 3])
    try expectRefused(folder.file("answers.db"), .failed, "still holds answers", alsoForReading: false)
    _ = try folder.write("answers.db", [])
    try expectRefused(folder.file("answers.db"), .failed, "still holds answers", alsoForReading: false)
  }
}
