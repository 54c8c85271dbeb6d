import Foundation
import Testing

@testable import Journal

/// At the kiosk's own place, whatever lies there is set aside, and its pending answers are copied as far as they can be read.
@Suite struct ReplacePolicyTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  private func shell(_ command: String) throws {
    let shell = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "cd \(folder.path) && \(command)"])
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  @Test(arguments: [
    "echo garbage > answers.db", "printf 'SQLite format 3' > answers.db",
    "head -c 9000 /dev/urandom > answers.db", "mkdir answers.db",
    "mkfifo answers.db", "ln -s nowhere answers.db", "ln -s answers.db answers.db", "ln -s /dev/null answers.db",
    "CREATE TABLE photos (name TEXT)",
  ])
  func anythingIsSetAside(command: String) throws {
    if command.hasPrefix("CREATE") { try sql(path, command) } else { try shell(command) }
    #expect(throws: JournalError.self) { try Journal(path: path, whenDamaged: .setAside) }
    let journal = try Journal(path: path, whenDamaged: .replace)
    let aside = try #require(journal.setAsidePath)
    #expect((try? FileManager.default.attributesOfItem(atPath: aside)) != nil)
    #expect(Journal.setAsideCount(of: path) == 1)
    try journal.record(sample(1))
    #expect(try answers(at: path) == [sample(1)])
  }

  /// SQLite would wait for ever for the other end of a pipe.
  @Test(arguments: ["mkfifo", "mkdir", "ln -s nowhere"], Place.companions)
  func aCompanionThatIsNoFileIsSetAside(command: String, companion: String) throws {
    let journal = try Journal(path: path)
    try journal.record(sample(1))
    journal.close()
    try shell(command + " answers.db" + companion)
    #expect(throws: JournalError.self) { try JournalReader(path: path) }
    #expect(throws: JournalError.self) { try Outbox(path: path) }
    #expect(throws: JournalError.self) { try Journal(path: path, whenDamaged: .setAside) }
    let store = try AnswerStore(path: path, limit: 1_000, mayWait: true, whenDamaged: .replace)
    let aside = try #require(store.setAsidePath)
    #expect((try? FileManager.default.attributesOfItem(atPath: aside + companion)) != nil)
    try store.record([sample(2)])
    #expect(try answers(at: path) == [sample(1), sample(2)] && !store.isWaiting)
  }

  @Test func aFolderInPlaceOfTheDraftIsSetAside() throws {
    try shell("mkdir -p answers.db.new/inside && echo garbage > answers.db")
    let journal = try Journal(path: path, whenDamaged: .replace)
    try journal.record(sample(1))
    #expect(try answers(at: path) == [sample(1)])
  }

  /// A journal of a newer version, one with another schema, and one with a damaged page.
  @Test(arguments: [
    ("PRAGMA user_version = 99", 190), ("ALTER TABLE answers ADD COLUMN future TEXT; PRAGMA user_version = 99", 190),
    ("PRAGMA application_id = 9", 190), ("ALTER TABLE answers ADD COLUMN note TEXT", 190),
  ])
  func pendingAnswersAreCopied(statements: String, count: Int) throws {
    let journal = try Journal(path: path)
    try journal.record((0..<200).map(sample))
    journal.close()
    try Outbox(path: path).markDelivered((1...10).map { $0 }, at: 1)
    try sql(path, statements)
    let new = try Journal(path: path, whenDamaged: .replace)
    #expect(new.setAsidePath != nil)
    #expect(try answers(at: path) == (10..<200).map(sample))
    #expect(try Outbox(path: path).backlog() == Int64(count))
  }

  /// Each page of the file in turn is overwritten. All answers that are not on it are copied, and the file is kept.
  @Test func answersAroundADamagedPageAreCopied() throws {
    let journal = try Journal(path: path)
    try journal.record((0..<300).map(sample))
    journal.close()
    let whole = try folder.read("answers.db")
    let pages = whole.count / 4_096
    var copied: [Int] = []
    for page in 1..<pages {
      let other = try TemporaryFolder()
      var bytes = whole
      for i in page * 4_096..<(page + 1) * 4_096 { bytes[i] = 0xa5 }
      let found = try Journal(path: other.write("a.db", bytes), whenDamaged: .replace)
      let all = try answers(at: other.file("a.db"))
      #expect(Set(all).isSubset(of: Set((0..<300).map(sample))))
      copied.append(all.count)
      if found.setAsidePath == nil { #expect(all.count == 300) }
    }
    // Most pages hold some answers or an index; only the root hides all.
    #expect(copied.filter { $0 >= 270 }.count >= pages - 4, "\(copied)")
  }

  /// The next start finds the new journal of a kiosk that lost power while it set the old one aside.
  @Test func aPowerCutBetweenTheRenamesLosesNothing() throws {
    try Journal(path: folder.file("b.db")).record((0..<5).map(sample))
    try shell("mv b.db answers.db.new")
    let journal = try Journal(path: path, whenDamaged: .replace)
    #expect(try answers(at: path) == (0..<5).map(sample))
    journal.close()
    // An incomplete one has no answers.
    try shell("rm answers.db; head -c 5000 /dev/zero > answers.db.new")
    _ = try Journal(path: path, whenDamaged: .replace)
    #expect(try answers(at: path) == [])
  }

  /// Programs that write into the file instead of replacing it.
  @Test(
    arguments: [
      "echo garbage > answers.db", "cat other.db > answers.db", "head -c 30000 /dev/urandom > answers.db",
    ], [false, true])
  func anOverwrittenFileIsRecognized(command: String, isStopped: Bool) throws {
    try Journal(path: folder.file("other.db")).record(sample(90))
    let journal = try Journal(path: path, whenDamaged: .replace)
    for number: Int32 in 0..<40 { try journal.record(sample(number)) }
    try shell(command)
    if !isStopped { try journal.record(sample(40)) }
    journal.close()
    let found = Set(try answers(at: path))
    #expect(found.isSuperset(of: (0..<40).map(sample)), "\(found.count)")
    #expect(found.contains(sample(40)) == !isStopped)
    #expect(Journal.setAsideCount(of: path) == 1)
  }
}
