import CLinux
import Testing

@testable import System

/// Files that are no ordinary ones: what a path names stays what it is, and nobody waits for ever.
@Suite final class FileTests {
  private let folder: String

  init() throws { folder = try scratchFolder() }

  deinit { removeScratchFolder(folder) }

  private func path(_ name: String) -> String { folder + "/" + name }

  @Test func whatALinkNamesIsReplaced() throws {
    try writeFile(path("file"), [1])
    #expect(symlink("file", path("link")) == 0)
    try writeFile(path("link"), [2, 3])
    #expect(try readFile(path("file")) == [2, 3])
    var target = [CChar](repeating: 0, count: 64)
    #expect(readlink(path("link"), &target, 63) == 4, "the link is there as before")
    #expect(try listDirectory(folder).sorted() == ["file", "link"])
  }

  /// A link that names nothing yet, and one to that link: the file comes into being where they point.
  @Test func aDanglingLinkIsWrittenThrough() throws {
    #expect(mkdir(path("folder"), 0o700) == 0)
    #expect(symlink("folder/file", path("link")) == 0 && symlink(path("link"), path("second")) == 0)
    try writeFile(path("second"), [2, 3])
    #expect(try readFile(path("folder/file")) == [2, 3])
    #expect(try listDirectory(folder).sorted() == ["folder", "link", "second"])
    #expect(try listDirectory(path("folder")) == ["file"])
    #expect(symlink("loop", path("loop")) == 0)
    let error = #expect(throws: SystemError.self) { try writeFile(path("loop"), [1]) }
    #expect(error?.errno == ELOOP && error?.subject == path("loop"))
  }

  /// A start that was cut off left more than there is to write now.
  @Test func aDraftThatWasLeftOverCountsForNothing() throws {
    try writeFile(path("file.part"), [UInt8](repeating: 9, count: 100))
    try writeFile(path("file"), [1, 2])
    #expect(try readFile(path("file")) == [1, 2])
    #expect(try listDirectory(folder) == ["file"])
  }

  /// Looking ahead changes nothing: not the file, not a draft that another program writes just now, not what a pipe's reader
  /// gets.
  @Test func whetherAFileCanBeWritten() throws {
    try writeFile(path("file"), [1, 2])
    try checkReplaceable(path("file"))
    try checkReplaceable(path("new"))
    #expect(try readFile(path("file")) == [1, 2] && listDirectory(folder) == ["file"])
    try writeFile(path("other.part"), [3])
    try checkReplaceable(path("other"))
    #expect(try readFile(path("other.part")) == [3])
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let reader = try FileDescriptor(opening: path("pipe"), flags: O_RDONLY | O_NONBLOCK)
    try checkReplaceable(path("pipe"))
    let poller = Poller()
    poller.add(reader.raw)
    #expect(try !poller.wait(until: 0), "nobody has come and gone")
    for (name, code) in [("", EISDIR), ("/file/x", ENOTDIR), ("/none/x", ENOENT)] as [(String, Int32)] {
      let error = #expect(throws: SystemError.self) { try checkReplaceable(folder + name) }
      #expect(error?.errno == code && error?.subject == folder + name && error?.operation == "open")
    }
  }

  @Test func aFileOfTheLongestLengthIsRead() throws {
    try writeFile(path("file"), [UInt8](repeating: 7, count: 40_000))
    #expect(try readFile(path("file"), limit: 40_000).count == 40_000)
    let error = #expect(throws: SystemError.self) { try readFile(path("file"), limit: 39_999) }
    #expect(error?.errno == EFBIG && error?.subject == path("file"))
  }

  @Test(arguments: [
    ("/dev/input", "/dev"), ("/file", "/"), ("/", "/"), ("input", "."), ("a/b/c", "a/b"), ("", "."),
  ])
  func theFolderAbove(_ path: String, _ folder: String) { #expect(parentFolder(of: path) == folder) }

  @Test func aPipeIsWrittenToAndStays() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let reader = try FileDescriptor(opening: path("pipe"), flags: O_RDONLY | O_NONBLOCK)
    try writeFile(path("pipe"), [4, 5, 6])
    var got = [UInt8](repeating: 0, count: 8)
    #expect(try got.withUnsafeMutableBytes { try reader.read(into: $0) } == 3)
    #expect(got.prefix(3) == [4, 5, 6])
    #expect(cl_is_special(path("pipe")) == 1)
  }

  @Test func aFullDeviceSaysSoAndStays() {
    let error = #expect(throws: SystemError.self) { try writeFile("/dev/full", [1]) }
    #expect(error?.errno == ENOSPC && error?.subject == "/dev/full")
    #expect(cl_is_special("/dev/full") == 1)
  }

  @Test func aPipeWithoutAWriterIsEmpty() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(try readFile(path("pipe")) == [])
  }

  /// More than a pipe holds: the writer waits for the reader, and the reader for the writer.
  @Test func aPipeIsReadToItsEnd() throws {
    var ends: [Int32] = [-1, -1]
    #expect(cl_pipe(&ends) == 0)
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let child = fork(writing: content, to: ends)
    close(ends[1])
    #expect(try readFile("/dev/fd/\(ends[0])") == content)
    close(ends[0])
    #expect(cl_wait(child) == 0)
  }

  /// A process that writes; `cl_spawn` runs a program, and Swift has no fork.
  private func fork(writing content: [UInt8], to ends: [Int32]) -> pid_t {
    let source = path("content")
    try? writeFile(source, content)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("cat"), strdup(source), nil]
    defer { for argument in arguments { free(argument) } }
    return cl_spawn("/bin/cat", &arguments, ends[1], 0)
  }
}
