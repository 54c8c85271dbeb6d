import CLinux
import Testing

@testable import System

/// Reading and writing of regular files, links, pipes and devices.
@Suite final class FileTests {
  private let folder: String

  init() throws { folder = try scratchFolder() }

  deinit { removeScratchFolder(folder) }

  private func path(_ name: String) -> String { folder + "/" + name }

  @Test func writingFollowsLinks() throws {
    try writeFile(path("file"), [1])
    #expect(symlink("file", path("link")) == 0)
    try writeFile(path("link"), [2, 3])
    #expect(try readFile(path("file")) == [2, 3])
    var target = [CChar](repeating: 0, count: 64)
    #expect(readlink(path("link"), &target, 63) == 4, "the link is kept")
    #expect(try listDirectory(folder).sorted() == ["file", "link"])
  }

  /// A link to a missing file, and a link to that link: writing creates the file.
  @Test func writingFollowsDanglingLinks() throws {
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

  /// A draft of the name that earlier versions used, left over or placed as a trap, stays as it is.
  @Test func linksAtTheDraftsPlaceAreNotFollowed() throws {
    try writeFile(path("victim"), [7])
    #expect(symlink(path("victim"), path("file.part")) == 0)
    try checkReplaceable(path("file"))
    try writeFile(path("file"), [1, 2])
    #expect(try readFile(path("file")) == [1, 2] && readFile(path("victim")) == [7])
    #expect(try listDirectory(folder).sorted() == ["file", "file.part", "victim"])
  }

  /// A service's user cannot make root write to a file of root's.
  @Test(.enabled(if: geteuid() == 0)) func linksOfOtherUsersAreNotFollowed() throws {
    try writeFile(path("victim"), [7])
    #expect(symlink(path("victim"), path("link")) == 0 && lchown(path("link"), 65534, 65534) == 0)
    let refused = [
      #expect(throws: SystemError.self) { try writeFile(path("link"), [1]) },
      #expect(throws: SystemError.self) { try checkReplaceable(path("link")) },
    ]
    for error in refused { #expect(error?.errno == ELOOP && error?.subject == path("link")) }
    #expect(try readFile(path("victim")) == [7])
  }

  /// Names of 255 bytes have drafts, too, even if their 85 characters do not end where a draft's name is cut.
  @Test(arguments: [String(repeating: "n", count: 255), String(repeating: "€", count: 85)])
  func longestNames(_ name: String) throws {
    try writeFile(path(name), [3])
    #expect(try readFile(path(name)) == [3] && listDirectory(folder) == [name])
  }

  /// The check changes neither the file, nor another program's draft, nor what a pipe's reader receives.
  @Test func checkReplaceableChangesNothing() throws {
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
    #expect(try !poller.wait(until: 0), "the pipe was not opened")
    for (name, code) in [("", EISDIR), ("/file/x", ENOTDIR), ("/none/x", ENOENT)] as [(String, Int32)] {
      let error = #expect(throws: SystemError.self) { try checkReplaceable(folder + name) }
      #expect(error?.errno == code && error?.subject == folder + name && error?.operation == "open")
    }
  }

  @Test func readingHasALimit() throws {
    try writeFile(path("file"), [UInt8](repeating: 7, count: 40_000))
    #expect(try readFile(path("file"), limit: 40_000).count == 40_000)
    let error = #expect(throws: SystemError.self) { try readFile(path("file"), limit: 39_999) }
    #expect(error?.errno == EFBIG && error?.subject == path("file"))
  }

  @Test(arguments: [
    ("/dev/input", "/dev"), ("/file", "/"), ("/", "/"), ("input", "."), ("a/b/c", "a/b"), ("", "."),
  ])
  func parentFolders(_ path: String, _ folder: String) { #expect(parentFolder(of: path) == folder) }

  @Test func writingToAPipeKeepsIt() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let reader = try FileDescriptor(opening: path("pipe"), flags: O_RDONLY | O_NONBLOCK)
    try writeFile(path("pipe"), [4, 5, 6])
    var got = [UInt8](repeating: 0, count: 8)
    #expect(try reader.read(into: &got) == 3)
    #expect(got.prefix(3) == [4, 5, 6])
    #expect(isSpecial(path("pipe")))
  }

  @Test func writingToAFullDeviceFails() {
    let error = #expect(throws: SystemError.self) { try writeFile("/dev/full", [1]) }
    #expect(error?.errno == ENOSPC && error?.subject == "/dev/full")
    #expect(isSpecial("/dev/full"))
  }

  /// Neither a pipe nor a device is opened, whether or not it has a writer; a link to a file is followed.
  @Test func onlyRegularFilesAreRead() throws {
    try writeFile(path("file"), [1, 2, 3])
    #expect(symlink("file", path("link")) == 0 && mkfifo(path("pipe"), 0o600) == 0)
    #expect(try readRegularFile(path("link"), limit: 3) == [1, 2, 3])
    let writer = try FileDescriptor(opening: path("pipe"), flags: O_RDWR | O_NONBLOCK)
    for other in [path("pipe"), "/dev/zero", "/dev/null", folder, path("none")] {
      #expect(throws: SystemError.self) { try readRegularFile(other) }
    }
    #expect(throws: SystemError.self) { try readRegularFile(path("file"), limit: 2) }
    _ = consume writer
  }

  @Test func pipesWithoutAWriterAreEmpty() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(try readFile(path("pipe")) == [])
  }

  /// The content exceeds the pipe's capacity, so that the writer and the reader wait for each other.
  @Test func pipesAreReadToTheirEnd() throws {
    var ends: [Int32] = [-1, -1]
    #expect(cl_pipe(&ends) == 0)
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let child = fork(writing: content, to: ends)
    close(ends[1])
    #expect(try readFile("/dev/fd/\(ends[0])") == content)
    close(ends[0])
    #expect(cl_wait(child) == 0)
  }

  /// Starts a process that writes the content. Swift has no fork(2).
  private func fork(writing content: [UInt8], to ends: [Int32]) -> pid_t {
    let source = path("content")
    try? writeFile(source, content)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("cat"), strdup(source), nil]
    defer { for argument in arguments { free(argument) } }
    return cl_spawn("/bin/cat", &arguments, ends[1], 0)
  }
}
