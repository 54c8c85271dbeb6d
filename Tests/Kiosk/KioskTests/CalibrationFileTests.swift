import Foundation
import System
import Testing
import Touch

@testable import Kiosk

/// Where `star-kiosk calibrate` writes: looked at before anybody touches a cross, and never at another panel's cost.
@Suite struct CalibrationFileTests {
  static let foreign = "0018:1234:0002 - 1.100000 0.000000 0.000000 0.000000 1.000000 0.000000 other\n"

  /// The environment with a state folder.
  func state(_ path: String) -> [String] { ["/usr/bin/env", "STATE_DIRECTORY=" + path] }

  /// Runs `calibrate`, which finds out before it looks for a screen.
  func calibrate(_ program: Program, state path: String) throws -> Program.Outcome {
    let outcome = try program.run(["calibrate", "--board", "none", "--display", "memory"], command: state(path))
    #expect(!outcome.errors.contains("drawing to") && !outcome.errors.contains("--journal"), "\(outcome.errors)")
    return outcome
  }

  @Test func unwritableFileIsReportedBeforeFirstTarget() throws {
    let program = try Program()
    defer { program.remove() }
    for kind in ["folder", "pipe"] {
      let file = program.path(kind) + "/touch-calibration"
      try FileManager.default.createDirectory(atPath: program.path(kind), withIntermediateDirectories: true)
      if kind == "pipe" {
        #expect(mkfifo(file, 0o600) == 0)
      } else {
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
      }
      let outcome = try calibrate(program, state: program.path(kind))
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == "star-kiosk: cannot use \(file): a folder, a pipe or a device; move it away\n")
    }
    for (path, fault) in [
      ("/proc", "cannot open /proc/touch-calibration: no such file or directory"),
      ("/dev/null/x", "cannot make folder /dev/null/x: not a directory"),
    ] {
      let outcome = try calibrate(program, state: path)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors == "star-kiosk: \(fault); set STATE_DIRECTORY to a writable folder\n")
    }
  }

  @Test func unreadableFileIsNotReplaced() throws {
    let program = try Program()
    defer { program.remove() }
    let file = program.path("touch-calibration")
    let text = Self.foreign + String(repeating: "# a comment\n", count: 6000)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let outcome = try calibrate(program, state: program.folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "star-kiosk: cannot read \(file): file too large; correct it or move it away\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  func panel(_ name: String) -> DeviceDescription {
    var device = DeviceDescription()
    (device.name, device.bus, device.vendor, device.product) = (name, 0x18, 0x1234, 0x5678)
    return device
  }

  /// The file may become unusable while the crosses are touched: the visit to the panel is not lost, nor what is in the file.
  @Test func lateErrorReportsCalibration() throws {
    let program = try Program()
    defer { program.remove() }
    let file = CalibrationFile(in: program.folder.path)
    try file.check()
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.path) == [])
    let calibration = try Calibration(parsing: "1.05 0 -0.02 0 1.04 -0.01")
    let suggestion =
      "to keep this measurement, write calibration = \(calibration.text) below [touch] in the configuration"
    func refused(_ text: String, _ reason: String) throws {
      try text.write(toFile: file.path, atomically: true, encoding: .utf8)
      let error = #expect(throws: KioskError.self) { try file.record(calibration, of: self.panel("mine")) }
      #expect(error?.lines == [reason, suggestion] && error?.status == 1, "\(error?.lines ?? [])")
      #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
    }
    try refused(
      Self.foreign + String(repeating: "# a comment\n", count: 6000),
      "cannot read \(file.path): file too large; correct it or move it away")
    try refused(
      Self.foreign + String(repeating: "#", count: 65_400),
      "cannot write \(file.path): longer than 65536 bytes")
    // A link that another user placed is not followed. Only root can place one for another user.
    if geteuid() == 0 {
      let target = program.path("target")
      try Self.foreign.write(toFile: target, atomically: true, encoding: .utf8)
      unlink(file.path)
      #expect(symlink(target, file.path) == 0 && lchown(file.path, 65534, 65534) == 0)
      let late = #expect(throws: KioskError.self) { try file.record(calibration, of: self.panel("mine")) }
      #expect(late?.lines == ["cannot open \(file.path): too many levels of symbolic links", suggestion])
      let early = #expect(throws: KioskError.self) { try file.check() }
      #expect(early?.lines.first?.hasPrefix("cannot open \(file.path): too many") == true)
      #expect(try String(contentsOfFile: target, encoding: .utf8) == Self.foreign)
      unlink(file.path)
    }
    try Self.foreign.write(toFile: file.path, atomically: true, encoding: .utf8)
    try file.record(calibration, of: panel("mine"))
    #expect(
      try String(contentsOfFile: file.path, encoding: .utf8)
        == Self.foreign + "0018:1234:5678 - \(calibration.text) mine\n")
  }

  @Test func newFilesHaveAHeading() throws {
    let program = try Program()
    defer { program.remove() }
    let file = CalibrationFile(in: program.folder.path)
    let calibration = try Calibration(parsing: "1.05 0 -0.02 0 1.04 -0.01")
    for name in ["mine", "other"] { try file.record(calibration, of: panel(name)) }
    let lines = ["mine", "other"].map { "0018:1234:5678 - \(calibration.text) \($0)\n" }
    #expect(
      try String(contentsOfFile: file.path, encoding: .utf8)
        == "# Written by star-kiosk calibrate: device, place, matrix, name.\n" + lines.joined())
  }

  /// `sudo star-kiosk calibrate` in the folder of the service's user. The test has a process of its own, because the other tests
  /// that run at the same time would lose root's privilege, too.
  @Test(.enabled(if: geteuid() == 0)) func rootWritesAsTheFoldersOwner() async {
    await #expect(processExitsWith: .success) {
      let foreign = CalibrationFileTests.foreign
      let program = try Program()
      defer { program.remove() }
      let tests = CalibrationFileTests()
      let (folder, target) = (program.path("state"), program.path("target"))
      let file = CalibrationFile(in: folder)
      let calibration = try Calibration(parsing: "1.05 0 -0.02 0 1.04 -0.01")
      #expect(mkdir(folder, 0o700) == 0 && chmod(program.folder.path, 0o755) == 0)
      try ("# panels\n" + foreign + "nonsense\n").write(toFile: file.path, atomically: true, encoding: .utf8)
      #expect(chown(folder, 65534, 65533) == 0 && chown(file.path, 65534, 65533) == 0)
      try file.record(calibration, of: tests.panel("mine"))
      #expect(
        try String(contentsOfFile: file.path, encoding: .utf8)
          == "# panels\n" + foreign + "0018:1234:5678 - \(calibration.text) mine\n")
      let status = try FileStatus(file.path)
      #expect(status.owner == 65534 && status.group == 65533 && geteuid() == 0)
      // Files of root's that its user cannot write, by a link of any owner.
      try foreign.write(toFile: target, atomically: true, encoding: .utf8)
      #expect(chmod(target, 0o600) == 0)
      for owner: uid_t in [0, 65534] {
        #expect(unlink(file.path) == 0 && symlink(target, file.path) == 0 && lchown(file.path, owner, owner) == 0)
        #expect(throws: KioskError.self) { try file.record(calibration, of: tests.panel("mine")) }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == foreign && geteuid() == 0)
      }
      // A folder that does not exist is made by the owner of its parent.
      let outcome = try tests.calibrate(program, state: folder + "/new")
      #expect(try FileStatus(folder + "/new").owner == 65534, "\(outcome.errors)")
    }
  }

  /// systemd gives several folders with colons between them. The first is the journal's, the second the kiosk's own.
  @Test func secondStateDirectoryIsUsed() throws {
    let program = try Program()
    defer { program.remove() }
    let list = program.path("a") + ":" + program.path("b")
    _ = try program.run(["calibrate", "--board", "none", "--display", "memory"], command: state(list))
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    #expect(names.sorted() == ["b", "stderr", "stdout"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.path("b")) == [])
    #expect(try FileStatus(program.path("b")).permissions == 0o700)
  }

  /// Without systemd a user's state is where the XDG Base Directory Specification has it.
  @Test(arguments: [
    (["/usr/bin/env", "-u", "STATE_DIRECTORY"], "state/star-slider"),
    (["/usr/bin/env", "-u", "STATE_DIRECTORY", "-u", "XDG_STATE_HOME", "HOME=home"], "home/.local/state/star-slider"),
  ])
  func stateFolderOfUser(_ command: [String], _ folder: String) throws {
    let program = try Program()
    defer { program.remove() }
    let words = ["calibrate", "--board", "none", "--display", "memory"]
    _ = try program.run(words, command: command)
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.path(folder)) == [])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: program.folder.path).sorted()
        == [String(folder.prefix { $0 != "/" }), "stderr", "stdout"].sorted())
  }
}
