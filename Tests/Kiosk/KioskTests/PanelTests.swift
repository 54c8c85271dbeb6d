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

  /// Taps that last, contacts that no finger makes, of no duration unless `lasts` says so, and contacts that stay on the glass, each in a slot of its
  /// own.
  private func recording(
    _ taps: [Tap], _ phantoms: [Tap], lasts: Int = 0, staying: [(tap: Tap, lasts: Int)] = []
  ) -> String {
    let axes = "A: 2f 0 9 0 0 0\nA: 35 0 799 0 0 0\nA: 36 0 479 0 0 0\nA: 39 0 65535 0 0 0\n"
    let short = taps.map { ($0, 80_000) } + phantoms.map { ($0, lasts) }
    let all = staying.enumerated().map { ($1.tap, $1.lasts, $0 + 1) } + short.map { ($0, $1, 0) }
    // The ends come before the beginnings at the same time, but not those of contacts of no duration.
    var events: [(at: Int, order: Int, text: String)] = []
    for (id, (tap, lasts, slot)) in all.enumerated() {
      let down = [(0x2f, slot), (0x39, id), (0x35, tap.x), (0x36, tap.y)].map { line(tap.at, 3, $0, $1) }.joined()
      events.append((tap.at, 2 * tap.at + 1, down + line(tap.at, 0, 0, 0)))
      let end = tap.at + lasts
      let up = line(end, 3, 0x2f, slot) + line(end, 3, 0x39, -1) + line(end, 0, 0, 0)
      events.append((end, 2 * end + (lasts == 0 ? 2 : 0), up))
    }
    return head(keys: [0x14a], abs: 3 | 1 << 0x2f | 3 << 0x35 | 1 << 0x39, Self.axes + axes)
      + events.sorted { $0.order < $1.order }.map { $0.text }.joined()
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

  /// A phantom contact every 12.9 s, however short, does not keep a visit open: another visitor's first tap begins a new one. After several it is a
  /// fault.
  @Test(arguments: [0, 8_000, 17_000, 400_000]) func phantomsAreNoVisitors(lasts: Int) throws {
    let visitors: [Tap] = [
      (1_000_000, 400, 394), (3_000_000, 400, 240), (180_000_000, 400, 394), (182_000_000, 251, 240),
      (240_000_000, 400, 394),
    ]
    let phantoms: [Tap] = (0..<15).map { (16_864_000 + $0 * 12_864_000, 760, 11 + $0 % 2) }
    let quiet = try run(recording(visitors, []), configuration: Self.survey)
    let disturbed = try run(recording(visitors, phantoms, lasts: lasts), configuration: Self.survey)
    #expect(disturbed.status == 0 && quiet.status == 0, "\(disturbed.errors)")
    #expect(try stars(in: quiet.output) == [3, 2])
    #expect(try stars(in: disturbed.output) == [3, 2])
    let fault = lasts < 5000 ? "touches of no duration at one place" : "touches repeat or stay at x = 760, y = 1"
    #expect(disturbed.errors.contains(fault), "\(disturbed.errors)")
    #expect(!quiet.errors.contains("touch"), "\(quiet.errors)")
  }

  /// Contacts that no finger makes, each as short as a tap, come so often that the visit would never end. The fault is reported before it ends.
  @Test func repeatsAreReportedDuringAVisit() throws {
    let phantoms: [Tap] = (0..<20).map { (10_000_000 + $0 * 600_000, 799, 479) }
    let outcome = try run(recording([(1_000_000, 549, 240)], phantoms, lasts: 390_000), configuration: Self.survey)
    #expect(outcome.errors.contains("touches repeat or stay at x = 799, y = 479"), "\(outcome.errors)")
  }

  /// A drop of water or a lost release: a contact stays on the start screen, on a star, on the button or beside them. Other fingers work, and
  /// the contact's end answers nothing.
  @Test(arguments: [(400, 240), (400, 394), (790, 470), (3, 470)], ["stars", "yes-no"])
  func aContactThatStaysHoldsNoScreen(place: (x: Int, y: Int), kind: String) throws {
    let survey =
      "[kiosk]\nmotion = none\nidle = 15\nidle-warning = 5\n[question one]\nkind = \(kind)\n"
      + "[text en]\nquestion one = How was it?\n"
    let taps: [Tap] = (0..<3).map { (70_000_000 + $0 * 30_000_000, 251, 240) }
    let stays = ((at: 1_000_000, x: place.x, y: place.y), 200_000_000)
    let quiet = try run(recording(taps, []), configuration: survey)
    let outcome = try run(recording(taps, [], staying: [stays]), configuration: survey)
    #expect(try stars(in: quiet.output).count == 3)
    #expect(try stars(in: outcome.output) == stars(in: quiet.output), "\(outcome.errors)")
    #expect(outcome.errors.contains("touches repeat or stay at x = \(place.x), y = \(place.y)"), "\(outcome.errors)")
    let alone = try run(recording([], [], staying: [stays]), configuration: survey)
    #expect(try stars(in: alone.output).isEmpty, "\(alone.output)")
    #expect(alone.errors.contains("touches repeat or stay"), "\(alone.errors)")
  }

  /// A contact beside all stars does not end the touch of a finger that rests on one. Another finger on a star does, after ten seconds, because
  /// either of them may be the visitor's.
  @Test func aFingerThatRestsIsNotCancelledByAPhantom() throws {
    let survey = "[kiosk]\nmotion = none\nattract = no\n[question one]\n[text en]\nquestion one = How was it?\n"
    let finger = ((at: 1_000_000, x: 549, y: 240), 20_000_000)
    let outcome = try run(
      recording([], [(13_000_000, 790, 12), (15_000_000, 20, 470)], lasts: 60_000, staying: [finger]),
      configuration: survey)
    #expect(try stars(in: outcome.output) == [4], "\(outcome.errors)")
    #expect(!outcome.errors.contains("touches"), "\(outcome.errors)")
    for (at, value) in [(9_000_000, 4.0), (12_000_000, 2.0)] {
      let two = try run(recording([(at, 251, 240)], [], staying: [finger]), configuration: survey)
      #expect(try stars(in: two.output) == [value], "\(two.errors)")
    }
  }

  /// An operator holds the same pixel of the corner again and again. Each time the cleaning begins, in which a tap answers nothing.
  @Test func theCornerStaysAnOperators() throws {
    let survey =
      "[kiosk]\nmotion = none\nattract = no\ncleaning = 5\n[question one]\n[text en]\nquestion one = How was it?\n"
    let holds = (0..<6).map { ((at: 1_000_000 + $0 * 20_000_000, x: 2, y: 2), 3_500_000) }
    let taps: [Tap] = holds.map { ($0.0.at + 5_000_000, 549, 240) }
    let outcome = try run(recording(taps, [], staying: holds), configuration: survey)
    #expect(try stars(in: outcome.output).isEmpty, "\(outcome.errors)")
  }
}
