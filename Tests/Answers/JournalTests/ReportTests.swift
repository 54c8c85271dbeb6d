import Foundation
import Testing

@testable import Journal
@testable import starctl

/// `starctl report` as a process: its figures against those of SQL.
@Suite struct ReportTests {
  let folder: TemporaryFolder
  /// The folder of the translations.
  static let phrases = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/Kiosk/Phrases/Report").standardizedFileURL.path

  init() throws { folder = try TemporaryFolder() }

  /// 2026-11-02 00:00 UTC, a Monday.
  static let monday: Int64 = 1_793_577_600_000
  private static let day: Int64 = 86_400_000

  func answer(
    _ steps: Int32, of stars: Int32 = 5, perStar: Int32 = 2, at time: Int64, kind: String = "stars",
    question: String = "service", reasons: [String] = [], chosen: [String] = [], flags: Answer.Flags = [],
    kiosk: String = "gate"
  ) throws -> Answer {
    Answer(
      uuid: try .random(), steps: steps, stepsPerStar: perStar, starCount: stars, wall: time, monotonic: time,
      bootID: "b",
      question: question, reasons: reasons, flags: flags, kiosk: kiosk, isSynchronised: true, kind: kind,
      chosen: chosen)
  }

  func record(_ answers: [Answer], in name: String = "answers.db") throws -> String {
    let path = folder.file(name)
    let journal = try Journal(path: path)
    try journal.record(answers)
    journal.close()
    return path
  }

  private func report(_ arguments: String...) throws -> (outcome: Tool.Outcome, page: String) {
    let site = folder.file("site")
    let outcome = try Tool(folder).run(["report", "--output", site, "--phrases", Self.phrases] + arguments)
    return (outcome, (try? String(contentsOfFile: site + "/index.html", encoding: .utf8)) ?? "")
  }

  let november = ["--from", "2026-11-02", "--to", "2026-11-08"]

  func week(_ path: String, _ more: String...) throws -> (outcome: Tool.Outcome, page: String) {
    let site = folder.file("site")
    let arguments =
      ["report", path, "--output", site, "--phrases", Self.phrases, "--time-zone", "UTC"] + november + more
    let outcome = try Tool(folder).run(arguments)
    return (outcome, (try? String(contentsOfFile: site + "/index.html", encoding: .utf8)) ?? "")
  }

