import Testing

@testable import Settings

/// What a message suggests for values in another notation.
@Suite struct MeantValueTests {
  @Test(arguments: [
    ("idle = 30 s", "30"), ("idle = 30s", "30"), ("idle = 1 min", "60"), ("idle = 2 Minuten", "120"),
    ("thanks = 2 s", "2000"), ("pixel-shift = 1 h", "60"), ("hours = So 10:00-12:00", "Su 10:00-12:00"),
    ("hours = Mo-So 8:00-18:00", "Mo-Su 8:00-18:00"), ("hours = mon-fri 08:00-18:00", "Mo-Fr 08:00-18:00"),
    ("hours = Mo–Fr 08.00–18.00", "Mo-Fr 08:00-18:00"), ("hours = Dienstag, Do 8:00-9:00", "Tu, Th 8:00-9:00"),
    ("hours = Mon-Fri 8-20", "Mo-Fr 08:00-20:00"), ("hours = Lu-Ve 08:00-20:00", "Mo-Fr 08:00-20:00"),
    ("hours = Mo-Fr 8:00am-8:30 pm", "Mo-Fr 08:00-20:30"), ("hours = sam 9h30-12 Uhr", "Sa 09:30-12:00"),
    ("hours = daily 10-24", "10:00-24:00"), ("hours = Fr 12am-12pm", "Fr 00:00-12:00"),
    ("brightness = 21.00 20 %", "21:00 20 %"), ("attract = on", "yes"), ("attract = Ja", "yes"), ("attract = 0", "no"),
    ("closed = 25.12.2026", "2026-12-25"), ("closed = 24.12., 1.1.", "12-24, 01-01"), ("closed = 12/25", "12-25"),
    ("closed = 25/12/2026", "2026-12-25"), ("closed = 2026/1/6", "2026-01-06"), ("closed = 1-6", "01-06"),
    ("id = \"gate-7\"", "gate-7"), ("half-given = kep", "keep"),
  ]) func suggestions(_ line: String, _ meant: String) {
    let found = mistakes("[kiosk]\n" + line + "\n")
    #expect(found.count == 1 && found[0].contains(": invalid value; did you mean \(meant)? allowed: "), "\(found)")
  }

  @Test(arguments: [
    ("[theme]", "accent = blue", "#0000ff"), ("[theme]", "accent = 1E4F91", "#1E4F91"),
    ("[theme]", "star = #fb0", "#ffbb00"),
    ("[courier]", "broker = mqtt://broker.example:1883/", "broker.example:1883"),
    ("[courier]", "broker = 'broker.example'", "broker.example"),
    ("[question a]", "kind = star", "stars"), ("[question a]", "kind = Faces", "faces"),
    ("[slider]", "step = halv", "half"),
  ]) func suggestionsOfOtherSections(_ section: String, _ line: String, _ meant: String) {
    let found = mistakes(section + "\n" + line + "\n[text en]\n").filter { $0.contains("invalid value") }
    #expect(found.count == 1 && found[0].contains("did you mean \(meant)? allowed: "), "\(found)")
  }

  /// Nothing is suggested that the key would reject, and no secret is repeated.
  @Test(arguments: [
    "idle = many", "idle = 1 ms", "idle = 99999 h", "hours = Xy 10:00-12:00", "service-pin = 4711 s",
    "closed = 3/4", "closed = 31.2.", "closed = 2026-13-01", "attract = perhaps", "hours = Mo 25-26",
  ])
  func noSuggestions(_ line: String) {
    let found = mistakes("[kiosk]\n" + line + "\n")
    #expect(found.count == 1 && !found[0].contains("did you mean"), "\(found)")
  }

  @Test(arguments: [
    ("\"Good?\"", true), ("'Good?'", true), ("“Good?”", true), ("„Gut?“", true), ("«Bon ?»", true),
    ("„Gut“ oder „schlecht“?", false), ("Good \"or\" bad?", false), ("\"Good\" or \"bad\"", false),
  ])
  func quotationMarks(_ text: String, _ isWarned: Bool) throws {
    let settings = try settings("[question a]\n[text en]\nquestion a = " + text + "\n")
    #expect(settings.warnings.contains { $0.reason.contains("quotation marks") } == isWarned)
  }
}
