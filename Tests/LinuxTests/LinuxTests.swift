import CLinux
import Testing

@testable import Linux

@Suite struct PollerTests {
  @Test func endsAtTheDeadline() throws {
    var poller = Poller()
    let start = MonotonicClock.now()
    #expect(try !poller.wait(until: start + 3_000_000))
    #expect(MonotonicClock.now() >= start + 3_000_000)
  }

  @Test func aDeadlineInThePastDoesNotWait() throws {
    var poller = Poller()
    #expect(try !poller.wait(until: 0))
  }

  @Test func tellsWhichDescriptorIsReady() throws {
    let (quiet, _quietWriter) = try pipe()
    let (loud, writer) = try pipe()
    try [UInt8(1)].withUnsafeBytes { try writer.write($0) }
    var poller = Poller()
    poller.add(-1)
    poller.add(quiet.raw)
    poller.add(loud.raw)
    #expect(try poller.wait(until: nil))
    #expect(poller.readiness(of: quiet.raw) == [])
    #expect(poller.readiness(of: loud.raw) == .readable)
    #expect(poller.readiness(of: 12345) == [])
    _ = _quietWriter.raw
  }

  @Test func saysThatTheOtherEndIsGone() throws {
    let (reader, writer) = try pipe()
    _ = consume writer
    var poller = Poller()
    poller.add(reader.raw)
    #expect(try poller.wait(until: nil))
    #expect(poller.readiness(of: reader.raw).contains(.hungUp))
  }

  private func pipe() throws -> (FileDescriptor, FileDescriptor) {
    var ends: [Int32] = [0, 0]
    try #require(CLinux.pipe(&ends) == 0)
    return (FileDescriptor(owning: ends[0], path: "pipe"), FileDescriptor(owning: ends[1], path: "pipe"))
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

  @Test func namesTheFileItCannotMap() throws {
    let file = try FileDescriptor(opening: "/proc/self/stat", flags: O_RDONLY)
    let error = #expect(throws: SystemError.self) { _ = try Mapping(of: file, length: 4096).length }
    #expect(error?.path == "/proc/self/stat")
    #expect(error?.operation == "map")
  }
}

@Suite struct DeviceTests {
  @Test func namesAndNumbers() {
    #expect(trailingNumber(of: "card12", after: "card") == 12)
    #expect(trailingNumber(of: "card", after: "card") == nil)
    #expect(trailingNumber(of: "card1-HDMI-A-1", after: "card") == nil)
    #expect(trailingNumber(of: "renderD128", after: "card") == nil)
    #expect(trailingNumber(of: "card99999999999", after: "card") == nil)
  }

  @Test func aFolderThatIsMissingHasNoDevices() {
    #expect(numberedDevices(in: "/nowhere", prefix: "fb") == [])
  }
}

@Suite struct ConsoleTests {
  @Test func whatIsNoTerminalIsSaidSo() {
    let error = #expect(throws: SystemError.self) { try Console("/dev/null") }
    #expect(error?.message == "cannot use as a virtual terminal /dev/null: inappropriate ioctl for device")
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
