import Foundation
import TestSupport
import Testing

@testable import Kiosk

/// `star-kiosk forget`: what makes a kiosk itself is deleted, and nothing else.
@Suite struct ForgetTests {
  @Test func idBecomesComment() {
    for (text, expected) in [
      ("[kiosk]\nid = a\n", "[kiosk]\n;id= a\n"), ("[kiosk]\nid=a\n", "[kiosk]\n;d=a\n"),
      ("[ terminal ]\r\n\tid = a\r\n", "[ terminal ]\r\n\t;id= a\r\n"), ("[kiosk]\nidle = 30\n", nil),
      ("[question id]\nid = a\n[kiosk]\n", nil), ("[kiosk]\n; id = a\n", nil), ("", nil), ("id = a", nil),
      ("[kiosk]\nid = a\nid = b", "[kiosk]\n;id= a\n;id= b"), ("[kiosk]\nid", nil),
      ("[kiosk]\nid =", "[kiosk]\n;id="), ("[terminal]\nid = a", "[terminal]\n;id= a"),
      ("[kiosk]\nid: a", "[kiosk]\n;d: a"), ("[kiosk]\nid : a", "[kiosk]\n;id: a"),
      ("[kiosk] ; x\nid\t=\ta", "[kiosk] ; x\n;id=\ta"), ("[kiosk] # x\nid = a", "[kiosk] # x\n;id= a"),
      ("\u{feff}[kiosk]\r\nid = a\r\n", "\u{feff}[kiosk]\r\n;id= a\r\n"), ("[kiosk]\nID = a", nil),
      ("[courier] ; [kiosk]\nid = a", nil), ("[kiosk]\nid a = b", nil),
    ] as [(String, String?)] {
      #expect(Forget.withoutID(Array(text.utf8)) == expected.map { Array($0.utf8) }, "\(text)")
    }
  }

