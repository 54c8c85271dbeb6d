import Foundation
import Testing

/// Whatever cannot work is refused in one clear line, with a status that is not 0, before anything is changed.
@Suite struct StartErrorTests {
  /// What is asked, the status, and words that the line must have.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let words: [String]

    init(_ arguments: String..., status: Int32 = 1, words: String...) {
      self.arguments = arguments
      self.status = status
      self.words = words
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let refusals = [
    Refusal("--display", "fb:/dev/null", words: "/dev/null", "not a framebuffer"),
    Refusal("--display", "fb:/etc/hostname", words: "/etc/hostname", "not a framebuffer"),
    Refusal("--display", "fb:/dev/fb99", words: "/dev/fb99", "no such file"),
    Refusal("--display", "kms:/dev/null", words: "/dev/null"),
    Refusal("--display", "kms:/etc/hostname", words: "/etc/hostname"),
    Refusal("--display", "kms:/dev/dri/card99", words: "/dev/dri/card99", "no such file"),
    Refusal("--display", "memory:4x10", words: "too small", "4x10 has no room for 5 stars"),
    Refusal("--display", "memory:800x480", "--stars", "1000", words: "too small", "1000 stars"),
    Refusal("--display", "memory:0x480", status: 2, words: "memory:0x480"),
    Refusal("--display", "memory:800x480:YUYV", status: 2, words: "YUYV", "RGB565"),
    Refusal("--display", "memory:100000x100000", status: 2, words: "100000x100000"),
    Refusal("--display", "monitor", status: 2, words: "monitor"),
    Refusal("--display", "window:0x0", status: 2, words: "window:0x0"),
    Refusal("--display", "kms:", status: 2, words: "kms:"),
    Refusal("--stars", "0", status: 2, words: "--stars 0", "1 to 1000"),
    Refusal("--stars", "1000000", status: 2, words: "--stars 1000000", "1 to 1000"),
    Refusal("--stars", "-3", status: 2, words: "--stars -3"),
    Refusal("--stars", "five", status: 2, words: "--stars five"),
    Refusal("--step", "third", status: 2, words: "third", "quarter"),
    Refusal("--format", "YUYV", status: 2, words: "--format YUYV", "RGB565"),
    Refusal("--rotate", "45", status: 2, words: "45", "270"),
    Refusal("--answers", "0", status: 2, words: "--answers 0"),
    Refusal("--frobnicate", status: 2, words: "--frobnicate"),
    Refusal("-x", status: 2, words: "-x"),
    Refusal("--journal", status: 2, words: "--journal", "value"),
    Refusal("calibrate", "--targets", "4", status: 2, words: "--targets 4", "3 or 5"),
    Refusal("calibrate", "--touch", "none", status: 2, words: "calibrate requires --touch"),
    Refusal("calibrate", "--display", "memory", "--touch", "/dev/null", words: "/dev/null"),
    Refusal("calibrate", "--display", "memory", status: 2, words: "calibrate requires --display"),
    Refusal("--calibration", "1 0 0", status: 2, words: "--calibration 1 0 0", "six numbers"),
    Refusal("dance", status: 2, words: "dance"),
    Refusal("devices", "reset", status: 2, words: "unexpected argument reset"),
    Refusal("--display", "memory", "--touch", "replay:", status: 2, words: "replay:FILE"),
    Refusal("--display", "memory", "--touch", "replay:none.evemu", words: "none.evemu", "no such file"),
    Refusal("--display", "memory", "--touch", "replay:/etc/hostname", words: "/etc/hostname:1: "),
    Refusal("--display", "memory", "--touch", "replay:/dev/null", words: "/dev/null", "not a regular file; give"),
    Refusal("--display", "memory", "--touch", "/dev/null", words: "/dev/null"),
    Refusal("--display", "memory", "--touch", "/dev/input/event999", words: "/dev/input/event999", "no such file"),
    Refusal("--display", "memory", "--touch", "panel", status: 2, words: "panel"),
    Refusal("--display", "memory", "--journal", "/", words: "/", "folder"),
    Refusal("--display", "memory", "--journal", "/nowhere/j.sqlite", words: "/nowhere"),
    Refusal("--display", "memory", "--journal", "/etc/hostname", words: "/etc/hostname", "not a"),
  ]

  @Test(arguments: refusals) func errorsAreOneLine(_ refusal: Refusal) throws {
    let program = try Program()
    defer { program.remove() }
    let journal = refusal.arguments.contains("--journal") ? [] : ["--journal", "j.sqlite"]
    let outcome = try program.run(refusal.arguments + (refusal.arguments == ["--journal"] ? [] : journal))
    #expect(outcome.status == refusal.status, "\(outcome.errors)")
    #expect(outcome.output == "")
    #expect(outcome.complaints.count == 1, "\(outcome.errors)")
    for word in refusal.words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
  }

  @Test func deviceWithoutPermission() throws {
    let program = try Program()
    defer { program.remove() }
    let device = program.path("fb0")
    _ = FileManager.default.createFile(atPath: device, contents: Data(), attributes: [.posixPermissions: 0o600])
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: program.folder.path)
    let stranger = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    for option in ["fb:", "kms:"] {
      let outcome = try program.run(["--display", option + device, "--journal", "j.sqlite"], command: stranger)
      #expect(outcome.status == 1)
      #expect(outcome.complaints.count == 1)
      #expect(
        outcome.errors.contains("permission denied") && outcome.errors.contains("group video"), "\(outcome.errors)")
    }
    let outcome = try program.run(
      ["--display", "memory", "--touch", device, "--journal", "j.sqlite"], command: stranger)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("permission denied") && outcome.errors.contains("group input"), "\(outcome.errors)")
  }

  /// Cut anywhere, a recording is refused as a whole, or is one whose visitors all lifted their fingers.
  @Test func truncatedRecording() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    gestures.stroke([(548, 240)])
    gestures.stroke([(102, 240), (300, 240), (400, 240)])
    let whole = Array(gestures.text.utf8)
    for length in stride(from: 0, to: whole.count - 1, by: 97) {
      try Data(whole[0..<length]).write(to: URL(fileURLWithPath: program.path("cut.evemu")))
      let outcome = try program.run(["--display", "memory", "--touch", "replay:cut.evemu", "--journal", "j.sqlite"])
      #expect(outcome.status == 1, "\(length) bytes of \(whole.count)")
      #expect(outcome.output == "")
      #expect(outcome.complaints.count == 1 && outcome.errors.contains("cut.evemu"), "\(outcome.errors)")
    }
  }

  /// A journal that is refused keeps every byte.
  @Test func foreignFileIsNotReplaced() throws {
    let program = try Program()
    defer { program.remove() }
    let path = program.path("notes.txt")
    let notes = Data(repeating: 0x41, count: 5000)
    try notes.write(to: URL(fileURLWithPath: path))
    let before = try FileManager.default.contentsOfDirectory(atPath: program.folder.path).count
    let outcome = try program.run(["--display", "memory", "--touch", "none", "--journal", path])
    #expect(outcome.status == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == notes)
    let after = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    #expect(after.count == before + 2, "\(after)")
  }

  /// A recording's visitor, in a folder with a file that must not be lost.
  private func visited() throws -> Program {
    let program = try Program()
    var gestures = Gestures()
    gestures.stroke([(548, 240)])
    try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    try "mine".write(toFile: program.path("old"), atomically: true, encoding: .utf8)
    return program
  }

  private static let visit = ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite"]

  /// What is written at the end only is looked at before anything is drawn.
  @Test(
    arguments: ["--snapshot", "--trace"],
    [
      ("nowhere/x", "no such file"), ("old/x", "not a directory"), (".", "is a directory"),
      (String(repeating: "x", count: 300), "file name too long"),
    ])
  func unwritablePathIsReportedAtStart(_ option: String, _ place: (path: String, reason: String)) throws {
    let program = try visited()
    defer { program.remove() }
    let outcome = try program.run(Self.visit + [option, place.path])
    #expect(outcome.status == 1 && outcome.output == "", "\(outcome.output)")
    #expect(
      outcome.errors.hasPrefix("star-kiosk: cannot open \(place.path): \(place.reason)")
        && outcome.errors.hasSuffix("; pass \(option) a file in a writable folder\n")
        && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: program.path("j.sqlite")), "nothing was begun")
  }

  /// If the start fails for another reason, the check of the paths has created and removed nothing.
  @Test(arguments: ["--snapshot", "--trace"]) func failedStartKeepsFiles(_ option: String) throws {
    let program = try visited()
    defer { program.remove() }
    for place in ["old", "new"] {
      let outcome = try program.run(["--display", "fb:/dev/null", "--journal", "j.sqlite", option, place])
      #expect(outcome.status == 1 && outcome.errors.contains("not a framebuffer"), "\(outcome.errors)")
    }
    #expect(try String(contentsOfFile: program.path("old"), encoding: .utf8) == "mine")
    for name in ["new", "new.part", "old.part"] {
      #expect(!FileManager.default.fileExists(atPath: program.path(name)), "\(name)")
    }
    // What is no ordinary file is written to.
    #expect(try program.run(Self.visit + [option, "/dev/null"]).status == 0)
    #expect(try program.run(Self.visit + [option, "old"]).status == 0)
    #expect(try String(contentsOfFile: program.path("old"), encoding: .isoLatin1) != "mine")
  }

  /// Answers are worth more than a picture.
  @Test(arguments: ["--snapshot", "--trace"]) func outputMustNotReplaceJournal(_ option: String) throws {
    let program = try visited()
    defer { program.remove() }
    symlink("j.sqlite", program.path("link"))
    #expect(try program.run(Self.visit).status == 0)
    for place in ["j.sqlite", "./j.sqlite", "link"] {
      let outcome = try program.run(Self.visit + [option, place])
      #expect(outcome.status == 2 && outcome.output == "", "\(outcome.output)")
      #expect(outcome.errors.contains("\(option) \(place) would replace the journal"), "\(outcome.errors)")
    }
    let stored = try Program("starctl").run(["export", "--format", "jsonl", "--journal", program.path("j.sqlite")])
    #expect(try stars(in: stored.output) == [4])
  }

  /// Minutes of measuring end in a file.
  @Test func unwritableReport() throws {
    let program = try Program("star-bench")
    defer { program.remove() }
    let outcome = try program.run(["--workload", "raster", "--sides", "16", "--json", "nowhere/x"])
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.contains("--json: cannot open nowhere/x: no such file or directory"), "\(outcome.errors)")
  }
}
