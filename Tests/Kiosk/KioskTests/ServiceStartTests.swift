import Foundation
import Testing

/// A service starts although something is missing that may come later, or that an operator must add: visitors see stars, or that the kiosk is
/// out of order.
@Suite struct ServiceStartTests {
  private func faults(_ program: Program) throws -> [String]? {
    guard let data = FileManager.default.contents(atPath: program.path("star-kiosk.json")) else { return nil }
    return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["faults"] as? [String]
  }

  /// Why the kiosk is out of order; empty if it is not.
  private func fault(_ program: Program) throws -> String {
    let status = try Data(contentsOf: URL(fileURLWithPath: program.path("star-kiosk.json")))
    let told = try #require(try JSONSerialization.jsonObject(with: status) as? [String: Any])
    return told["view"] as? String == "out_of_order" ? told["fault"] as? String ?? "" : ""
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

  /// A new kiosk has no configuration that worked before. Whatever is wrong with its file, the glass says so, until a valid one
  /// is there: it looks every 5 s, and at each reload.
  @Test(arguments: [
    ("[question a]\nkinds = nps\n", "kiosk.conf:"), ("[screen]\ndisplay = memory\nrotate = 45\n", "kiosk.conf:3: "),
    ("", "is empty"), ("\u{0}\u{1}\u{2}", "kiosk.conf:1: "), (nil, "cannot open"),
  ])
  func aFirstConfigurationThatIsInvalidIsOutOfOrder(text: String?, reason: String) throws {
    let program = try Program()
    defer { program.remove() }
    if let text { try program.configure(text) }
    let kiosk = try program.start(
      ["--config", "kiosk.conf", "--display", "memory", "--touch", "none"],
      command: ["/usr/bin/env", "STATE_DIRECTORY=" + program.path("state")])
    defer { kiosk.terminate() }
    let isDown = try program.wait(30) { try faults(program) == ["out_of_order", "configuration_invalid"] }
    let log = try program.log()
    #expect(isDown && log.contains(reason), "\(log)")
    let fault = try fault(program)
    #expect(fault.contains(reason))
    // Another mistake replaces the reason.
    try program.configure("[slider]\nstarz = 7\n")
    #expect(try program.wait(30) { try self.fault(program).contains("did you mean stars?") })
    try program.configure("[slider]\nstars = 7\n")
    if text == "" { kill(kiosk.processIdentifier, SIGHUP) }
    #expect(try program.wait(30) { try faults(program) == [] })
    #expect(kiosk.isRunning)
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