  /// Random answers of two weeks to two kiosks.
  private func randomAnswers(seed: UInt64, _ count: Int) throws -> [Answer] {
    var state = seed
    func random(_ limit: Int64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33) % limit
    }
    return try (0..<count).map { _ in
      let time = Self.monday - 7 * Self.day + random(14 * Self.day)
      let flags = Answer.Flags(rawValue: random(4) == 0 ? 1 << Int32(random(6)) : 0)
      let kiosk = random(3) == 0 ? "gate" : "hall"
      switch random(4) {
      case 0:
        return try answer(
          Int32(random(11)), of: 10, perStar: 1, at: time, kind: "nps", question: "recommend", flags: flags,
          kiosk: kiosk)
      case 1:
        return try answer(
          Int32(random(2)), of: 1, perStar: 1, at: time, kind: "yes-no", question: "again", flags: flags,
          kiosk: kiosk)
      default:
        let steps = Int32(random(10)) + 1
        return try answer(
          steps, at: time, reasons: steps < 5 ? [random(2) == 0 ? "slow" : "loud"] : [], flags: flags,
          kiosk: kiosk)
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func figuresAreThoseOfSQL(seed: UInt64) throws {
    let path = try record(randomAnswers(seed: seed, 3_000))
    let (outcome, page) = try week(path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let marks = 2 | 4 | 8 | 16 | 32
    func condition(_ weeks: Int64) -> String {
      "flags & \(marks) = 0 AND wall_ms >= \(Self.monday - weeks * 7 * Self.day) "
        + "AND wall_ms < \(Self.monday + (1 - weeks) * 7 * Self.day)"
    }
    func query(_ figure: String, _ more: String = "", weeks: Int64 = 0) throws -> String {
      try value(path, "SELECT \(figure) FROM answers WHERE " + condition(weeks) + (more.isEmpty ? "" : " AND " + more))
    }
    let stars = "kind = 'stars'"
    let mean = "printf('%.2f', avg(steps * 1.0 / steps_per_star))"
    #expect(page.contains("<dt>Mean</dt><dd>\(try query(mean, stars))<small>"))
    #expect(page.contains("Before: \(try query(mean, stars, weeks: 1));"))
    let interval = """
      printf('%.2f', 1.96 * sqrt((avg(pow(steps * 1.0 / steps_per_star, 2)) - pow(avg(steps * 1.0 / steps_per_star), 2)) / (count(*) - 1)))
      """
    #expect(page.contains("<small>± \(try query(interval, stars)) (95 % interval)</small>"))
    let satisfied = "printf('%.1f%%', 100.0 * sum(steps * 4 >= 3 * steps_per_star * star_count) / count(*))"
    #expect(page.contains("<dt>Satisfied</dt><dd>\(try query(satisfied, stars))</dd>"))
    let score = "printf('%+.1f', avg(CASE WHEN steps >= 9 THEN 100.0 WHEN steps <= 6 THEN -100.0 ELSE 0.0 END))"
    #expect(
      page.contains("<dd>\(try query(score, "kind = 'nps'").replacingOccurrences(of: "-", with: "−"))<small>"))
    #expect(page.contains("<dd>\(try query("printf('%.1f%%', 100 * avg(steps))", "kind = 'yes-no'"))<small>"))
    let total = Int64(try query("count(*)"))!
    #expect(page.contains("<dt>Answers</dt><dd>\(total.formatted(.number.locale(Locale(identifier: "en"))))<small>"))
    #expect(outcome.output.contains("\(total) answers"))
    for reason in ["slow", "loud"] {
      let counts = try [0, 1].map { try query("count(*)", "reasons LIKE '%\(reason)%'", weeks: $0) }
      // Answers of up to two stars may have reasons.
      let share = try query(
        "printf('%.1f%%', 100.0 * sum(reasons LIKE '%\(reason)%') / count(*))", stars + " AND steps <= 4")
      #expect(
        page.contains("<th scope=\"row\">\(reason)</th><td>\(counts[0])</td><td>\(share)</td><td>\(counts[1])</td>"))
    }
    for day in 0..<7 as Range<Int64> {
      let count = try query(
        "count(*)", stars + " AND wall_ms / \(Self.day) = \((Self.monday + day * Self.day) / Self.day)")
      #expect(page.contains("<th scope=\"row\">Nov \(2 + day), 2026</th><td>\(count)</td>"))
    }
    for kiosk in ["gate", "hall"] {
      let count = try query("count(*)", stars + " AND kiosk = '\(kiosk)'")
      let kioskMean = try query(mean, stars + " AND kiosk = '\(kiosk)'")
      #expect(page.contains("<th scope=\"row\">\(kiosk)</th><td>\(count)</td><td>\(kioskMean)</td>"))
    }
    let leftOut = try value(
      path,
      "SELECT count(*) FROM answers WHERE flags & \(marks) != 0 AND wall_ms >= \(Self.monday) "
        + "AND wall_ms < \(Self.monday + 7 * Self.day)")
    #expect(page.contains("Left out of all figures: \(leftOut)"))
  }

  /// Days begin at midnight of the time zone, and hours and weekdays are local.
  @Test func daysAreThoseOfTheTimeZone() throws {
    // 23:30 UTC on Sunday is 00:30 on Monday in Berlin.
    let path = try record([
      answer(8, at: Self.monday - 1_800_000), answer(2, at: Self.monday - 5_400_000),
    ])
    let berlin = try report(
      "--journal", path, "--from", "2026-11-02", "--to", "2026-11-02", "--time-zone", "Europe/Berlin")
    #expect(berlin.page.contains("<dt>Mean</dt><dd>4.00"))
    #expect(berlin.page.contains("<tr><th scope=\"row\">00:00</th><td class=\"few\">1 · 4.00</td>"))
    let utc = try report("--journal", path, "--from", "2026-11-02", "--to", "2026-11-02", "--time-zone", "UTC")
    #expect(utc.outcome.status == 1)
    #expect(
      utc.outcome.errors.contains(
        "no answers to count from 2026-11-02 to 2026-11-02; there are answers from 2026-11-01 to 2026-11-01"))
  }

