import Foundation
import TestSupport
import Testing

@testable import starctl

/// Days and scores of a report, compared with slow references.
@Suite struct ReportDayTests {
  @Test func everyDateIsADay() {
    for day in stride(from: 0, to: 80_000, by: 13) { #expect(ReportPeriod.day(ReportPeriod.text(day)) == day) }
    #expect(ReportPeriod.day("1970-01-01") == 0 && ReportPeriod.day("2024-02-29") == 19_782)
    for text in ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1", "", "x", "2026-11-02-", "1969-12-31", "-2026-1-1"]
    {
      #expect(ReportPeriod.day(text) == nil, "\(text)")
    }
  }

  @Test func theWeekBeginsOnMonday() throws {
    // 2026-11-02 is a Monday.
    let monday = try #require(ReportPeriod.day("2026-11-02"))
    #expect((0..<7).map { ReportPeriod.weekday(monday + $0) } == Array(0..<7))
    #expect(ReportPeriod.weekday(-4) == 6)
  }

  @Test func momentsBeforeTheEpochHaveDays() {
    var period = ReportPeriod(days: 0..<28)
    #expect(period.before == -28..<0)
    let moment = withTimeZone {
      setVariable("TZ", to: "UTC0")
      tzset()
      return period.moment(-1)
    }
    #expect(moment.day == -1 && moment.hour == 23 && moment.weekday == 2)
  }

  /// The interval is that of the textbook: 1.96 standard errors, from deviations rather than from squares.
  @Test func intervalsAreThoseOfDeviations() {
    let values = (0..<500).map { Double(($0 * 7919) % 11) / 2 }
    var scores = Scores()
    for value in values { scores.add(value) }
    let mean = values.reduce(0, +) / 500
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 499
    #expect(abs((scores.margin ?? 0) - 1.96 * (variance / 500).squareRoot()) < 1e-9)
    #expect(scores.mean == mean)
  }

  @Test func aChangeIsClearBeyondBothIntervals() throws {
    func scores(_ mean: Double, _ count: Int) -> Scores {
      var scores = Scores()
      for i in 0..<count { scores.add(mean + (i % 2 == 0 ? 1 : -1)) }
      return scores
    }
    // The standard error of 100 such values is 0.1005, that of a difference 0.1421: 1.96 of those are 0.2786.
    #expect(try #require(scores(3.27, 100).change(from: scores(3, 100))).isClear == false)
    #expect(try #require(scores(3.29, 100).change(from: scores(3, 100))).isClear)
    #expect(scores(3, 1).change(from: scores(3, 100)) == nil)
  }
}
