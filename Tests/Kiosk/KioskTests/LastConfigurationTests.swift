import Foundation
import Testing

/// A service whose configuration has become invalid starts with the last one that it has shown, and reports the fault.
@Suite struct LastConfigurationTests {
  func start(_ program: Program, _ configuration: String? = nil) throws -> Process {
    if let configuration { try program.configure(configuration) }
    return try program.start(
      ["--config", "kiosk.conf", "--display", "memory", "--touch", "none"],
      command: ["/usr/bin/env", "STATE_DIRECTORY=" + program.path("state")])
  }

  func status(_ program: Program) throws -> (view: String, faults: [String])? {
    guard let data = FileManager.default.contents(atPath: program.path("star-kiosk.json")),
      let status = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return nil }
    return (status["view"] as? String ?? "", status["faults"] as? [String] ?? [])
  }

  func end(_ kiosk: Process) {
    kiosk.terminate()
    kiosk.waitUntilExit()
  }

  static let valid = Program.configuration(start: "Begin")

  /// A misspelt value, a row that does not fit the screen, and a file that cannot be read.
  @Test(arguments: [valid + "[slider]\nstars = many\n", valid + "[slider]\nstars = 1000\n", ""])
  func startsWithLastConfiguration(invalid: String) throws {
    let program = try Program()
    defer { program.remove() }
    let kept = program.path("state/last-good.conf")
    var kiosk = try start(program, Self.valid)
    #expect(program.wait(20) { FileManager.default.fileExists(atPath: kept) }, "\((try? program.log()) ?? "")")
    end(kiosk)
    if invalid.isEmpty {
      try FileManager.default.removeItem(atPath: program.path("kiosk.conf"))
    } else {
      try program.configure(invalid)
    }
    kiosk = try start(program)
    defer { end(kiosk) }
    #expect(try program.wait(20) { try status(program)?.view == "start" }, "\((try? program.log()) ?? "")")
    #expect(try status(program)?.faults == ["configuration_invalid"])
    #expect(try program.log().contains("the last valid configuration is in effect instead"))
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == Self.valid)
    // A valid file ends the fault, an invalid one begins it again.
    try program.configure(Program.configuration(start: "Start"))
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try status(program)?.faults == [] }, "\((try? program.log()) ?? "")")
    #expect(try program.wait(10) { try String(contentsOfFile: kept, encoding: .utf8).contains("Start") })
    try program.configure("[slider]\nstars = many\n")
    kill(kiosk.processIdentifier, SIGHUP)
    #expect(try program.wait(10) { try status(program)?.faults == ["configuration_invalid"] })
  }

  /// Who may control the kiosk is read from the invalid file only, never from the copy.
  @Test func aFallbackBringsNoKey() throws {
    let program = try Program()
    defer { program.remove() }
    try FileManager.default.createDirectory(atPath: program.path("state"), withIntermediateDirectories: true)
    let planted = Self.valid + "[fleet]\npublic-key = /planted.pub\nbuttons = restart\n"
    try planted.write(toFile: program.path("state/last-good.conf"), atomically: true, encoding: .utf8)
    let kiosk = try start(program, Self.valid + "[slider]\nstars = many\n")
    defer { end(kiosk) }
    #expect(try program.wait(20) { try status(program)?.view == "start" }, "\((try? program.log()) ?? "")")
    #expect(try program.log().contains("remote control is as in kiosk.conf, not as in the last valid configuration"))
    #expect(!FileManager.default.fileExists(atPath: program.path("state/control")))
  }

  /// If the copy is invalid, too, the kiosk says what is wrong with the file that the operator can correct.
  @Test func theFaultIsThatOfTheFile() throws {
    let program = try Program()
    defer { program.remove() }
    try FileManager.default.createDirectory(atPath: program.path("state"), withIntermediateDirectories: true)
    let copy = Self.valid + "[slider]\nstep = thrid\n"
    try copy.write(toFile: program.path("state/last-good.conf"), atomically: true, encoding: .utf8)
    let kiosk = try start(program, Self.valid + "[slider]\nstars = many\n")
    defer { end(kiosk) }
    #expect(try program.wait(20) { try status(program)?.view == "out_of_order" }, "\((try? program.log()) ?? "")")
    let log = try program.log()
    #expect(log.contains("stars = many") && !log.contains("thrid"), "\(log)")
  }
}
