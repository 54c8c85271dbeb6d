import CSQLite
import Foundation
import Testing

@testable import Journal

/// A file system without shared memory maps, such as 9P: the kernel refuses the map of a log's index.
@Suite struct SharedMemoryTests {
  init() {
    // The real part needs a virtual machine. SQLite lets tests replace its system calls; this one fails only for these folders.
    let vfs = sqlite3_vfs_find(nil)
    // The first connection replaces a call, too.
    _ = try? Connection("", .memory, busyTimeout: 0, for: "open")
    _ = vfs?.pointee.xSetSystemCall(
      vfs, "mmap",
      unsafeBitCast(
        { address, length, protection, flags, file, offset in
          var name = [CChar](repeating: 0, count: 600)
          let count = readlink("/proc/self/fd/\(file)", &name, 599)
          let bytes = name.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
          if String(decoding: bytes, as: UTF8.self).contains("/no-map/") {
            errno = ENODEV
            return UnsafeMutableRawPointer(bitPattern: -1)
          }
          return cs_map(address, length, protection, flags, file, sqlite3_int64(offset))
        } as @convention(c) (UnsafeMutableRawPointer?, Int, Int32, Int32, Int32, off_t) -> UnsafeMutableRawPointer?,
        to: sqlite3_syscall_ptr.self))
  }

  @Test(arguments: [false, true]) func theJournalHasARollbackJournal(isCopied: Bool) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("no-map"), withIntermediateDirectories: false)
    let path = folder.file("no-map/a.db")
    if isCopied {
      // A journal with a log, from another file system.
      try Journal(path: folder.file("a.db")).record(sample(0))
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: folder.file("a.db" + suffix)) {
        try FileManager.default.copyItem(atPath: folder.file("a.db" + suffix), toPath: path + suffix)
      }
    } else {
      try Journal(path: path).record(sample(0))
    }
    let journal = try Journal(path: path, whenDamaged: .replace)
    #expect(journal.setAsidePath == nil)
    try journal.record(sample(1))
    #expect(try value(path, "PRAGMA journal_mode") == "delete")
    let outbox = try Outbox(path: path)
    #expect(try outbox.next(after: 0, limit: 9).map(\.answer) == [sample(0), sample(1)])
    try outbox.markDelivered([1], at: 1)
    try journal.record(sample(2))
    journal.close()
    #expect(try answers(at: path) == (0...2).map(sample))
    #expect(try Journal.tryWrite(in: folder.file("no-map")).hasLog == false)
    #expect(try Journal.tryWrite(in: folder.path).hasLog)
  }
}
