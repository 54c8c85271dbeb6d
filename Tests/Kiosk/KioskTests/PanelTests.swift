import Foundation
import TestSupport
import Testing

/// Panels of the field, from the recording to the answers.
@Suite struct PanelTests {
  /// A tap: microseconds from the start, and the place.
  private typealias Tap = (at: Int, x: Int, y: Int)

  private static let axes = "A: 00 0 799 0 0 0\nA: 01 0 479 0 0 0\n"

  /// A recording's head. `keys` are the buttons' codes, `abs` the bits of the axes.
  private func head(keys: [Int], abs: Int, _ axes: String, isDirect: Bool = true) -> String {
    func bytes(_ bits: [Int], _ start: Int) -> String {
      (0..<8).map { byte in
        let value = bits.reduce(0) { $0 | ($1 / 8 == start + byte ? 1 << ($1 % 8) : 0) }
        return String(format: "%02x", value)
      }.joined(separator: " ")
    }
    let rows = (0..<12).map { "B: 01 " + bytes(keys, $0 * 8) }
    let mask = bytes((0..<64).filter { abs >> $0 & 1 == 1 }, 0)
    return
      (["# EVEMU 1.3", "N: a panel", "I: 0018 0000 0000 0000", "P: \(isDirect ? "02" : "00") 00 00 00 00 00 00 00"]
      + ["B: 00 0b 00 00 00 00 00 00 00"] + rows + ["B: 02 00 00 00 00 00 00 00 00", "B: 03 " + mask]).joined(
        separator: "\n")
      + "\n" + axes
  }

  private func line(_ time: Int, _ type: Int, _ code: Int, _ value: Int) -> String {
    String(format: "E: %d.%06d %04x %04x %d\n", time / 1_000_000, time % 1_000_000, type, code, value)
  }

  private func run(_ recording: String, _ options: [String] = [], configuration: String? = nil) throws
    -> Program.Outcome
  {
    let program = try Program()
    defer { program.remove() }
    try recording.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
    var words = ["--display", "memory", "--touch", "replay:visit.evemu", "--journal", "j.sqlite"] + options
    if let configuration {
      try configuration.write(toFile: program.path("kiosk.conf"), atomically: true, encoding: .utf8)
      words += ["--config", "kiosk.conf"]
    }
    return try program.run(words)
  }

