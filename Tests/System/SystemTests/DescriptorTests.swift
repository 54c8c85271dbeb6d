import CLinux
import Foundation
import TestSupport
import Testing

@testable import System

/// A pipe with a non-blocking writing end.
private struct Pipe: ~Copyable {
  let reader: FileDescriptor
  let writer: FileDescriptor

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(cl_pipe(&ends) == 0)
    let reader = FileDescriptor(owning: ends[0], path: "pipe")
    let waiting = FileDescriptor(owning: ends[1], path: "pipe")
    let writer = try FileDescriptor(opening: "/dev/fd/\(waiting.raw)", flags: O_WRONLY | O_NONBLOCK)
    self.reader = reader
    self.writer = writer
  }

  consuming func withoutWriter() -> FileDescriptor { reader }
}

/// The life of a descriptor.
@Suite struct DescriptorTests {
  /// A child that inherited a screen would keep it in use.
  @Test func childrenInheritNoDescriptors() throws {
    let file = try FileDescriptor(opening: "/etc/os-release", flags: O_RDONLY)
    var ends: [Int32] = [-1, -1]
    try #require(cl_pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var (device, inode): (UInt64, UInt64) = (0, 0)
    try #require(cl_file_identity(ends[0], &device, &inode) == 0)
    let child = try ChildProcess("/bin/ls", ["-l", "/proc/self/fd"])
    var said: [UInt8] = []
    while case let more = try child.read(), !more.isEmpty { said += more }
    let status = try child.wait()
    let listed = String(decoding: said, as: UTF8.self)
    #expect(status == 0 && listed.contains("/proc/") && file.raw >= 0)
    #expect(!listed.contains("os-release") && !listed.contains("pipe:[\(inode)]"), "\(listed)")
  }

  @Test func descriptorsCloseThemselves() throws {
    let reader = try Pipe().withoutWriter()
    var byte = [UInt8](repeating: 0, count: 1)
    // The writing end is closed with its owner, so that this end reads the end of the file.
    #expect(try reader.read(into: &byte) == 0)
  }

  @Test func synchronizingAPipeFails() throws {
    let pipe = try Pipe()
    let error = #expect(throws: SystemError.self) { try pipe.writer.synchronize() }
    #expect(error?.errno == EINVAL && error?.operation == "synchronize")
  }

  /// The content exceeds the pipe's capacity.
  @Test func fullPipesAreErrorsWithoutWaiting() throws {
    let pipe = try Pipe()
    let raw = pipe.writer.raw
    #expect(writeAll([UInt8](repeating: 1, count: 1 << 20), to: raw, waits: false) == EAGAIN)
    #expect(pipe.reader.raw >= 0)
  }

  /// All bytes arrive in order, although each write is partial.
  @Test func waitingWritesEverything() throws {
    let pipe = try Pipe()
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let raw = pipe.writer.raw
    // A separate thread, since tests share a few and this one blocks.
    Thread.detachNewThread { _ = writeAll(content, to: raw) }
    let poller = Poller()
    var got: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 5_000)
    while got.count < content.count {
      poller.removeAll()
      poller.add(pipe.reader.raw)
      try #require(try poller.wait(until: MonotonicClock.now() + 5_000_000_000), "\(got.count) bytes came")
      let count = try pipe.reader.read(into: &chunk)
      got += chunk[0..<count]
    }
    #expect(got == content)
  }
}

@Suite struct ChildProcessTests {
  private func run(
    _ script: String, errors: ChildProcess.Errors = .shown
  ) throws -> (status: Int32, output: String) {
    let (text, status) = try ChildProcess("/bin/sh", ["-c", script], errors: errors).readAll()
    return (status, String(decoding: text, as: UTF8.self))
  }

  @Test func outputAndStatus() throws {
    let ended = try run("echo out; exit 3")
    #expect(ended.status == 3 && ended.output == "out\n")
    #expect(try run("kill -9 $$").status == 128 + 9)
    #expect(try run("readlink /proc/self/fd/2", errors: .discarded).output == "/dev/null\n")
    #expect(try run("readlink /proc/self/fd/2").output != "/dev/null\n")
    #expect(try run("echo out; echo error >&2", errors: .read).output == "out\nerror\n")
  }

  @Test func terminating() throws {
    let child = try ChildProcess("/bin/sh", ["-c", "trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done"])
    #expect(try child.read() == Array("ready\n".utf8))
    child.terminate()
    let status = try child.wait()
    #expect(status == 7)
  }

  @Test func missingProgramsAreErrors() {
    let error = #expect(throws: SystemError.self) { _ = try ChildProcess("/nowhere/program", []).id }
    #expect(error?.message == "cannot start /nowhere/program: no such file or directory")
  }

  /// A child's processor time counts once it has terminated.
  @Test func usageIncludesChildren() throws {
    let before = ProcessUsage.now()
    _ = try run("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done")
    let used = ProcessUsage.now().processor - before.processor
    #expect(used > 10_000_000 && used < 60_000_000_000, "\(used)")
  }
}

@Suite struct EnvironmentTests {
  @Test func emptyVariablesAreNil() {
    setVariable("STAR_TEST_EMPTY", to: "")
    setVariable("STAR_TEST_FULL", to: "x")
    #expect(Environment["STAR_TEST_EMPTY"] == nil && Environment["STAR_TEST_FULL"] == "x")
    #expect(Environment["STAR_TEST_MISSING"] == nil)
    setVariable("STAR_TEST_FULL", to: nil)
    #expect(Environment["STAR_TEST_FULL"] == nil)
  }

  @Test func namesHaveNoLineBreak() throws {
    #expect(bootIdentity().utf8.count == 36)
    #expect(try readFile("/proc/sys/kernel/hostname") == Array((hostName() + "\n").utf8))
  }

  /// Compares with id(1).
  @Test func groups() throws {
    let child = try ChildProcess("/usr/bin/id", ["-Gn"])
    let said = String(decoding: try child.read(), as: UTF8.self)
    let status = try child.wait()
    #expect(
      status == 0 && Set(Groups.ofThisProcess()) == Set(said.split { $0 == " " || $0 == "\n" }.map { String($0) }))
  }
}
