import Foundation
import Testing

@testable import Journal

/// A file system that copies on write. When it is full, a store to a map of a log's index would end the kiosk (SIGBUS), at each start again.
@Suite(.enabled(if: BtrfsDisk.isPossible, "mounting a file system requires CAP_SYS_ADMIN, Btrfs and mkfs.btrfs"))
struct CopyOnWriteTests {
  @Test func aFullDiskIsSurvived() throws {
    let disk = try BtrfsDisk()
    let path = disk.file("a.db")
    let store = try AnswerStore(path: path, limit: 10_000, mayWait: true)
    try store.record([sample(0)])
    #expect(try value(path, "PRAGMA journal_mode") == "delete")
    var number: Int32 = 1
    for round in 0..<4 {
      disk.fill("fill\(round)")
      for _ in 0..<10 {
        try? store.record([sample(number)])
        number += 1
      }
      // What another process writes is on the disk now, so each store needs new space.
      sync()
    }
    #expect(store.isWaiting && store.failure?.kind == .full, "\(store.failure?.message ?? "")")
    // A start stands, too, and says why.
    let other = try AnswerStore(path: path, limit: 10_000, mayWait: true)
    #expect(other.failure?.kind == .full, "\(other.failure?.message ?? "")")
    other.close()
    // Once files are deleted, Btrfs makes room at its next commit, after 30 s.
    disk.empty()
    for _ in 0..<90 {
      _ = try? store.retry()
      if store.failure == nil { break }
      sleep(1)
    }
    #expect(!store.isWaiting && store.failure == nil, "\(store.failure?.message ?? "")")
    try store.record([sample(number)])
    store.close()
  }
}

/// A Btrfs of 128 MiB in a file, unmounted with the object.
private final class BtrfsDisk {
  private let folder: TemporaryFolder
  private var path: String { folder.file("disk") }

  static let isPossible = (try? BtrfsDisk()) != nil

  init() throws {
    folder = try TemporaryFolder()
    let image = folder.file("image")
    _ = FileManager.default.createFile(atPath: image, contents: nil)
    truncate(image, 128 << 20)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try run("mkfs.btrfs", "-q", "-m", "single", image)
    try run("mount", "-o", "loop", image, path)
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  func file(_ name: String) -> String { path + "/" + name }

  /// Fills the disk, with ever smaller writes.
  func fill(_ name: String) {
    _ = FileManager.default.createFile(atPath: file(name), contents: nil)
    guard let fill = FileHandle(forWritingAtPath: file(name)) else { return }
    for size in [1 << 20, 65_536, 4096, 512] { while (try? fill.write(contentsOf: Data(count: size))) != nil {} }
    try? fill.close()
    sync()
  }

  /// Deletes what fills the disk.
  func empty() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name.hasPrefix("fill") { unlink(file(name)) }
    sync()
  }

  private func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw POSIXError(.ENODEV) }
  }
}
