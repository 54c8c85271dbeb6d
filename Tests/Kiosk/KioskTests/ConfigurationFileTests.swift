import Foundation
import Pictures
import TestSupport
import Testing

/// The whole program with a configuration file, on the memory screen.
@Suite struct ConfigurationFileTests {
  /// A program with a configuration and two pictures beside it, in a folder of their own.
  func program(_ configuration: String, name: String = "star-kiosk") throws -> Program {
    let program = try Program(name)
    try FileManager.default.createDirectory(atPath: program.path("conf"), withIntermediateDirectories: true)
    try configuration.write(toFile: program.path("conf/kiosk.conf"), atomically: true, encoding: .utf8)
    try write(program, "conf/empty.png", color: [0x20, 0x40, 0xc0])
    try write(program, "conf/full.png", color: [0xe0, 0x30, 0x10])
    return program
  }

  func write(_ program: Program, _ name: String, color: [UInt8]) throws {
    let rgb = (0..<64 * 64).flatMap { _ in color }
    try Data(PNG.encode(rgb: rgb, width: 64, height: 64)).write(to: URL(fileURLWithPath: program.path(name)))
  }

  func play(_ program: Program, _ places: [(x: Int, y: Int)]) throws {
    var gestures = Gestures()
    for place in places { gestures.stroke([place]) }
    try gestures.text.write(toFile: program.path("conf/visit.evemu"), atomically: true, encoding: .utf8)
  }

  static let turned = """
    [screen]
    display = memory:800x480:RGB565
    rotate = 90
    [touch]
    device = replay:visit.evemu
    [journal]
    path = j.sqlite
    [slider]
    step = half
    direction = rtl
    [face]
    image-empty = empty.png
    image-full = full.png
    """

