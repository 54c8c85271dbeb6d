import Foundation
import Testing

@testable import Journal
@testable import starctl

/// What a report says in words, and how its charts show it.
extension ReportTests {
  private static let day: Int64 = 86_400_000

  /// Answers of a day, counted from the reported Monday. Every other one is half a star higher, the others half a star lower.
  private func answers(
    _ count: Int, of halves: Int32, day: Int64, kiosk: String = "gate", kind: String = "stars", stars: Int32 = 5
  ) throws -> [Answer] {
    try (0..<count).map { number in
      try answer(
        kind == "stars" ? halves + (number % 2 == 0 ? 1 : -1) : halves, of: stars, perStar: kind == "stars" ? 2 : 1,
        at: Self.monday + day * Self.day + Int64(number) * 60_000, kind: kind, kiosk: kiosk)
    }
  }

  private func findings(_ name: String, _ answers: [Answer]) throws -> [String] {
    let page = try week(record(answers, in: name + ".db")).page
    let marked = page.components(separatedBy: "<p class=\"finding\">").dropFirst()
    let found = marked.map { $0.components(separatedBy: "</p>")[0] }
    // The head of the page has them all.
    #expect(found.isEmpty || page.contains("<b>" + found.joined(separator: " · ") + "</b></li></ul>"))
    return found
  }

  @Test func changeIsSaidInWords() throws {
    let before = try answers(40, of: 6, day: -3)
    #expect(try findings("rose", before + answers(40, of: 8, day: 1)) == ["Up from 3.00 to 4.00"])
    #expect(try findings("fell", before + answers(40, of: 4, day: 1)) == ["Down from 3.00 to 2.00"])
    #expect(try findings("same", before + answers(40, of: 6, day: 1)) == ["About as before: 3.00"])
    #expect(try findings("first", answers(40, of: 6, day: 1)) == [])
    // Neither says much of a few answers, nor of many that differ by more than a twentieth of the scale without being clear.
    #expect(try findings("few", answers(4, of: 6, day: -3) + answers(4, of: 8, day: 1)) == [])
    let mixed = try answers(6, of: 2, day: -3) + answers(6, of: 9, day: -3)
    #expect(try findings("unclear", mixed + answers(6, of: 3, day: 1) + answers(6, of: 9, day: 1)) == [])
  }

  /// Two low days or more are a finding; one is not, and few answers are none.
  @Test func worstDaysAreNamed() throws {
    func days(_ low: ClosedRange<Int64>, _ count: Int = 20) throws -> [Answer] {
      try (0..<7).flatMap { day in try answers(low ~= day ? count : 20, of: low ~= day ? 4 : 8, day: day) }
    }
    #expect(try findings("two", days(2...3)) == ["Lowest from Nov 4, 2026 to Nov 5, 2026: 2.00"])
    #expect(try findings("one", days(2...2)) == [])
    #expect(try findings("few", days(2...3, 4)) == [])
    // Of two runs, the lower one counts, not the longer one.
    let longer = try [0, 1, 2].flatMap { try answers(60, of: 7, day: $0) }
    let lower = try [4, 5].flatMap { try answers(20, of: 2, day: $0) }
    let rest = try [3, 6].flatMap { try answers(400, of: 8, day: $0) }
    #expect(try findings("lower", longer + lower + rest) == ["Lowest from Nov 6, 2026 to Nov 7, 2026: 1.00"])
    let page = try week(record(days(2...3), in: "plot.db")).page
    #expect(page.contains("<rect class=\"run\" x=\"2\" width=\"2\"") && page.contains("%\">2.00</span>"))
  }

  @Test func kiosksThatDifferAreNamed() throws {
    let gate = try answers(20, of: 8, day: 1)
    let hall = try answers(20, of: 6, day: 1, kiosk: "hall")
    let rare = try answers(4, of: 2, day: 1, kiosk: "rare")
    #expect(try findings("gap", gate + hall + rare) == ["hall is 1.00 below gate"])
    #expect(try findings("alike", gate + answers(20, of: 8, day: 1, kiosk: "hall")) == [])
    // Hundreds of kiosks that are alike have extremes, and five equal answers have no spread of their own.
    var state: UInt64 = 5
    let fleet = try (0..<300).flatMap { kiosk in
      try (0..<20).map { number in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return try answer(
          Int32(state >> 60) % 9 + 1, at: Self.monday + Int64(number) * 60_000, kiosk: "stand-\(kiosk)")
      }
    }
    #expect(try findings("fleet", fleet) == [])
    // A name that looks like a placeholder is only a name.
    let odd = try answers(20, of: 6, day: 1, kiosk: "{higher}")
    #expect(try findings("odd", gate + odd) == ["{higher} is 1.00 below gate"])
    let page = try week(record(gate + hall + rare, in: "dots.db")).page
    // Three dots, of which one is gray, each on its interval.
    #expect(page.components(separatedBy: "<circle class=\"accent\"").count == 3)
    #expect(page.components(separatedBy: "<circle class=\"gray\"").count == 2)
    #expect(page.contains("<b>4.00</b> ± 0.22 · Answers: 20</span>"))
  }

  /// Six promoters, three passives, three detractors: half, a quarter, a quarter.
  @Test func recommendationIsOneBar() throws {
    let all = try [(6, 10), (3, 8), (3, 2)].flatMap { count, value in
      try answers(count, of: Int32(value), day: 1, kind: "nps", stars: 10)
    }
    let page = try week(record(all)).page
    for (kind, left, width) in [("low", "0.0", "25.0"), ("middle", "25.0", "25.0"), ("high", "50.0", "50.0")] {
      #expect(page.contains("<rect class=\"\(kind)\" x=\"\(left)%\" width=\"\(width)%\""), "\(kind)")
    }
    #expect(page.contains("Promoters</dt><dd>50.0%</dd>"))
  }
}
