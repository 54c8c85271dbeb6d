import Foundation
import Testing

@testable import Journal
@testable import starctl

/// What a report counts, and of whom.
extension ReportTests {
  /// Only the named kiosks count; a name that is not known is an error.
  @Test func kiosksAreChosen() throws {
    let path = try record(
      (0..<30).map {
        try answer(Int32($0 % 10), at: Self.monday + Int64($0) * 60_000, kiosk: ["gate", "hall", "café"][$0 % 3])
      })
    let two = try week(path, "--kiosk", "hall", "--kiosk", "café")
    #expect(two.outcome.output.hasSuffix(": 20 answers\n") && two.page.contains("<dt>Kiosks</dt><dd>2</dd>"))
    #expect(try week(path, "--kiosk", "gate").outcome.output.hasSuffix(": 10 answers\n"))
    let none = try week(path, "--kiosk", "gaet").outcome
    #expect(none.status == 1 && none.errors.contains("no answers of gaet; check the IDs of --kiosk"))
    #expect(try week(path, "--group", "north").outcome.errors.contains("--group requires --database"))
  }

  /// Reasons are shares of the visitors who were asked: up to `reasons-up-to`, or without a configuration up to the highest value with one.
  @Test func reasonsAreSharesOfThoseAsked() throws {
    // 10 answers of each half star from 0.5 to 5; every second one up to 2 stars has a reason.
    let path = try record(
      (0..<100).map { number in
        let steps = Int32(number % 10) + 1
        return try answer(
          steps, at: Self.monday + Int64(number) * 60_000, reasons: steps <= 4 && number / 10 % 2 == 0 ? ["slow"] : [])
      })
    #expect(try week(path).page.contains("<th scope=\"row\">slow</th><td>20</td><td>50.0%</td>"))
    let survey = try folder.write(
      "kiosk.conf",
      Array(
        "[question service]\nreasons = slow\nreasons-up-to = 3\n[text en]\nquestion service = S?\nreason slow = Slow\n"
          .utf8))
    let page = try week(path, "--survey", survey).page
    #expect(page.contains("<th scope=\"row\">Slow</th><td>20</td><td>33.3%</td>"), "\(page.count)")
    #expect(page.contains("<th scope=\"col\">Of those asked</th>"))
  }

  /// Figures of fewer than five answers are gray, and do not stretch the shades of the others.
  @Test func fewAnswersAreGray() throws {
    func answers(_ steps: Int32, _ count: Int, hour: Int64) throws -> [Answer] {
      try (0..<count).map {
        try answer(steps, at: Self.monday + hour * 3_600_000 + Int64($0), kiosk: hour == 3 ? "hall" : "gate")
      }
    }
    let enough = try week(record(answers(8, 9, hour: 9) + answers(6, 5, hour: 12))).page
    #expect(!enough.contains("class=\"few\"") && enough.contains("Mean: 3.00 – 4.00"))
    let page = try week(record(answers(8, 9, hour: 9) + answers(6, 5, hour: 12) + answers(0, 4, hour: 3), in: "few.db"))
      .page
    #expect(page.contains("Mean: 3.00 – 4.00 · <span class=\"few\">Gray: fewer than 5 answers</span>"))
    #expect(page.contains("<td class=\"few\">4 · 0.00</td>") && page.contains("<rect class=\"gray\" x=\"3.0\""))
    #expect(page.contains("<td>4</td><td class=\"few\">0.00</td>"))
  }

  @Test func kindsAreTranslated() throws {
    let answers = try Answer.kinds.map { kind in
      try answer(
        ["choice", "comment"].contains(kind) ? 0 : 1, of: kind == "nps" ? 10 : 1, perStar: 1, at: Self.monday,
        kind: kind, question: kind)
    }
    let path = try record(answers)
    let (english, german) = (try week(path).page, try week(path, "--language", "de").page)
    for (one, other) in [
      ("Recommendation", "Weiterempfehlung"), ("Yes or no", "Ja oder nein"), ("Comment", "Kommentar"),
    ] {
      #expect(english.contains("<small>\(one)") && german.contains("<small>\(other)"))
    }
    for kind in Answer.kinds { #expect(ReportPhrase(kind: kind) != nil && !german.contains("<small>\(kind)")) }
  }

  /// A kiosk's days and hours are those of its own zone, also where another kiosk's begin earlier.
  @Test func kiosksHaveTheirOwnZones() throws {
    var figures = ReportFigures(period: ReportPeriod(days: 20_759..<20_760), leavingOut: [])
    for (kiosk, zone) in [("east", "Asia/Kathmandu"), ("west", "America/New_York")] {
      figures.known.zones[kiosk] = TimeZone(identifier: zone)
    }
    // 2026-11-02 20:00 UTC is the third in Kathmandu, and three in the afternoon in New York.
    for kiosk in ["east", "west", "east"] {
      figures.add(try answer(4, at: Self.monday + 20 * 3_600_000, kiosk: kiosk))
    }
    #expect(figures.period.days.lowerBound == ReportPeriod.day("2026-11-02"))
    #expect(figures.answers.now == 1 && figures.kiosks == ["west"] && figures.questions.first?.hours[15].count == 1)
    #expect(figures.allDays == 20_759...20_760)
  }
}