  @Test func aCopiedAnswerCountsOnce() throws {
    let shared = try answer(6, at: Self.monday)
    let first = try record([shared, answer(8, at: Self.monday)], in: "a.db")
    let second = try record([shared, answer(10, at: Self.monday)], in: "b.db")
    let site = folder.file("site")
    let outcome = try Tool(folder).run(
      ["report", "--journal", first, second, "--output", site, "--from", "2026-11-02", "--to", "2026-11-02"])
    #expect(outcome.output == "wrote \(site)/index.html: 3 answers\n", "\(outcome.errors)")
  }

  /// Marks are counted, and marked visits count only if asked for.
  @Test func marksAreLeftOutOrKept() throws {
    let path = try record([
      answer(2, at: Self.monday, flags: [.burst, .hasty]), answer(10, at: Self.monday),
      answer(6, at: Self.monday, flags: .partial),
    ])
    let usual = try week(path)
    #expect(usual.page.contains("<dt>Mean</dt><dd>4.00") && usual.page.contains("figures: 1</p>"))
    for phrase in [ReportPhrase.burst, .hasty, .partial] {
      #expect(usual.page.contains("<th scope=\"row\">\(phrase.english)</th><td>1</td>"))
    }
    #expect(try week(path, "--with", "burst").page.contains("<dt>Mean</dt><dd>4.00"))
    #expect(try week(path, "--with", "burst,hasty").page.contains("<dt>Mean</dt><dd>3.00"))
    #expect(try week(path, "--with", "bursts").outcome.status == 64)
  }

  /// No text of an answer or a configuration becomes markup.
  @Test func textsAreEscaped() throws {
    let path = try record([
      answer(
        2, at: Self.monday, question: "<script>1</script>", reasons: ["a&b<i>"], kiosk: "\"gate\"><b>"),
      answer(2, at: Self.monday, question: "<script>1</script>", kiosk: "other"),
    ])
    let page = try week(path).page
    #expect(!page.contains("<script") && !page.contains("<b>\"") && !page.contains("<i>"))
    #expect(page.contains("&lt;script&gt;1&lt;/script&gt;") && page.contains("a&amp;b&lt;i&gt;"))
  }

  /// Answers of one question on two scales are not averaged.
  @Test func scalesAreApart() throws {
    let path = try record([
      answer(5, of: 5, perStar: 1, at: Self.monday), answer(5, of: 10, perStar: 1, at: Self.monday),
    ])
    let page = try week(path).page
    #expect(page.components(separatedBy: "<section").count == 4)
    #expect(page.contains("Stars · 5") && page.contains("Stars · 10"))
  }

  @Test func aDamagedRowIsSkippedWithAWarning() throws {
    let path = try record([answer(2, at: Self.monday), answer(10, at: Self.monday)])
    try sql(path, "UPDATE answers SET visit = replace(uuid, '-', '_') WHERE sequence = 1")
    let (outcome, page) = try week(path)
    #expect(outcome.status == 0 && outcome.errors.contains("1 of its rows were skipped"), "\(outcome.errors)")
    #expect(page.contains("<dt>Mean</dt><dd>5.00"))
  }

  /// The command of docs/operators.md, on files of this test.
  @Test func theOperatorsCommandWorks() throws {
    let root = URL(fileURLWithPath: Self.phrases).appendingPathComponent("../../../..").standardizedFileURL.path
    let page = try String(contentsOfFile: root + "/docs/operators.md", encoding: .utf8)
    let start = try #require(page.range(of: "```sh\nstarctl report "))
    let end = try #require(page.range(of: "\n```", range: start.upperBound..<page.endIndex))
    let words = page[start.upperBound..<end.lowerBound].split { " \\\n".contains($0) }.map(String.init)
    for (name, time) in [("stand-1.sqlite", Self.monday), ("stand-2.sqlite", Self.monday + Self.day)] {
      _ = try record([answer(8, at: time)], in: name)
    }
    _ = try folder.write("kiosk.conf", Array("[question service]\n[text de]\nquestion service = Wie war es?\n".utf8))
    let paths = [
      "stand-1.sqlite": folder.file("stand-1.sqlite"), "stand-2.sqlite": folder.file("stand-2.sqlite"),
      "kiosk.conf": folder.file("kiosk.conf"), "november": folder.file("november"),
      "Sources/Kiosk/Phrases/Report": Self.phrases,
    ]
    let outcome = try Tool(folder).run(["report"] + words.map { paths[$0] ?? $0 })
    #expect(outcome.output.hasSuffix("november/index.html: 2 answers\n"), "\(outcome.errors)")
    let german = try String(contentsOfFile: folder.file("november/index.html"), encoding: .utf8)
    #expect(german.contains("<bdi>Wie war es?</bdi>") && german.contains("4,00"))
  }

