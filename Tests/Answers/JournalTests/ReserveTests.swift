import Foundation
import TestSupport
import Testing

@testable import Journal

/// The C library's header of setfsuid(2) is in no module.
@_silgen_name("setfsuid") private func setfsuid(_ user: UInt32) -> Int32

/// A reserve that cannot be read, or not completely: nothing of it is deleted.
@Suite struct ReserveTests {
  let folder: TemporaryFolder
  let path: String
  private var reserve: String { path + ".spill" }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("answers.db")
  }

  private func asides() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return names.filter { $0.hasPrefix("answers.db.spill.damaged-") }
  }

  private func fill(_ numbers: Range<Int32>) throws {
    var spill = Spill(path: reserve)
    try spill.add(numbers.map(sample))
  }

  @Test func linesThatAreNoAnswersAreSetAside() throws {
    try fill(1..<4)
    var bytes = try folder.read("answers.db.spill")
    // The middle line becomes another one.
    let line = try #require(bytes.range(of: Data(sample(2).uuid.text.utf8)))
    bytes[line.lowerBound] = UInt8(ascii: "x")
    _ = try folder.write("answers.db.spill", bytes)
    let store = try AnswerStore(path: path, limit: 1_000, mayWait: true)
    #expect(try answers(at: path) == [sample(1), sample(3)])
    let aside = try #require(try asides().first)
    #expect(store.reserveAsidePath == folder.file(aside))
    let kept = String(decoding: try folder.read(aside), as: UTF8.self)
    #expect(kept.contains(sample(2).uuid.text.dropFirst()) && !kept.contains(sample(1).uuid.text))
    #expect(try folder.read("answers.db.spill") == Data(count: Spill.size))
  }

  @Test func answersBehindAHoleAreFound() throws {
    try fill(1..<4)
    var bytes = try folder.read("answers.db.spill")
    let line = try #require(bytes.range(of: Data(sample(2).jsonBytes)))
    for i in line { bytes[i] = 0 }
    _ = try folder.write("answers.db.spill", bytes)
    _ = try AnswerStore(path: path, limit: 1_000, mayWait: true)
    #expect(try answers(at: path) == [sample(1), sample(3)])
  }

  /// Read as root, every file is readable; so these are what no user can read as a reserve.
  @Test(arguments: ["folder", "pipe", "link", "large"]) func whatIsNoReserveIsRenamed(kind: String) throws {
    let target = try folder.write("target", Data("mine".utf8))
    switch kind {
    case "folder": try FileManager.default.createDirectory(atPath: reserve, withIntermediateDirectories: false)
    case "pipe": mkfifo(reserve, 0o600)
    case "link": symlink(target, reserve)
    default: _ = try folder.write("answers.db.spill", Data(repeating: 0x61, count: Spill.size + 1))
    }
    let store = try AnswerStore(path: path, limit: 1_000, mayWait: true)
    #expect(try asides().count == 1 && store.reserveAsidePath != nil && store.reserveFailure == nil)
    #expect(try folder.read("target") == Data("mine".utf8))
    #expect(try folder.read("answers.db.spill") == Data(count: Spill.size))
  }

  /// A process without a free descriptor cannot read the file, which is not a fault of the file.
  @Test func reserveIsReadOnceADescriptorIsFree() async {
    await #expect(processExitsWith: .success) { exit(Self.readWithoutDescriptors()) }
  }

  /// Returns the number of the first step that failed; 0 if none did.
  private static func readWithoutDescriptors() -> Int32 {
    guard let test = try? ReserveTests(), (try? test.fill(1..<4)) != nil else { return 1 }
    var spill = withoutDescriptors {
      var spill = Spill(path: test.reserve)
      spill.absorb(test.folder.file("other.spill"))
      return Spill.count(at: test.reserve) == nil ? spill : nil
    }
    if spill?.failure?.errno != EMFILE || spill?.setAsidePath != nil { return 2 }
    if (try? test.asides()) != [] { return 3 }
    spill?.retry()
    return spill?.failure == nil && spill?.answers == [sample(1), sample(2), sample(3)] ? 0 : 4
  }

  /// Two kiosks with one journal: neither overwrites what the other has added.
  @Test func twoKiosksShareAReserve() throws {
    var (first, second) = (Spill(path: reserve), Spill(path: reserve))
    try first.add([sample(1)])
    try second.add([sample(2)])
    try first.add([sample(3)])
    #expect(Spill(path: reserve).answers == [sample(1), sample(2), sample(3)])
    // The second one has stored the first two answers.
    try second.clear()
    #expect(Spill(path: reserve).answers == [sample(3)])
    #expect(second.answers == [sample(3)])
    try first.clear()
    try second.clear()
    #expect(try folder.read("answers.db.spill") == Data(count: Spill.size))
  }

  /// A reserve that is gone shows with the next answer, not when the disk is full.
  @Test(arguments: ["deleted", "linked", "a folder", "short"]) func aLostReserveIsMadeAgain(how: String) throws {
    let store = try AnswerStore(path: path, limit: 1_000, mayWait: true)
    switch how {
    case "linked": link(reserve, folder.file("other"))
    case "short": truncate(reserve, 100)
    default: try FileManager.default.removeItem(atPath: reserve)
    }
    if how == "a folder" {
      try FileManager.default.createDirectory(atPath: reserve, withIntermediateDirectories: false)
    }
    try store.record([sample(1)])
    #expect(try folder.read("answers.db.spill") == Data(count: Spill.size) && store.reserveFailure == nil)
    #expect(try FileManager.default.attributesOfItem(atPath: reserve)[.referenceCount] as? Int == 1)
    #expect(try answers(at: path) == [sample(1)])
  }

  /// A reserve of another user, on the real file system, read by a process of its own.
  @Test(.enabled(if: geteuid() == 0, "another user's file requires root")) func anotherUsersReserveIsRenamed() throws {
    try fill(1..<4)
    chmod(folder.path, 0o777)
    let before = try folder.read("answers.db.spill")
    // Of this thread only: other tests go on as root.
    _ = setfsuid(65_534)
    let spill = Spill(path: reserve)
    _ = setfsuid(0)
    #expect(spill.failure == nil && spill.answers.isEmpty)
    let aside = try #require(try asides().first)
    #expect(try folder.read(aside) == before)
  }

  @Test func aReserveIsCountedWithoutAChange() throws {
    try fill(1..<4)
    let before = try folder.read("answers.db.spill")
    #expect(AnswerStore.reserveCount(ofJournal: path) == 3)
    #expect(try folder.read("answers.db.spill") == before)
    #expect(AnswerStore.reserveCount(ofJournal: folder.file("other.db")) == 0)
  }
}
