import Basics
import CLinux
import Foundation
import Testing

@testable import System

@Suite struct PollerTests {
  @Test func endsAtTheDeadline() throws {
    let poller = Poller()
    let start = MonotonicClock.now()
    #expect(try !poller.wait(until: start + 3_000_000))
    #expect(MonotonicClock.now() >= start + 3_000_000)
  }

  @Test func aDeadlineInThePastDoesNotWait() throws {
    let poller = Poller()
    #expect(try !poller.wait(until: 0))
  }

  @Test func tellsWhichDescriptorIsReady() throws {
    let quiet = try Pipe()
    let loud = try Pipe()
    loud.send(1)
    let poller = Poller()
    poller.add(-1)
    poller.add(quiet.reader)
    poller.add(loud.reader)
    #expect(try poller.wait(until: nil))
    #expect(poller.readiness(of: quiet.reader) == [])
    #expect(poller.readiness(of: loud.reader) == .readable)
    #expect(poller.readiness(of: 12345) == [])
  }

  /// Whatever is ready, first, last, several or none, and never what the wait before has found.
  @Test func tellsEachSetOfReadyDescriptors() throws {
    let pipes = try (0..<4).map { _ in try Pipe() }
    let poller = Poller()
    for ready in 0..<16 {
      for (i, pipe) in pipes.enumerated() where ready >> i & 1 == 1 { pipe.send(1) }
      poller.removeAll()
      for pipe in pipes {
        poller.add(pipe.reader)
        #expect(poller.readiness(of: pipe.reader) == [])
      }
      #expect(try poller.wait(until: 0) == (ready != 0))
      for (i, pipe) in pipes.enumerated() {
        #expect(poller.readiness(of: pipe.reader) == (ready >> i & 1 == 1 ? .readable : []))
        if ready >> i & 1 == 1 { pipe.receive() }
      }
    }
  }

  /// Interrupted, it goes on waiting for what is left of its time.
  @Test func aSignalEndsNoWait() throws {
    signal(SIGURG) { _ in }
    // Threads that others made may have it blocked.
    var (urgent, before) = (sigset_t(), sigset_t())
    sigaddset(&urgent, SIGURG)
    pthread_sigmask(SIG_UNBLOCK, &urgent, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let waiting = pthread_self()
    Thread.detachNewThread {
      for _ in 0..<20 {
        usleep(2_000)
        pthread_kill(waiting, SIGURG)
      }
    }
    let deadline = MonotonicClock.now() + 80_000_000
    #expect(try !Poller().wait(until: deadline))
    #expect(MonotonicClock.now() >= deadline)
  }

  @Test func saysThatTheOtherEndIsGone() throws {
    let pipe = try Pipe()
    pipe.closeWriter()
    let poller = Poller()
    poller.add(pipe.reader)
    #expect(try poller.wait(until: nil))
    #expect(poller.readiness(of: pipe.reader).contains(.hungUp))
  }
}

/// Two ends that a test can write to and close.
private final class Pipe {
  let reader: Int32
  private var writer: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    closeWriter()
  }

  func receive() {
    var byte: UInt8 = 0
    _ = read(reader, &byte, 1)
  }

  func send(_ byte: UInt8) { _ = withUnsafeBytes(of: byte) { write(writer, $0.baseAddress, 1) } }

  func closeWriter() {
    if writer >= 0 { close(writer) }
    writer = -1
  }
}

@Suite struct MappingTests {
  @Test func sharesWhatIsWritten() throws {
    let path = "/tmp/star-mapping-\(getpid())"
    defer { unlink(path) }
    let file = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT)
    try [UInt8](repeating: 7, count: Mapping.pageSize).withUnsafeBytes { try file.write($0) }
    let mapping = try Mapping(of: file, length: Mapping.pageSize)
    #expect(mapping.base.load(as: UInt8.self) == 7)
    mapping.base.storeBytes(of: 9, as: UInt8.self)
    #expect(try readFile(path).first == 9)
  }

  @Test func aFileThatMayOnlyBeReadIsMappedForReading() throws {
    let file = try FileDescriptor(opening: "/etc/os-release", flags: O_RDONLY)
    let content = try readFile("/etc/os-release")
    let mapping = try Mapping(of: file, length: content.count, writable: false)
    #expect(mapping.base.load(as: UInt8.self) == content[0])
  }

  @Test func namesTheFileItCannotMap() throws {
    let file = try FileDescriptor(opening: "/proc/self/stat", flags: O_RDONLY)
    let error = #expect(throws: SystemError.self) { _ = try Mapping(of: file, length: 4096).length }
    #expect(error?.subject == "/proc/self/stat")
    #expect(error?.operation == "map")
  }
}

