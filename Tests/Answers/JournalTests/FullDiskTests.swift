import CSQLite
import Foundation
import Testing

@testable import Journal

/// A full file system: tmpfs of a few hundred KiB. The tests are skipped without the right to mount it, for example in a
/// container.
@Suite(.enabled(if: SmallDisk.isPossible, "mounting a file system requires CAP_SYS_ADMIN"))
struct FullDiskTests {
  @Test func aFullDiskIsReportedAndNothingIsWrittenPartly() throws {
    let disk = try SmallDisk(kibibytes: 256)
    let path = disk.file("answers.db")
    let journal = try Journal(path: path)
    var recorded: [Answer] = []
    var failures: [JournalError] = []
    for number: Int32 in 0..<2_000 where failures.count < 3 {
      do throws(JournalError) {
        try journal.record(sample(number))
        recorded.append(sample(number))
      } catch { failures.append(error) }
    }
    #expect(failures.count == 3)
    for error in failures {
      #expect(error.kind == .full)
      #expect(
        error.message == "cannot record an answer in \(path): the disk is full; nothing was written; "
          + "free space on that disk")
    }
    #expect(try answers(at: path) == recorded)
    try disk.remount("size=4096k")
    try journal.record(sample(5_000))
    recorded.append(sample(5_000))
    journal.close()
    #expect(try answers(at: path) == recorded)
    #expect(try value(path, "PRAGMA integrity_check") == "ok")
  }

  /// The reserve takes answers once the journal does not; after that the kiosk is out of order until there is room.
  @Test func aFullDiskUsesTheReserveAndRecovers() throws {
    let disk = try SmallDisk(kibibytes: 512)
    let path = disk.file("answers.db")
    let store = try AnswerStore(path: path, limit: 10_000, mayWait: true)
    try store.record([sample(0)])
    var number: Int32 = 1
    while (try? store.record([sample(number)])) != nil { number += 1 }
    #expect(store.spilledCount > 100 && store.isOutOfOrder && store.failure?.kind == .full)
    // A restart does not lose them, and is out of order, too.
    let other = try AnswerStore(path: path, limit: 10_000, mayWait: true)
    #expect(other.spilledCount == store.spilledCount)
    try disk.remount("size=4096k")
    #expect(try store.retry() == [sample(number)])
    #expect(!store.isWaiting && store.failure == nil)
    #expect(try answers(at: path) == (0...number).map { sample($0) })
  }

  @Test func aDiskTooSmallForTheReserveIsOutOfOrder() throws {
    let disk = try SmallDisk(kibibytes: 8)
    let store = try AnswerStore(path: disk.file("answers.db"), limit: 10_000, mayWait: true)
    #expect(store.isOutOfOrder && store.failure?.kind == .full)
    #expect(throws: JournalError.self) { try store.record([sample(1)]) }
    #expect(throws: JournalError.self) { try AnswerStore(path: disk.file("b.db"), limit: 10_000, mayWait: false) }
    try disk.remount("size=4096k")
    #expect(try store.retry() == [sample(1)])
    #expect(!store.isOutOfOrder)
    #expect(try answers(at: disk.file("answers.db")) == [sample(1)])
  }

  /// An operator exports the answers before freeing space, so reading must not need any.
  @Test func aJournalOnAFullDiskIsReadable() throws {
    let disk = try SmallDisk(kibibytes: 1_024)
    let path = disk.file("answers.db")
    let journal = try Journal(path: path)
    try journal.record((0..<100).map { sample($0) })
    journal.close()
    let fill = try disk.fill()
    for _ in 0..<3 { #expect(try answers(at: path).count == 100) }
    #expect(refusal(path)?.kind == .full)
    #expect(try answers(at: path).count == 100)
    try FileManager.default.removeItem(atPath: fill)
    try Journal(path: path).record(sample(100))
    #expect(try answers(at: path).count == 101)
  }

  @Test func aDiskTooSmallForAnyJournalStaysEmpty() throws {
    let disk = try SmallDisk(kibibytes: 8)
    #expect(refusal(disk.file("answers.db"))?.kind == .full)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }

  @Test func readOnlyFileSystemsAreReported() throws {
    let disk = try SmallDisk(kibibytes: 1_024)
    let path = disk.file("answers.db")
    try Journal(path: path).record(sample(1))
    try disk.remount(readOnly: true)
    let error = refusal(path)
    #expect(error?.kind == .readOnly)
    #expect(error?.message.contains("read-only file system") == true)
    #expect(refusal(disk.file("new.db"))?.kind == .readOnly)
    #expect(try answers(at: path) == [sample(1)])
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["answers.db"])
  }
}

/// A tmpfs, unmounted with the object.
private final class SmallDisk {
  let path: String
  private let folder: TemporaryFolder

  static let isPossible = (try? SmallDisk(kibibytes: 8)) != nil

  init(kibibytes: Int) throws {
    folder = try TemporaryFolder()
    path = folder.path
    try mount(0, "size=\(kibibytes)k")
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  func file(_ name: String) -> String { folder.file(name) }

  /// Fills the disk with a file, and returns its path. A process that another test starts holds the journal's removed files, and thus their
  /// memory, until it has its own program: a full disk may become less full.
  func fill() throws -> String {
    let path = file("fill")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    for _ in 0..<1000 {
      for size in [4096, 1] { while (try? handle.write(contentsOf: Data(count: size))) != nil {} }
      if try isFull { break }
      usleep(10_000)
    }
    try handle.close()
    try #require(isFull)
    return path
  }

  /// Whether the files that have names take all the memory.
  private var isFull: Bool {
    get throws {
      var (disk, used) = (statvfs(), 0)
      statvfs(path, &disk)
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        var file = stat()
        stat(self.file(name), &file)
        used += Int(file.st_blocks) * 512
      }
      return used == Int(disk.f_blocks * disk.f_frsize)
    }
  }

  func remount(readOnly: Bool = false, _ options: String = "") throws {
    try mount(UInt(MS_REMOUNT | (readOnly ? MS_RDONLY : 0)), options)
  }

  private func mount(_ how: UInt, _ options: String) throws {
    if Glibc.mount("tmpfs", path, "tmpfs", how, options) == 0 { return }
    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
  }
}