  @Test func badInputHasOneLine() throws {
    let path = try record([answer(2, at: Self.monday)])
    func error(_ arguments: String...) throws -> String {
      let outcome = try Tool(folder).run(["report"] + arguments)
      #expect(outcome.status != 0)
      return outcome.errors.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(try error("--output", "x").contains("--journal FILE or --database ADDRESS is missing"))
    #expect(try error(path).contains("--output DIR is missing"))
    #expect(try error(path, "--output", "x", "--from", "2026-02-30").contains("must be a date such as 2026-11-01"))
    #expect(
      try error(path, "--output", "x", "--from", "2026-11-03", "--to", "2026-11-02")
        .contains("--from 2026-11-03 is after the last day, 2026-11-02"))
    #expect(try error(path, "--output", "x", "--language", "xx", "--phrases", Self.phrases).contains("use en, ar, de"))
    #expect(try error(path, "--output", "x", "--time-zone", "Mars/Base").contains("Mars/Base"))
    #expect(try error(path + "x", "--output", "x").contains("no such file"))
    let empty = try record([], in: "empty.db")
    #expect(try error(empty, "--output", "x").contains("there are no answers yet"))
    let broken = try folder.write("de.ini", Array("title = Titel\n".utf8))
    #expect(
      try error(path, "--output", "x", "--language", "de-AT", "--phrases", folder.path)
        .contains(broken + ": the phrase period is missing"))
    _ = try folder.write("de.ini", Array("titel = Titel\n".utf8))
    #expect(
      try error(path, "--output", "x", "--language", "de", "--phrases", folder.path)
        .contains(broken + ":1: not a phrase of the report"))
  }

  /// Every translation has every phrase, with the places that the English one has.
  @Test func everyTranslationIsWhole() throws {
    let tags = try FileManager.default.contentsOfDirectory(atPath: Self.phrases).map { $0.dropLast(4) }
    #expect(tags.count == 13)
    for tag in tags {
      let phrases = try ReportPhrases(String(tag), folder: Self.phrases)
      for phrase in ReportPhrase.allCases {
        for place in ["{from}", "{to}", "{count}", "{program}"] {
          #expect(phrases[phrase].contains(place) == phrase.english.contains(place), "\(tag): \(phrase)")
        }
      }
    }
  }

  /// The configuration's words stand for its IDs, and pages in Arabic run from right to left.
  @Test func wordsAreThoseOfTheSurvey() throws {
    let survey = try folder.write(
      "kiosk.conf",
      Array(
        """
        [question service]
        reasons = slow, loud
        [text en]
        question service = How was our service?
        reason slow = Too slow
        reason loud = Too loud
        [text ar]
        question service = كيف كانت خدمتنا؟
        reason slow = بطيئة
        reason loud = صاخبة
        """.utf8))
    let path = try record([answer(2, at: Self.monday, reasons: ["slow"]), answer(4, at: Self.monday - 1)])
    let page = try week(path, "--survey", survey).page
    #expect(page.contains("<bdi>How was our service?</bdi>") && page.contains("<bdi>Too slow</bdi>"))
    let arabic = try week(path, "--survey", survey, "--language", "ar").page
    #expect(arabic.contains("<html lang=\"ar\" dir=\"rtl\">") && arabic.contains("<bdi>كيف كانت خدمتنا؟</bdi>"))
  }
}