  /// A row that is turned by 90 degrees stands in a column of the scanout, the viewer's left at its top; the first star
  /// of a right-to-left row is at the bottom, and its first half below its middle.
  @Test func rightToLeftImagesOnRotatedScreen() throws {
    let program = try program(Self.turned)
    defer { program.remove() }
    var places: [(x: Int, y: Int)] = []
    for star in 0..<5 {
      let middle = 62 + (4 - star) * 89
      places += [(400, middle + 20), (400, middle - 20)]
    }
    // The last touch is beside the row: it ends the thanks.
    try play(program, places + [(5, 5)])
    let outcome = try program.run(["--config", "conf/kiosk.conf", "--snapshot", "end.png"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try stars(in: outcome.output) == [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5])
    #expect(FileManager.default.fileExists(atPath: program.path("conf/j.sqlite")))
    // The row begins with the file's pictures.
    let picture = try pixels(ofPNG: [UInt8](Data(contentsOf: URL(fileURLWithPath: program.path("end.png")))))
    let at = 3 * (62 * 800 + 400)
    #expect(Array(picture.rgb[at..<at + 3]) == [0x21, 0x41, 0xc6])
  }

  @Test func optionsOverrideFile() throws {
    let program = try program(Self.turned)
    defer { program.remove() }
    try play(program, [(102, 240), (698, 240)])
    let outcome = try program.run([
      "--config", "conf/kiosk.conf", "--rotate", "0", "--step", "whole", "--direction", "ltr", "--journal",
      "mine.sqlite",
      "--display", "memory",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try stars(in: outcome.output) == [1, 5])
    #expect(outcome.errors.contains("memory 800x480 XRGB8888"))
    #expect(FileManager.default.fileExists(atPath: program.path("mine.sqlite")))
    #expect(!FileManager.default.fileExists(atPath: program.path("conf/j.sqlite")))
  }

  @Test func minimumAndClearingTap() throws {
    let program = try program(
      "[screen]\ndisplay = memory\n[touch]\ndevice = replay:visit.evemu\n[slider]\nminimum = 2\nvalue = 4\n"
        + "clears-on-repeated-tap = yes\n")
    defer { program.remove() }
    try play(program, [(102, 240), (549, 240), (698, 240)])
    let outcome = try program.run(["--config", "conf/kiosk.conf", "--journal", "j.sqlite"])
    // The second tap is on the value that is shown, which unsets it: no answer.
    #expect(try stars(in: outcome.output) == [2, 5], "\(outcome.errors)")
  }

  @Test(arguments: ["interactive", "enabled"]) func readOnlyStarsIgnoreTouches(key: String) throws {
    let program = try program(
      "[screen]\ndisplay = memory\n[touch]\ndevice = replay:visit.evemu\n[slider]\nvalue = 5\n\(key) = no\n")
    defer { program.remove() }
    try play(program, [(102, 240), (698, 240)])
    let outcome = try program.run(["--config", "conf/kiosk.conf", "--journal", "j.sqlite", "--snapshot", "end.png"])
    #expect(outcome.status == 0 && outcome.output == "")
    let picture = try pixels(ofPNG: [UInt8](Data(contentsOf: URL(fileURLWithPath: program.path("end.png")))))
    let at = 3 * (240 * 800 + 698)
    #expect((Array(picture.rgb[at..<at + 3]) == [255, 255, 0]) == (key == "interactive"))
  }

  /// Every mistake is a line, and neither a journal nor anything else was made.
  @Test func invalidFileIsRejected() throws {
    let program = try program(
      "[slider]\nstep = thrid\nstars = 0\n[face]\nimage-empty = nope.png\nimage-full = full.png\n")
    defer { program.remove() }
    let outcome = try program.run(["--config", "conf/kiosk.conf", "--display", "memory"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        star-kiosk: conf/kiosk.conf:2: [slider] step = thrid: invalid value; allowed: whole, half, quarter, continuous, \
        1/N with N from 1 to 1000000
        star-kiosk: conf/kiosk.conf:3: [slider] stars = 0: invalid value; allowed: whole numbers from 1 to 1000
        star-kiosk: conf/kiosk.conf:5: warning: [face] image-empty = nope.png: cannot open conf/nope.png: no such file or \
        directory; correct the path, or put a picture there; the kiosk runs without it

        """)
    #expect(!FileManager.default.fileExists(atPath: program.path("state")))
  }

  @Test func missingFile() throws {
    let program = try program("")
    defer { program.remove() }
    for (path, word) in [("nope.conf", "no such file"), ("conf", "directory"), ("/dev/zero", "/dev/zero")] {
      let outcome = try program.run(["--config", path, "--display", "memory"])
      #expect(outcome.status == 1 && outcome.complaints.count == 1)
      #expect(outcome.errors.contains(path) && outcome.errors.lowercased().contains(word), "\(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: program.path("state")))
  }

  /// Files and folders that are no pictures: one line that names them.
  @Test(arguments: ["conf", "/dev/null", "conf/kiosk.conf", "/dev/zero", "nope.png"])
  func invalidImages(path: String) throws {
    let program = try program("[slider]\n")
    defer { program.remove() }
    let outcome = try program.run([
      "--config", "conf/kiosk.conf", "--display", "memory", "--image-full", "conf/full.png", "--image-empty", path,
    ])
    #expect(outcome.status == 2 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("star-kiosk: --image-empty \(path): "), "\(outcome.errors)")
  }

  @Test func checkDoesNotStart() throws {
    let good = try program(Self.turned, name: "starctl")
    defer { good.remove() }
    let outcome = try good.run(["check", "conf/kiosk.conf"])
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output == "conf/kiosk.conf: no errors\n")
    let bad = try program("[slider]\nstars = 0\nstep = thrid\n", name: "starctl")
    defer { bad.remove() }
    let refused = try bad.run(["check", "conf/kiosk.conf"])
    #expect(refused.status == 1 && refused.output == "")
    #expect(refused.errors.split(separator: "\n").count == 2)
    #expect(refused.errors.hasPrefix("starctl: conf/kiosk.conf:2: [slider] stars = 0: invalid value; allowed: "))
    let blind = try program("[face]\nimage-empty = nope.png\nimage-full = full.png\n", name: "starctl")
    defer { blind.remove() }
    let reason =
      "[face] image-empty = nope.png: cannot open conf/nope.png: no such file or directory; correct the path, or put a "
      + "picture there\n"
    #expect(try blind.run(["check", "conf/kiosk.conf"]).errors == "starctl: conf/kiosk.conf:2: " + reason)
    let picture = try blind.run(["preview", "--config", "conf/kiosk.conf", "--output", "p.png"])
    #expect(picture.status == 1 && picture.errors == "starctl: conf/kiosk.conf:2: " + reason)
    // A warning is told, and changes no status.
    let warned = try program("[courier]\nbroker = b\nusername = u\ntls = no\n", name: "starctl")
    defer { warned.remove() }
    let told = try warned.run(["check", "conf/kiosk.conf"])
    #expect(told.status == 0 && told.output == "conf/kiosk.conf: no errors\n")
    #expect(told.errors.hasPrefix("starctl: conf/kiosk.conf:3: warning: [courier] username = u: "), "\(told.errors)")
  }

  @Test func sampleIsValidConfiguration() throws {
    let starctl = try program("", name: "starctl")
    defer { starctl.remove() }
    try starctl.run(["sample"]).output.write(toFile: starctl.path("conf/kiosk.conf"), atomically: true, encoding: .utf8)
    #expect(try starctl.run(["check", "conf/kiosk.conf"]).status == 0)
  }

  /// What a preview shows is what the terminal shows, byte for byte.
  @Test func previewEqualsKioskScreen() throws {
    let kiosk = try program(Self.turned)
    defer { kiosk.remove() }
    try play(kiosk, [(5, 5)])
    let outcome = try kiosk.run([
      "--config", "conf/kiosk.conf", "--snapshot", "kiosk.png", "--value", "2.5",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let starctl = try Program("starctl")
    defer { starctl.remove() }
    let preview = try starctl.run([
      "preview", "--config", kiosk.path("conf/kiosk.conf"), "--value", "2.5", "--output", starctl.path("preview.png"),
    ])
    #expect(preview.status == 0, "\(preview.errors)")
    let pictures = try [kiosk.path("kiosk.png"), starctl.path("preview.png")].map {
      try pixels(ofPNG: [UInt8](Data(contentsOf: URL(fileURLWithPath: $0))))
    }
    #expect(pictures[0].rgb == pictures[1].rgb)
  }

  /// Whatever an option of a preview says, a file may say, and both draw the same picture, which is another one than without.
  @Test func previewOptionsAreSettings() throws {
    let starctl = try program("", name: "starctl")
    defer { starctl.remove() }
    func preview(_ options: [String], file: String) throws -> [UInt8] {
      let text = "[slider]\nvalue = 2.5\nstep = half\n" + file
      try text.write(toFile: starctl.path("conf/kiosk.conf"), atomically: true, encoding: .utf8)
      let outcome = try starctl.run(["preview", "--config", "conf/kiosk.conf", "--output", "p.png"] + options)
      #expect(outcome.status == 0, "\(options): \(outcome.errors)")
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: starctl.path("p.png"))))
    }
    let plain = try preview([], file: "")
    let (empty, full) = (starctl.path("conf/empty.png"), starctl.path("conf/full.png"))
    for (options, file) in [
      (["--stars", "3"], "[slider]\nstars = 3\n"), (["--rtl"], "[slider]\ndirection = rtl\n"),
      (["--vertical"], "[slider]\naxis = vertical\n"), (["--disabled"], "[slider]\nenabled = no\n"),
      (["--face", "heart"], "[face]\nshape = heart\n"),
      (["--image-empty", empty, "--image-full", full], "[face]\nimage-empty = empty.png\nimage-full = full.png\n"),
      (
        ["--image-empty", empty, "--image-half", full, "--image-full", empty],
        "[face]\nimage-empty = empty.png\nimage-half = full.png\nimage-full = empty.png\n"
      ),
      (["--format", "RGB565"], "[screen]\nformat = RGB565\n"), (["--rotate", "180"], "[screen]\nrotate = 180\n"),
      (["--size", "640x480"], "[screen]\ndisplay = memory:640x480\n"),
      (["--size", "640x480", "--format", "RGB565"], "[screen]\ndisplay = memory:640x480:RGB565\n"),
    ] {
      let byOption = try preview(options, file: "")
      #expect(try byOption == preview([], file: file), "\(options)")
      #expect(byOption != plain, "\(options)")
    }
    // A file says one thing, an option another: the option counts.
    #expect(try preview(["--stars", "3"], file: "") == preview(["--stars", "3"], file: "[slider]\nstars = 7\n"))
    #expect(try preview(["--value", "4"], file: "") != plain && preview(["--thanks"], file: "") != plain)
    #expect(try preview(["--step", "whole", "--value", "2.5"], file: "") == preview(["--value", "3"], file: ""))
  }

  /// What is wrong with a preview's words, in one line, and nothing is drawn.
  @Test func previewArguments() throws {
    let starctl = try Program("starctl")
    defer { starctl.remove() }
    let output = ["preview", "--output", "p.png"]
    for (words, told) in [
      (["preview"], "--output FILE is missing"), (output + ["--minimum", "9"], "minimum"),
      (output + ["--stars", "0"], "--stars 0: invalid value; allowed: whole numbers from 1 to 1000"),
      (output + ["--size", "800"], "--size 800: must be WIDTHxHEIGHT"),
      (output + ["--size", "800x480x"], "--size 800x480x: must be WIDTHxHEIGHT"),
      (output + ["--size", "x800x480"], "--size x800x480: must be WIDTHxHEIGHT"),
    ] {
      let outcome = try starctl.run(words)
      #expect(
        outcome.status != 0 && outcome.output.isEmpty && outcome.errors.contains(told), "\(words): \(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: starctl.path("p.png")))
    }
  }

  /// What a terminal refuses: what is in the file, and its screen.
  struct Refused: Sendable {
    let text: String
    let size: String
    init(_ text: String, size: String) { (self.text, self.size) = (text, size) }
  }

  /// A preview refuses it in the same words.
  @Test(arguments: [
    Refused("stars = 101", size: "100x30"), Refused("", size: "4x3"),
  ])
  func previewRejectsWhatKioskRejects(_ refused: Refused) throws {
    let kiosk = try Program()
    defer { kiosk.remove() }
    let starctl = Program(
      folder: kiosk.folder, executable: kiosk.executable.deletingLastPathComponent().appendingPathComponent("starctl"))
    try "[slider]\n\(refused.text)\n".write(toFile: kiosk.path("kiosk.conf"), atomically: true, encoding: .utf8)
    let words = ["--config", "kiosk.conf"]
    // Who is not refused ends with the recording.
    var gestures = Gestures()
    gestures.stroke([(5, 5)])
    try gestures.text.write(toFile: kiosk.path("visit.evemu"), atomically: true, encoding: .utf8)
    let terminal = try kiosk.run(
      words + ["--display", "memory:" + refused.size, "--touch", "replay:visit.evemu", "--journal", "j.sqlite"])
    #expect(terminal.status != 0)
    let preview = try starctl.run(["preview", "--output", "p.png", "--size", refused.size] + words)
    #expect(preview.status != 0)
    #expect(!FileManager.default.fileExists(atPath: kiosk.path("p.png")))
    func reason(_ outcome: Program.Outcome) -> [Substring] {
      outcome.errors.replacing("star-kiosk: ", with: "").replacing("starctl: ", with: "").split(separator: "\n")
    }
    #expect(reason(preview) == reason(terminal))
  }
}
