import Foundation
import Testing

/// What corrects a panel corrects a recording of it.
@Suite struct ReplayTests {
  /// What visitors give who touch a place of the screen each, with some options.
  private func given(_ touches: [(Int, Int)], _ options: String..., axes: String? = nil) throws -> [Double] {
    try given(touches, options, axes: axes)
  }

  private func given(_ touches: [(Int, Int)], _ options: [String], axes: String?) throws -> [Double] {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    for touch in touches { gestures.stroke([touch]) }
    var text = gestures.text
    if let axes { text = text.replacing(/(?m)^A: (35|00|36|01) .*$/) { "A: \($0.1) \(axes)" } }
    try text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run(
      ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite"] + options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try answered(outcome.output)
  }

  private func answered(_ output: String) throws -> [Double] { try stars(in: output) }

  /// The first and the fourth star of five.
  private let touches = [(102, 240), (548, 240)]

  @Test func quirksAndCalibrationApply() throws {
    #expect(try given(touches) == [1, 4])
    #expect(try given(touches, "--invert-x", "yes") == [5, 2])
    #expect(try given(touches, "--calibration", "-1 0 1 0 1 0") == [5, 2])
    // The panel's left half is all of the screen.
    #expect(try given([(51, 240), (274, 240)], "--range-x", "0 399") == [1, 4])
  }

  /// A driver that announces less than the panel reports: what `range-x` is for.
  @Test func positionsBeyondAnnouncedRange() throws {
    #expect(try given(touches, "--range-x", "0 799", "--range-y", "0 479", axes: "0 99 0 0 0") == [1, 4])
  }

  /// A board's profile says how its panel is mounted, which counts; what it calibrates may be another panel than the recording's.
  @Test func quirksOfProfileApply() throws {
    let boards = FileManager.default.temporaryDirectory.appending(path: "boards-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: boards) }
    for (name, line) in [("calibrated", "calibration = -1 0 1 0 1 0"), ("inverted", "invert-x = yes")] {
      let folder = boards.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try "[board]\ntitle = Mine\ncompatible = made,up\n[touch]\n\(line)\n".write(
        to: folder.appending(path: "board.conf"), atomically: true, encoding: .utf8)
    }
    #expect(try given(touches, "--board", "calibrated", "--boards", boards.path) == [1, 4])
    #expect(try given(touches, "--board", "inverted", "--boards", boards.path) == [5, 2])
  }

  /// A profile's axes are those of its own panel, not of another one on the same board, unless they differ by one as the board's own do. What
  /// the configuration says applies to any.
  @Test func quirksOfProfileApplyToItsPanel() throws {
    let boards = FileManager.default.temporaryDirectory.appending(path: "boards-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: boards) }
    func given(_ lines: String, _ options: String..., axes: String? = nil) throws -> [Double] {
      let folder = boards.appending(path: "mine")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try "[board]\ntitle = Mine\ncompatible = made,up\n[touch]\n\(lines)\n".write(
        to: folder.appending(path: "board.conf"), atomically: true, encoding: .utf8)
      return try self.given(touches, ["--board", "mine", "--boards", boards.path] + options, axes: axes)
    }
    let other = "match = another panel\n"
    #expect(try given(other + "invert-x = yes\nrange-x = 0 399") == [1, 4])
    #expect(try given(other + "invert-x = yes", "--invert-x", "yes") == [5, 2])
    let own = ["--range-x", "0 799", "--range-y", "0 479"]
    #expect(try given(other + "range-x = 0 99", own[0], own[1], own[2], own[3], axes: "0 99 0 0 0") == [1, 4])
    #expect(try given(other + "range-x = 1 800") == [1, 4])
    #expect(try given("match = test\ninvert-x = yes") == [5, 2])
  }

  /// The device lost events between two touches: what comes after counts again.
  @Test func lostEventsEndContacts() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    for touch in touches { gestures.stroke([touch]) }
    let lost = gestures.text.replacing(/(?m)^(E: 2\.\d+) 0003 0039 2$/) {
      "\($0.1) 0000 0003 0\n\($0.1) 0000 0000 0\n" + $0.0
    }
    #expect(lost != gestures.text)
    try lost.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run(["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try answered(outcome.output) == [1, 4])
  }

  @Test func recordingWithGapOfCenturies() throws {
    let program = try Program()
    defer { program.remove() }
    var gestures = Gestures()
    for touch in touches { gestures.stroke([touch]) }
    let late = gestures.text.replacing(/(?m)^E: [1-9][0-9]*\./) { _ in "E: 9223371000." }
    #expect(late != gestures.text)
    try late.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    let outcome = try program.run(["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("a time after 4294967295 seconds"), "\(outcome.errors)")
  }
}
