import Foundation
import Journal
import Testing

@testable import Kiosk

/// `star-kiosk doctor --bundle FILE`.
@Suite struct SupportBundleTests {
  private static func tar(_ arguments: [String], in program: Program) throws -> String {
    let tar = Process()
    tar.executableURL = URL(fileURLWithPath: "/usr/bin/tar")
    tar.arguments = arguments
    tar.currentDirectoryURL = URL(fileURLWithPath: program.path("."))
    let pipe = Pipe()
    tar.standardOutput = pipe
    try tar.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    tar.waitUntilExit()
    #expect(tar.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self)
  }

  /// It has every part, but neither the PIN nor an answer, and leaves nothing else behind.
  @Test func hasWhatSupportNeeds() throws {
    let program = try Program()
    defer { program.remove() }
    try "[kiosk]\nid = gate-7\nservice-pin = 4711\n[journal]\npath = j.sqlite\n"
      .write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
    let journal = try Journal(path: program.path("j.sqlite"))
    let id = try #require(AnswerID("00000000-0000-4000-8000-00000000beef"))
    try journal.record(
      Answer(uuid: id, steps: 3, stepsPerStar: 1, starCount: 5, wall: 1, monotonic: 1, bootID: "b"))
    journal.close()
    let before = try FileManager.default.contentsOfDirectory(atPath: program.path("."))
    let outcome = try program.run(["--config", "kiosk.conf", "--bundle", "b.tar.gz", "doctor"])
    #expect(outcome.status == 0 && outcome.output.hasPrefix("wrote b.tar.gz"), "\(outcome.errors)")
    // Reading a journal creates its companions.
    let after = try FileManager.default.contentsOfDirectory(atPath: program.path("."))
      .filter { !$0.hasPrefix("j.sqlite-") }
    #expect(Set(after) == Set(before + ["b.tar.gz", "stdout", "stderr"]))
    let mode = try FileManager.default.attributesOfItem(atPath: program.path("b.tar.gz"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let names = try Self.tar(["-tzf", "b.tar.gz"], in: program).split(separator: "\n").sorted()
    #expect(
      names == [
        "./", "./devices.txt", "./doctor.txt", "./kernel-log.txt", "./kernel.txt", "./kiosk.conf", "./log.txt",
        "./status.json", "./system.txt", "./version.txt",
      ])
    let all = try Self.tar(["-xzOf", "b.tar.gz"], in: program)
    for words in ["star-kiosk ", "id = gate-7", "(hidden)", "\"running\":false", "PRETTY_NAME", "Linux", "board"] {
      #expect(all.contains(words), "\(words)")
    }
    #expect(!all.contains("4711") && !all.contains("beef"))
  }

  /// It has the black boxes that were kept, and what a running kiosk has recorded so far.
  @Test func hasBlackBoxes() throws {
    let program = try Program()
    defer { program.remove() }
    let kiosk = try program.startKiosk(Program.configuration(start: "Tap here"))
    _ = try program.picture(of: kiosk)
    let store = BlackBoxStore(in: program.path("state/star-slider"))
    _ = try store.keep(BlackBoxFile([], .fault, isFull: false))
    #expect(try program.run(["--config", "kiosk.conf", "--bundle", "b.tar.gz", "doctor"]).status == 0)
    kill(kiosk.processIdentifier, SIGTERM)
    kiosk.waitUntilExit()
    _ = try Self.tar(["-xzf", "b.tar.gz", "./1-fault.blackbox", "./now.blackbox"], in: program)
    let content = try [UInt8](Data(contentsOf: URL(fileURLWithPath: program.path("now.blackbox"))))
    let box = try BlackBoxFile(content, path: "now.blackbox")
    #expect(box.reason == .request && box.entries.contains { $0.record.kind == .screen })
  }

  /// What is wrong with a configuration is in it, and a PIN whose key is misspelt is not.
  @Test func hasErrorsOfConfiguration() throws {
    let program = try Program()
    defer { program.remove() }
    try "[kiosk]\nidel = 30\nSrvice-PIN = 4711\n"
      .write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
    #expect(try program.run(["--config", "kiosk.conf", "--bundle", "b.tar.gz", "doctor"]).status == 0)
    let findings = try Self.tar(["-xzOf", "b.tar.gz", "./doctor.txt", "./kiosk.conf"], in: program)
    #expect(findings.contains("did you mean idle?") && findings.contains("exit status 2"), "\(findings)")
    #expect(!findings.contains("4711"))
  }

  /// An existing file is never overwritten, and a folder that does not exist is named.
  @Test(arguments: ["kiosk.conf", "none/b.tar.gz"]) func refusesOtherFiles(path: String) throws {
    let program = try Program()
    defer { program.remove() }
    try "[kiosk]\n".write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run(["--config", "kiosk.conf", "--bundle", path, "doctor"])
    #expect(outcome.status == 1 && outcome.errors.contains(path), "\(outcome.errors)")
    #expect(try String(contentsOfFile: program.path("kiosk.conf"), encoding: .utf8) == "[kiosk]\n")
  }

  @Test func pinIsHiddenHoweverItIsWritten() {
    for (text, hidden) in [
      ("a = 1\nservice-pin=12\\\n34\nb = 2", "a = 1\nservice-pin = (hidden)\nservice-pin = (hidden)\nb = 2"),
      ("\t SERVICE-PIN : 1234\r\n", "service-pin = (hidden)\n"), ("servicepin = 1234", "service-pin = (hidden)"),
      ("Pin: 1234", "service-pin = (hidden)"),
      ("pin = 12\\\r\n34\r\nb = 2", "service-pin = (hidden)\nservice-pin = (hidden)\nb = 2"),
      ("# a comment\n[kiosk]\n", "# a comment\n[kiosk]\n"), ("", ""),
    ] {
      #expect(String(decoding: SupportBundle.withoutPIN(Array(text.utf8)), as: UTF8.self) == hidden)
    }
  }
}
