import CLinux
import Foundation
import Testing

@testable import System

/// Files in a folder that another user writes to: on random states of a folder, only regular files of an expected owner and size are read,
/// and nothing outside of the folder changes.
@Suite(.serialized) struct SharedFolderTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID().uuidString)")
  var path: String { scratch.path + "/control" }
  var outside: String { scratch.path + "/outside" }
  var folder: SharedFolder { SharedFolder(path) }

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("precious".utf8).write(to: URL(fileURLWithPath: outside))
  }

  private func remove() { try? FileManager.default.removeItem(at: scratch) }

  private func errno(_ body: () throws(SystemError) -> Void) -> Int32 {
    do throws(SystemError) { try body() } catch { return error.errno }
    return 0
  }

  @Test func aFileIsReplacedAtomically() throws {
    defer { remove() }
    try folder.write("report", Array("one".utf8))
    try folder.write("report", Array("two".utf8), mode: 0o600)
    #expect(try folder.read("report", limit: 3, of: .me) == Array("two".utf8))
    #expect(try folder.names() == ["report"])
    #expect(try FileStatus(path + "/report").permissions == 0o600)
    #expect(errno { () throws(SystemError) in _ = try folder.read("report", limit: 2, of: .me) } == EFBIG)
    #expect(errno { () throws(SystemError) in _ = try folder.read("missing", limit: 2, of: .me) } == ENOENT)
  }

  /// A link, a pipe with and without a writer, a folder, a socket and a device: none is read, overwritten or waited for.
  @Test(arguments: ["link", "dangling", "pipe", "written-pipe", "folder"]) func onlyRegularFilesCount(kind: String)
    throws
  {
    defer { remove() }
    let file = path + "/report"
    var writer: Int32 = -1
    switch kind {
    case "link": #expect(symlink(outside, file) == 0)
    case "dangling": #expect(symlink(scratch.path + "/new", file) == 0)
    case "pipe", "written-pipe":
      #expect(mkfifo(file, 0o600) == 0)
      if kind == "written-pipe" { writer = open(file, O_RDWR) }
    default: #expect(mkdir(file, 0o700) == 0)
    }
    defer { if writer >= 0 { close(writer) } }
    #expect(errno { () throws(SystemError) in _ = try folder.read("report", limit: 100, of: .any) } != 0)
    #expect(errno { () throws(SystemError) in _ = try folder.openToOverwrite("report", creating: true) } != 0)
    let replaced = errno { () throws(SystemError) in try folder.write("report", Array("new".utf8)) } == 0
    #expect(replaced == (kind != "folder"))
    if replaced { #expect(try folder.read("report", limit: 100, of: .me) == Array("new".utf8)) }
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "precious")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/new"))
  }

  @Test func theFolderItselfIsNoLink() throws {
    defer { remove() }
    #expect(symlink(path, scratch.path + "/alias") == 0)
    let alias = SharedFolder(scratch.path + "/alias")
    #expect(errno { () throws(SystemError) in try alias.write("report", []) } != 0)
    #expect(errno { () throws(SystemError) in try alias.create(mode: 0o700) } != 0)
    #expect(try folder.names() == [])
  }

  @Test func aSecondNameIsNotOverwritten() throws {
    defer { remove() }
    #expect(link(outside, path + "/reserve") == 0)
    #expect(errno { () throws(SystemError) in _ = try folder.openToOverwrite("reserve", creating: true) } == EPERM)
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "precious")
  }

  @Test(.enabled(if: geteuid() == 0)) func filesOfOtherUsersAreRefused() throws {
    defer { remove() }
    try folder.write("report", Array("x".utf8))
    #expect(chown(path + "/report", 4242, 4242) == 0)
    #expect(errno { () throws(SystemError) in _ = try folder.read("report", limit: 9, of: .me) } == EPERM)
    #expect(errno { () throws(SystemError) in _ = try folder.read("report", limit: 9, of: .folder) } == EPERM)
    #expect(try folder.read("report", limit: 9, of: .any) == Array("x".utf8))
    #expect(chown(path, 4242, 4242) == 0)
    #expect(try folder.read("report", limit: 9, of: .folder) == Array("x".utf8))
    // What root writes belongs to the folder's owner.
    try folder.write("report", Array("y".utf8))
    #expect(try FileStatus(path + "/report").owner == 4242)
  }

  @Test func aPrivateFolderLosesPermissions() throws {
    defer { remove() }
    let own = SharedFolder(scratch.path + "/own")
    #expect(mkdir(own.path, 0o777) == 0 && chmod(own.path, 0o2770) == 0)
    try own.create(mode: 0o700)
    #expect(try FileStatus(own.path).permissions & 0o777 == 0o700)
  }

  @Test func onlyOwnRegularFilesAreAdopted() throws {
    defer { remove() }
    let own = SharedFolder(scratch.path + "/own")
    try own.create(mode: 0o700)
    try folder.write("good", Array("g".utf8))
    #expect(symlink(outside, path + "/linked") == 0)
    #expect(mkfifo(path + "/pipe", 0o600) == 0)
    for name in ["good", "linked", "pipe", "missing"] { own.adopt(name, from: folder, as: name, limit: 10) }
    #expect(try own.names() == ["good"])
    #expect(try !folder.names().contains("good"))
    try folder.write("good", Array("other".utf8))
    own.adopt("good", from: folder, as: "good", limit: 10)
    #expect(try own.read("good", limit: 10, of: .me) == Array("g".utf8))
  }

  /// Another user replaces a file as fast as it can: each read gets one of its contents or fails, and each write stays inside.
  @Test func aRaceIsNotWon() throws {
    defer { remove() }
    let (path, outside, scratch) = (self.path, self.outside, self.scratch.path)
    let isDone = Flag()
    let attacker = Thread {
      while !isDone.value {
        _ = symlink(outside, scratch + "/link")
        _ = rename(scratch + "/link", path + "/report")
        _ = mkfifo(scratch + "/pipe", 0o600)
        _ = rename(scratch + "/pipe", path + "/report")
      }
    }
    attacker.start()
    for number in 0..<300 {
      try folder.write("report", Array("\(number)".utf8))
      if let content = try? folder.read("report", limit: 100, of: .me) {
        #expect(content == Array("\(number)".utf8))
      }
    }
    isDone.value = true
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "precious")
  }
}

/// A flag that two threads share.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var isSet = false

  var value: Bool {
    get { lock.withLock { isSet } }
    set { lock.withLock { isSet = newValue } }
  }
}
