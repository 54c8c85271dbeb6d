import Foundation
import Testing

@testable import KioskStatus

/// Which of several status files counts. A kiosk or a courier that was killed leaves its file.
@Suite struct StatusReadingTests {
  static let me = ProcessInfo.processInfo.processIdentifier
  static let missing: Int32 = 999_999_999

  /// Writes a file in a folder of its own. Returns its path.
  private func write(_ program: Program, _ folder: String, _ text: String) throws -> String {
    try FileManager.default.createDirectory(atPath: program.path(folder), withIntermediateDirectories: true)
    let path = program.path(folder + "/status")
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  @Test func aRunningKioskPrecedesOneThatWasKilled() throws {
    let program = try Program()
    defer { program.remove() }
    func kiosk(_ name: String, _ pid: Int32) throws -> String {
      try write(program, name, "{\"pid\":\(pid),\"journal\":\"\(name)\",\"faults\":[]}\n")
    }
    let (trial, service) = (try kiosk("trial", Self.missing), try kiosk("service", Self.me))
    for paths in [[trial, service], [service, trial]] {
      let status = try KioskStatus.read(from: paths)
      #expect(status?.isRunning == true && status?.journal == "service" && status?.faults == [])
    }
    // Of two that run, and of two that were killed, the first counts.
    _ = try kiosk("trial", Self.me)
    #expect(try KioskStatus.read(from: [trial, service])?.journal == "trial")
    _ = try (kiosk("trial", Self.missing), kiosk("service", Self.missing))
    let left = try KioskStatus.read(from: [trial, service])
    #expect(left?.isRunning == false && left?.journal == "trial" && left?.faults == ["kiosk_not_running"])
    #expect(try KioskStatus.read(from: [program.path("none/status")]) == nil)
  }

  /// Another kiosk, such as one started by hand, has written the file meanwhile.
  @Test func aKioskRemovesOnlyItsOwnFile() throws {
    let program = try Program()
    defer { program.remove() }
    for (pid, isRemoved) in [(Self.missing, false), (Self.me, true)] {
      let path = try write(program, "run", "{\"pid\":\(pid),\"faults\":[]}\n")
      KioskStatus.remove(path)
      #expect(FileManager.default.fileExists(atPath: path) != isRemoved)
    }
  }

  /// A kiosk that has no room for its file holds the folder.
  @Test func aHeldFolderPrecedesAKioskThatWasKilled() throws {
    let program = try Program()
    defer { program.remove() }
    let trial = try write(program, "trial", "{\"pid\":\(Self.missing),\"faults\":[]}\n")
    let service = try write(program, "service", "")
    try FileManager.default.removeItem(atPath: service)
    let folder = KioskStatus.hold(service)
    #expect(try KioskStatus.read(from: [trial, service])?.faults == ["status_not_written"])
    let isHeld = folder != nil
    #expect(isHeld)
  }

  @Test func aRunningCourierPrecedesOneThatWasKilled() throws {
    let program = try Program()
    defer { program.remove() }
    let trial = try write(program, "trial", "\(Self.missing)\nbroker_refused\nNot authorized\n")
    let service = try write(program, "service", "\(Self.me)\nbroker_unreachable\nno route to host\n")
    let running = CourierState(.unreachable, "no route to host")
    #expect(CourierState.read(from: [trial, service]) == running)
    #expect(CourierState.read(from: [service, trial]) == running)
    #expect(CourierState.read(from: [trial])?.fault == .notRunning)
    #expect(CourierState.read(from: [program.path("none/status")]) == nil)
    // A courier that ends removes its own file, not that of another.
    CourierState.remove(trial)
    #expect(FileManager.default.fileExists(atPath: trial))
    CourierState.remove(service)
    #expect(!FileManager.default.fileExists(atPath: service))
  }
}
