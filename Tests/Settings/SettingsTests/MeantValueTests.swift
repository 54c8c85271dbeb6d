import Testing

@testable import Settings

/// What a message suggests for values in another notation.
@Suite struct MeantValueTests {
  @Test(arguments: [
    ("idle = 30 s", "30"), ("idle = 30s", "30"), ("idle = 1 min", "60"), ("idle = 2 Minuten", "120"),
    ("thanks = 2 s", "2000"), ("pixel-shift = 1 h", "60"), ("hours = So 10:00-12:00", "Su 10:00-12:00"),
    ("hours = Mo-So 8:00-18:00", "Mo-Su 8:00-18:00"), ("hours = mon-fri 08:00-18:00", "Mo-Fr 08:00-18:00"),
    ("hours = Mo–Fr 08.00–18.00", "Mo-Fr 08:00-18:00"), ("hours = Dienstag, Do 8:00-9:00", "Tu, Th 8:00-9:00"),
  ]) func suggestions(_ line: String, _ meant: String) {
    let found = mistakes("[terminal]\n" + line + "\n")
    #expect(found.count == 1 && found[0].contains(": invalid value; did you mean \(meant)? allowed: "), "\(found)")
  }

  /// Nothing is suggested that the key would reject, and no secret is repeated.
  @Test(arguments: ["idle = many", "idle = 1 ms", "idle = 99999 h", "hours = Xy 10:00-12:00", "service-pin = 4711 s"])
  func noSuggestions(_ line: String) {
    let found = mistakes("[terminal]\n" + line + "\n")
    #expect(found.count == 1 && !found[0].contains("did you mean"), "\(found)")
  }

  @Test(arguments: [
    ("\"Good?\"", true), ("'Good?'", true), ("Good \"or\" bad?", false), ("\"Good\" or \"bad\"", false),
  ])
  func quotationMarks(_ text: String, _ isWarned: Bool) throws {
    let settings = try settings("[question a]\n[text en]\nquestion a = " + text + "\n")
    #expect(settings.warnings.contains { $0.reason.contains("quotation marks") } == isWarned)
  }
}
