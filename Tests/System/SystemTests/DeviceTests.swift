import Basics
import CLinux
import Testing

@testable import System

@Suite struct MappingTests {
  @Test func mappingsAreShared() throws {
    let path = "/tmp/star-mapping-\(getpid())"
    defer { unlink(path) }
    let file = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT)
    try file.write([UInt8](repeating: 7, count: Mapping.pageSize))
    let mapping = try Mapping(of: file, length: Mapping.pageSize)
    #expect(mapping.base.load(as: UInt8.self) == 7)
    mapping.base.storeBytes(of: 9, as: UInt8.self)
    #expect(try readFile(path).first == 9)
  }

  @Test func readOnlyMappings() throws {
    let file = try FileDescriptor(opening: "/etc/os-release", flags: O_RDONLY)
    let content = try readFile("/etc/os-release")
    let mapping = try Mapping(of: file, length: content.count, writable: false)
    #expect(mapping.base.load(as: UInt8.self) == content[0])
  }

  @Test func errorsNameTheFile() throws {
    let file = try FileDescriptor(opening: "/proc/self/stat", flags: O_RDONLY)
    let error = #expect(throws: SystemError.self) { _ = try Mapping(of: file, length: 4096).length }
    #expect(error?.subject == "/proc/self/stat")
    #expect(error?.operation == "map")
  }
}

@Suite struct DeviceTests {
  @Test func trailingNumbers() {
    #expect(trailingNumber(of: "card12", after: "card") == 12)
    #expect(trailingNumber(of: "event9", after: "event") == 9 && trailingNumber(of: "fb0", after: "fb") == 0)
    #expect(trailingNumber(of: "card", after: "card") == nil)
    #expect(trailingNumber(of: "card1-HDMI-A-1", after: "card") == nil)
    #expect(trailingNumber(of: "renderD128", after: "card") == nil)
    #expect(trailingNumber(of: "card99999999999", after: "card") == nil)
  }

  @Test func devicesAreSortedByNumber() throws {
    let folder = try scratchFolder()
    defer { removeScratchFolder(folder) }
    let names = ["fb10", "fb2", "fb9", "fb", "fbcon", "card0"]
    for name in names { try writeFile(folder + "/" + name, []) }
    #expect(try numberedDevices(in: folder, prefix: "fb") == [2, 9, 10].map { "\(folder)/fb\($0)" })
  }

  @Test func missingFoldersHaveNoDevices() {
    #expect(throws: SystemError.self) { try numberedDevices(in: "/nowhere", prefix: "fb") }
  }
}

@Suite struct ConsoleTests {
  @Test func otherDevicesAreRefused() {
    let error = #expect(throws: SystemError.self) { try Console("/dev/null") }
    #expect(error?.message == "cannot find a virtual terminal at /dev/null: inappropriate ioctl for device")
  }

  @Test func leftoverModesAreNotRestored() {
    var modes = Modes.text
    modes.display = Int32(KD_GRAPHICS)
    modes.keyboard = Int32(K_OFF)
    modes.handover.mode = CChar(VT_PROCESS)
    let restored = modes.withoutLeftovers
    #expect(restored.display == Int32(KD_TEXT))
    #expect(restored.keyboard == Int32(K_UNICODE))
    #expect(restored.handover.mode == CChar(VT_AUTO))
  }

  @Test func otherKeyboardModesAreRestored() {
    var modes = Modes.text
    modes.keyboard = Int32(K_XLATE)
    #expect(modes.withoutLeftovers.keyboard == Int32(K_XLATE))
  }
}

@Suite struct SystemErrorTests {
  @Test func messages() {
    #expect(SystemError("open", "/dev/fb0", errno: EACCES).message == "cannot open /dev/fb0: permission denied")
    // An abbreviation stays in capitals.
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
  /// Returns the kilobytes of files in this process's memory.
  private func filePages() throws -> Int {
    let rollup = String(decoding: try readFile("/proc/self/smaps_rollup", limit: 10_000), as: UTF8.self)
    func kilobytes(_ name: String) -> Int {
      let line = rollup.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
      return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
    return kilobytes("Rss") - kilobytes("Anonymous")
  }

  @Test func droppedPagesReturn() throws {
    let before = try filePages()
    dropProgramPages()
    // The code below brings its pages back.
    #expect(try filePages() < before / 2)
    #expect([3, 1, 2].sorted() == [1, 2, 3])
    #expect(!hostName().isEmpty)
  }
}