  /// Whatever the file contains, at most the lines of an id change, and the length stays.
  @Test func randomFilesKeepTheirLength() {
    var random = SplitMix64(seed: 28)
    let pieces = [
      "[kiosk]", "[terminal]", "[courier]", "id", "=", " ", "\n", "\r", "\t", ";", "i", "d = x", "idle = 3", "[",
      "\u{e9}",
    ]
    for _ in 0..<20_000 {
      let text = Array(
        (0..<Int.random(in: 0...24, using: &random)).flatMap { _ in Array(pieces.randomElement(using: &random)!.utf8) })
      guard let new = Forget.withoutID(text) else { continue }
      #expect(new.count == text.count)
      #expect(Forget.withoutID(new) == nil, "\(String(decoding: text, as: UTF8.self))")
      let (before, after) = (text.split(separator: 10), new.split(separator: 10))
      #expect(before.count == after.count)
      for (old, new) in zip(before, after) where old != new { #expect(new.contains(UInt8(ascii: ";"))) }
    }
  }

  @Test func filesAreNamedAndThenDeleted() throws {
    let program = try Program()
    defer { program.remove() }
    let manager = FileManager.default
    func write(_ name: String, _ text: String = "x") throws {
      let file = program.folder.appendingPathComponent(name)
      try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let forgotten = [
      "state/journal.sqlite", "state/journal.sqlite-wal", "state/journal.sqlite-shm", "state/journal.sqlite.spill",
      "state/journal.sqlite.new", "state/journal.sqlite.new-journal", "state/journal.sqlite.spill.damaged-1",
      "state/journal.sqlite.damaged-1", "state/journal.sqlite.counts",
      "state/last-good.conf", "state/control/report", "state/control/commands/1", "own/ledger", "own/current",
      "password", "k.pem",
    ]
    let kept = [
      "state/notes", "state/touch-calibration", "own/touch-calibration", "ca.pem", "elsewhere/1",
      "state/journal.sqlite.backup-2026", "state/journal.sqlite-2025.csv", "state/journal.sqlite.newest",
    ]
    for name in forgotten + kept { try write(name) }
    // A link in a shared folder leads nowhere else.
    try manager.createSymbolicLink(
      atPath: program.path("state/control/link"), withDestinationPath: program.path("elsewhere"))
    let configuration =
      "[kiosk]\nid = stand-7\n[courier]\nbroker = b\nca = \(program.path("ca.pem"))\ncertificate = \(program.path("k.pem"))\n"
      + "key = \(program.path("k.pem"))\npassword-file = \(program.path("password"))\nusername = u\n"
    try write("kiosk.conf", configuration)
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: program.path("kiosk.conf"))
    let environment = ["/usr/bin/env", "STATE_DIRECTORY=\(program.path("state")):\(program.path("own"))"]
    func forget(_ words: String...) throws -> Program.Outcome {
      try program.run(["--config", "kiosk.conf"] + words + ["forget"], command: environment)
    }
    let named = try forget()
    #expect(named.status == 1 && named.errors.contains("pass --yes"), "\(named.errors)")
    for name in forgotten {
      #expect(named.output.contains("would delete " + program.path(name) + "\n"), "\(name): \(named.output)")
      #expect(manager.fileExists(atPath: program.path(name)))
    }
    #expect(try String(contentsOfFile: program.path("kiosk.conf"), encoding: .utf8) == configuration)
    // It refuses while a kiosk or a courier runs.
    let me = ProcessInfo.processInfo.processIdentifier
    for (name, text) in [
      ("star-kiosk.json", "{\"pid\":\(me),\"faults\":[]}"), ("star-courier", "\(me)\n\nconnected\n"),
    ] {
      try write(name, text)
      let refused = try forget("--yes")
      #expect(refused.status == 1 && refused.errors.contains("it is running"), "\(refused.errors)")
      try manager.removeItem(atPath: program.path(name))
    }
    let done = try forget("--yes")
    #expect(done.status == 0, "\(done.errors)")
    for name in forgotten { #expect(!manager.fileExists(atPath: program.path(name)), "\(name)") }
    for name in kept { #expect(manager.fileExists(atPath: program.path(name)), "\(name)") }
    #expect(
      try String(contentsOfFile: program.path("kiosk.conf"), encoding: .utf8)
        == configuration.replacingOccurrences(of: "id = stand-7", with: ";id= stand-7"))
    #expect(try manager.attributesOfItem(atPath: program.path("kiosk.conf"))[.posixPermissions] as? Int == 0o640)
    #expect(try forget("--yes").output == "nothing to forget\n")
  }

  /// A journal and a configuration on another disk, which the usual paths lead to.
  @Test func linksAreFollowed() throws {
    let program = try Program()
    defer { program.remove() }
    let manager = FileManager.default
    for folder in ["state", "disk"] {
      try manager.createDirectory(atPath: program.path(folder), withIntermediateDirectories: false)
    }
    let (journal, configuration) = (program.path("state/journal.sqlite"), program.path("kiosk.conf"))
    try manager.createSymbolicLink(atPath: journal, withDestinationPath: "../disk/answers")
    try manager.createSymbolicLink(atPath: configuration, withDestinationPath: "disk/real.conf")
    try "[kiosk]\nid = a\n".write(toFile: program.path("disk/real.conf"), atomically: false, encoding: .utf8)
    func forget() throws -> Program.Outcome {
      try program.run(
        ["--config", "kiosk.conf", "--yes", "forget"],
        command: ["/usr/bin/env", "STATE_DIRECTORY=\(program.path("state"))"])
    }
    func names(_ folder: String) throws -> [String] {
      try manager.contentsOfDirectory(atPath: program.path(folder)).sorted()
    }
    // If the disk is missing, nothing is deleted.
    try "x".write(toFile: program.path("state/last-good.conf"), atomically: false, encoding: .utf8)
    let missing = try forget()
    #expect(missing.status == 1 && missing.errors.contains("mount the disk"), "\(missing.errors)")
    #expect(try names("state") == ["journal.sqlite", "last-good.conf"])
    #expect(try String(contentsOfFile: configuration, encoding: .utf8) == "[kiosk]\nid = a\n")
    for name in ["answers", "answers-wal", "answers.spill", "answers.csv"] {
      try "x".write(toFile: program.path("disk/" + name), atomically: false, encoding: .utf8)
    }
    let done = try forget()
    #expect(done.status == 0, "\(done.errors)")
    #expect(try names("state") == [] && names("disk") == ["answers.csv", "real.conf"])
    #expect(try String(contentsOfFile: configuration, encoding: .utf8) == "[kiosk]\n;id= a\n")
    #expect(try manager.destinationOfSymbolicLink(atPath: configuration) == "disk/real.conf")
  }

  /// The ID in a file that is not text would stay, so nothing is deleted.
  @Test func aConfigurationThatIsNoTextIsAnError() throws {
    let program = try Program()
    defer { program.remove() }
    let journal = program.path("j.sqlite")
    try "x".write(toFile: journal, atomically: false, encoding: .utf8)
    try Data(Array("[journal]\npath = j.sqlite\n[kiosk]\nid = a ; ".utf8) + [0xe9]).write(
      to: URL(fileURLWithPath: program.path("kiosk.conf")))
    let outcome = try program.run(["--config", "kiosk.conf", "--journal", journal, "--yes", "forget"])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("star-kiosk: kiosk.conf:4: invalid UTF-8"), "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: journal))
  }
}
