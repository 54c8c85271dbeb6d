import Display
import Foundation
import Pictures
import StarSlider
import Survey
import Testing

@testable import Kiosk

/// A question of kind `comment`: its code, read by another program, and its answers.
@Suite struct CommentTests {
  private static func survey(_ language: String, theme: String) -> String {
    """
    [kiosk]
    id = gate-7
    motion = none
    \(CodeTests.address)
    [theme]
    base = \(theme)
    [question service]
    [question tell]
    kind = comment
    [text \(language)]
    question service = How was our service?
    question tell = Would you like to tell us more? Scan this code.

    """
  }

  /// The thanks show no code then.
  @Test(arguments: ["320x240", "800x480", "720x1280", "240x320"], ["light", "dark", "contrast", "classic"])
  func aReaderReadsTheCode(size: String, theme: String) throws {
    let program = try Program("starctl")
    defer { program.remove() }
    for language in ["en", "ar"] {
      try Self.survey(language, theme: theme)
        .write(toFile: program.path("k.conf"), atomically: true, encoding: .utf8)
      let outcome = try program.run([
        "screens", "k.conf", "--phrases", Program.phrases, "--size", size, "--output", language,
      ])
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(
        try CodeTests.decoded(program.path(language + "/\(language)-4-question-tell.png"))
          == "https://example.org/comment?v=00000000-0000-4000-8000-000000000000&k=gate-7\n", "\(language)")
      #expect(try CodeTests.decoded(program.path(language + "/\(language)-5-thanks.png")).isEmpty)
    }
  }

  /// Each visit's code names that visit, whatever became of the one before, and both of its answers carry it.
  @Test func theCodeNamesTheVisitOfTheAnswers() throws {
    let program = try Program("starctl")
    defer { program.remove() }
    let display = try MemoryDisplay.open(size: Size(width: 320, height: 240), format: .xrgb8888)
    let journal = program.path("j.sqlite")
    let kiosk = try ScriptedVisit(
      "", survey: Self.survey("en", theme: "light"), on: display, journal: journal, then: { _ in }
    ).kiosk
    var now = kiosk.clock.now
    func give(_ events: SurveyMachine.Event...) {
      for event in events {
        // Storing reads the clock.
        now += 1_000_000_000
        kiosk.clock.now = now
        kiosk.handle(event)
      }
    }
    func shownVisit() throws -> String {
      give(.started, .rated(RatingEvent(.committed, 3, source: .touch)))
      #expect(kiosk.machine.state == .question(1))
      try kiosk.paint()
      let picture = try PNG.encode(try #require(display.scanout))
      try Data(picture).write(to: URL(fileURLWithPath: program.path("code.png")))
      let address = try CodeTests.decoded(program.path("code.png"))
      #expect(address.hasPrefix("https://example.org/comment?v=") && address.hasSuffix("&k=t\n"), "\(address)")
      return String(address.dropFirst(30).prefix(36))
    }
    var visits: [String] = []
    for _ in 0..<2 {
      visits.append(try shownVisit())
      give(.finished)
      #expect(kiosk.machine.screen == .thanks && !kiosk.presenter.screen.hasCode)
      give(.touchBegan)
      // One that is not stored in between.
      let dropped = try shownVisit()
      #expect(!visits.contains(dropped))
      give(.startedOver)
    }
    #expect(Set(visits).count == 2)
    let outcome = try program.run(["export", "--format", "jsonl", "--journal", journal])
    let answers = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(answers.map { $0["visit"] as? String } == visits.flatMap { [$0, $0] })
    #expect(answers.map { $0["kind"] as? String } == ["stars", "comment", "stars", "comment"])
    #expect(answers[1]["value"] is NSNull && answers[1]["question"] as? String == "tell")
    #expect((answers[1]["chosen"] as? [String])?.isEmpty == true)
  }
}
