import Foundation
import Testing

/// A signal that arrives before the loop runs, here even before the program: it waits for the loop, which ends or reloads.
@Suite struct StartSignalTests {
  /// Starts a service for which a signal is already pending.
  private func start(_ signal: String, _ words: [String], in program: Program) throws -> Process {
    try program.start(
      ["--display", "memory", "--touch", "/dev/input/event999"] + words,
      command: [
        "/usr/bin/env", "--block-signal=" + signal, "STATE_DIRECTORY=" + program.path("state"), "/bin/sh", "-c",
        "kill -\(signal) $$; exec \"$@\"", "sh",
      ])
  }

  /// Whether the start has ended as a whole: its count, its status and its drafts are gone, and the journal can be read.
  private func expectNothingIsLeft(_ program: Program) throws {
    let state = try FileManager.default.contentsOfDirectory(atPath: program.path("state"))
    #expect(
      Set(state).isSubset(of: ["blackbox", "journal.sqlite", "journal.sqlite.spill", "last-good.conf"]), "\(state)")
    #expect(!FileManager.default.fileExists(atPath: program.path("star-kiosk.json")))
    let exported = try Program(folder: program.folder, executable: program.executable).run([
      "--journal", program.path("state/journal.sqlite"), "export",
    ])
    #expect(exported.status == 0, "\(exported.errors)")
  }

  @Test(arguments: ["TERM", "INT", "HUP"]) func aPendingSignalEndsTheStart(_ signal: String) throws {
    let program = try Program()
    defer { program.remove() }
    // Without a configuration file, SIGHUP ends the kiosk, as when a shell ends.
    let kiosk = try start(signal, [], in: program)
    kiosk.waitUntilExit()
    #expect(kiosk.terminationReason == .exit && kiosk.terminationStatus == 0, "\((try? program.log()) ?? "")")
    try expectNothingIsLeft(program)
  }

  @Test func aPendingReloadReadsTheFile() throws {
    let program = try Program()
    defer { program.remove() }
    try program.configure("[slider]\nstars = 7\n")
    let kiosk = try start("HUP", ["--config", "kiosk.conf"], in: program)
    #expect(
      try program.wait(30) { try program.log().contains("the new configuration is in effect") },
      "\((try? program.log()) ?? "")")
    #expect(kiosk.isRunning)
    kiosk.terminate()
    kiosk.waitUntilExit()
    #expect(kiosk.terminationReason == .exit && kiosk.terminationStatus == 0)
    try expectNothingIsLeft(program)
  }
}