@Suite struct DeviceTests {
  @Test func namesAndNumbers() {
    #expect(trailingNumber(of: "card12", after: "card") == 12)
    #expect(trailingNumber(of: "event9", after: "event") == 9 && trailingNumber(of: "fb0", after: "fb") == 0)
    #expect(trailingNumber(of: "card", after: "card") == nil)
    #expect(trailingNumber(of: "card1-HDMI-A-1", after: "card") == nil)
    #expect(trailingNumber(of: "renderD128", after: "card") == nil)
    #expect(trailingNumber(of: "card99999999999", after: "card") == nil)
  }

  @Test func devicesComeInTheOrderOfTheirNumbers() throws {
    let folder = try scratchFolder()
    defer { removeScratchFolder(folder) }
    let names = ["fb10", "fb2", "fb9", "fb", "fbcon", "card0"]
    for name in names { try writeFile(folder + "/" + name, []) }
    #expect(numberedDevices(in: folder, prefix: "fb") == [2, 9, 10].map { "\(folder)/fb\($0)" })
  }

  @Test func aFolderThatIsMissingHasNoDevices() {
    #expect(numberedDevices(in: "/nowhere", prefix: "fb") == [])
  }
}

@Suite struct ConsoleTests {
  @Test func whatIsNoTerminalIsSaidSo() {
    let error = #expect(throws: SystemError.self) { try Console("/dev/null") }
    #expect(error?.message == "cannot find a virtual terminal at /dev/null: inappropriate ioctl for device")
  }

  @Test func whatAKilledProgramLeftIsNotRestored() {
    var modes = Modes.text
    modes.display = Int32(KD_GRAPHICS)
    modes.keyboard = Int32(K_OFF)
    modes.handover.mode = CChar(VT_PROCESS)
    let restored = modes.withoutLeftovers
    #expect(restored.display == Int32(KD_TEXT))
    #expect(restored.keyboard == Int32(K_UNICODE))
    #expect(restored.handover.mode == CChar(VT_AUTO))
  }

  @Test func aKeyboardModeOfTheUsersOwnIsKept() {
    var modes = Modes.text
    modes.keyboard = Int32(K_XLATE)
    #expect(modes.withoutLeftovers.keyboard == Int32(K_XLATE))
  }
}

@Suite struct SignalSourceTests {
  /// Signals that were sent to this thread are read one after the other, and end nothing.
  @Test func signalsAreRead() throws {
    let (first, second) = (cl_realtime_signal(6), cl_realtime_signal(7))
    let source = try SignalSource([second, first])
    #expect(source.next() == nil)
    for number in [second, first, first] { pthread_kill(pthread_self(), number) }
    let poller = Poller()
    poller.add(source.descriptor)
    #expect(try poller.wait(until: 0))
    // Those of the lower number first, and each as often as it was sent.
    let read = [source.next(), source.next(), source.next(), source.next()]
    #expect(read == [first, first, second, nil])
  }
}

@Suite struct SystemErrorTests {
  @Test func wordsStandInsideASentence() {
    #expect(SystemError("open", "/dev/fb0", errno: EACCES).message == "cannot open /dev/fb0: permission denied")
    // An abbreviation keeps its capitals.
    #expect(errnoText(EDOTDOT) == "RFS specific error")
    #expect(errnoText(EIO).first == "i")
  }

  @Test func kinds() {
    for (errno, kind) in [(ENOENT, SystemFault.missing), (ENOTDIR, .notFolder), (EISDIR, .folder), (EINVAL, .other)] {
      #expect(SystemError("read", "x", errno: errno).kind == kind)
    }
  }
}

@Suite struct MemoryTests {
  /// Kilobytes of files that are in this process' memory.
  private func filePages() throws -> Int {
    let rollup = String(decoding: try readFile("/proc/self/smaps_rollup", limit: 10_000), as: UTF8.self)
    func kilobytes(_ name: String) -> Int {
      let line = rollup.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
      return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
    return kilobytes("Rss") - kilobytes("Anonymous")
  }

  @Test func codeLeavesTheProcessAndComesBack() throws {
    let before = try filePages()
    dropProgramPages()
    // All of this runs on pages that are read again.
    #expect(try filePages() < before / 2)
    #expect([3, 1, 2].sorted() == [1, 2, 3])
    #expect(!hostName().isEmpty)
  }
}