  /// PenMount's USB panel and eGalax's virtual device: BTN_LEFT is the touch.
  @Test(arguments: [true, false]) func anAbsoluteMouseThatIsNamed(isDirect: Bool) throws {
    var text = head(keys: [0x110, 0x111], abs: 3, Self.axes, isDirect: isDirect)
    for (start, x) in [(0, 549), (5_000_000, 251)] {
      text += line(start, 3, 0, x) + line(start, 3, 1, 240) + line(start, 1, 0x110, 1) + line(start, 0, 0, 0)
      text += line(start + 80_000, 1, 0x110, 0) + line(start + 80_000, 0, 0, 0)
    }
    let outcome = try run(text)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try stars(in: outcome.output) == [4, 2])
  }

  /// Drivers for Android 2: the release is a packet of no size.
  @Test func aReleaseWithoutSize() throws {
    var text = head(keys: [], abs: 1 << 0x30 | 3 << 0x35, "A: 30 0 255 0 0 0\nA: 35 0 799 0 0 0\nA: 36 0 479 0 0 0\n")
    for (start, x) in [(0, 549), (5_000_000, 251)] {
      for (time, size, place) in [
        (start, 38, x), (start + 16_000, 38, x + 1), (start + 32_000, 0, x), (start + 48_000, 0, 0),
      ] {
        text += line(time, 3, 0x35, place) + line(time, 3, 0x36, 240) + line(time, 3, 0x30, size)
        text += line(time, 0, 2, 0) + line(time, 0, 0, 0)
      }
    }
    let outcome = try run(text)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try stars(in: outcome.output) == [4, 2])
  }

  /// The last release of a recording is not lost, although it is held back.
  @Test func aRecordingThatEndsWithARelease() throws {
    var gestures = Gestures()
    gestures.stroke([(549, 240)])
    let outcome = try run(gestures.text)
    #expect(try stars(in: outcome.output) == [4])
  }

  private static let survey = """
    [kiosk]
    idle = 15
    idle-warning = 5
    attract = yes
    half-given = keep
    motion = none
    [question one]
    [question two]
    [text en]
    question one = How was it?
    question two = And the staff?
    """

  /// A tap that lasts, and contacts of no duration.
  private func recording(_ taps: [Tap], _ phantoms: [Tap]) -> String {
    let axes = "A: 2f 0 9 0 0 0\nA: 35 0 799 0 0 0\nA: 36 0 479 0 0 0\nA: 39 0 65535 0 0 0\n"
    var text = head(keys: [0x14a], abs: 3 | 1 << 0x2f | 3 << 0x35 | 1 << 0x39, Self.axes + axes)
    let all = taps.map { ($0, 80_000) } + phantoms.map { ($0, 0) }
    for (id, (tap, lasts)) in all.sorted(by: { $0.0.at < $1.0.at }).enumerated() {
      text += line(tap.at, 3, 0x39, id) + line(tap.at, 3, 0x35, tap.x) + line(tap.at, 3, 0x36, tap.y)
      text += line(tap.at, 1, 0x14a, 1) + line(tap.at, 0, 0, 0)
      text += line(tap.at + lasts, 3, 0x39, -1) + line(tap.at + lasts, 1, 0x14a, 0) + line(tap.at + lasts, 0, 0, 0)
    }
    return text
  }

  /// Contacts of no duration anywhere on the start screen, of which no two are near each other, answer no question of any kind; a tap does.
  @Test(arguments: ["stars", "faces", "nps", "effort", "yes-no", "choice\noptions = a, b, c"])
  func contactsOfNoDurationAnswerNothing(kind: String) throws {
    var random = SplitMix64(seed: UInt64(kind.utf8.count))
    var options = "[text en]\nquestion one = How was it?\n"
    for option in ["a", "b", "c"] where kind.contains("options") { options += "option \(option) = \(option)\n" }
    let survey = "[kiosk]\nmotion = none\n[question one]\nkind = \(kind)\n" + options
    let phantoms: [Tap] = (0..<24).map { i in
      (1_000_000 + i * 60_000_000, (i % 12) * 66 + Int.random(in: 4..<62, using: &random), 200 + (i / 12) * 60)
    }
    let outcome = try run(recording([], phantoms), configuration: survey)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try stars(in: outcome.output).isEmpty, "\(phantoms)")
    // The places are those of answers.
    let tapped = try run(recording(phantoms, []), configuration: survey)
    #expect(try stars(in: tapped.output).count > 4)
  }

  /// A finger that is too fast for the panel still chooses the language on the start screen.
  @Test func contactOfNoDurationChoosesLanguage() throws {
    let survey =
      "[kiosk]\nmotion = none\n[question one]\n[text en]\nquestion one = How was it?\n[text ar]\nquestion one = كيف كان؟\n"
    let outcome = try run(
      recording([(5_000_000, 400, 264)], [(1_000_000, 735, 426)]), ["--phrases", Program.phrases],
      configuration: survey)
    let answers = try answers(in: outcome.output)
    #expect(answers.map { $0["language"] as? String } == ["ar"], "\(outcome.output) \(outcome.errors)")
  }

  /// A phantom contact every 12.9 s does not keep a visit open: another visitor's first tap begins a new one. After several it is a fault.
  @Test func phantomsAreNoVisitors() throws {
    let visitors: [Tap] = [
      (1_000_000, 400, 394), (3_000_000, 400, 240), (100_000_000, 400, 394), (102_000_000, 251, 240),
      (140_000_000, 400, 394),
    ]
    let phantoms: [Tap] = (0..<9).map { (16_864_000 + $0 * 12_864_000, 760, 11) }
    let quiet = try run(recording(visitors, []), configuration: Self.survey)
    let disturbed = try run(recording(visitors, phantoms), configuration: Self.survey)
    #expect(disturbed.status == 0 && quiet.status == 0, "\(disturbed.errors)")
    #expect(try stars(in: quiet.output) == [3, 2])
    #expect(try stars(in: disturbed.output) == [3, 2])
    #expect(disturbed.errors.contains("touches of no duration at one place"), "\(disturbed.errors)")
    #expect(!quiet.errors.contains("touches of no duration"))
  }
}
