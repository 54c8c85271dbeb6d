import Foundation
import Testing

/// A service starts although something is missing that may come later, or that an operator must add: visitors see stars, or that the kiosk is
/// out of order.
@Suite struct ServiceStartTests {
  private func faults(_ program: Program) throws -> [String]? {
    guard let data = FileManager.default.contents(atPath: program.path("star-kiosk.json")) else { return nil }
    return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["faults"] as? [String]
  }

  /// Starts a service with variables of the environment, and waits for its status to have these faults.
  private func expect(_ faults: [String], _ words: [String], _ variables: [String], in program: Program) throws {
    let kiosk = try program.start(words, command: ["/usr/bin/env"] + variables)
    let isRight = try program.wait(30) { try self.faults(program) == faults }
    let log = try program.log()
    #expect(isRight && kiosk.isRunning, "\(log)")
    kiosk.terminate()
    kiosk.waitUntilExit()
    #expect(kiosk.terminationReason == .exit && kiosk.terminationStatus == 0)
  }

  /// The panel is plugged in, or found, later.
  @Test func aNamedPanelThatIsMissingIsWaitedFor() throws {
    let program = try Program()
    defer { program.remove() }
    let words = ["--display", "memory", "--touch", "/dev/input/event999"]
    try expect(["no_touchscreen"], words, ["STATE_DIRECTORY=" + program.path("state")], in: program)
    #expect(try program.log().contains("waiting for a touchscreen: "))
  }

  @Test func withoutAnyFontTheKioskIsOutOfOrder() throws {
    let program = try Program()
    defer { program.remove() }
    try program.configure(Program.configuration(start: "Begin"))
    try "<fontconfig></fontconfig>".write(toFile: program.path("fonts.conf"), atomically: true, encoding: .utf8)
    let words = ["--config", "kiosk.conf", "--phrases", Program.phrases, "--display", "memory", "--touch", "none"]
    try expect(
      ["out_of_order", "configuration_invalid"], words,
      ["STATE_DIRECTORY=" + program.path("state"), "FONTCONFIG_FILE=" + program.path("fonts.conf")], in: program)
  }

  /// Both folders were moved to a data partition.
  @Test func linkedStateFoldersAreFollowed() throws {
    let program = try Program()
    defer { program.remove() }
    for name in ["state", "private"] {
      try FileManager.default.createDirectory(atPath: program.path("data-" + name), withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: program.path(name), withDestinationPath: program.path("data-" + name))
    }
    let state = "STATE_DIRECTORY=" + program.path("state") + ":" + program.path("private")
    try expect([], ["--display", "memory", "--touch", "none"], [state], in: program)
    #expect(!(try program.log()).contains("reserve"))
    #expect(FileManager.default.fileExists(atPath: program.path("data-private/journal.sqlite.spill")))
  }
}
