import Foundation
import Settings
import StarSlider
import Testing

@testable import Kiosk
@testable import Screens

/// `star-kiosk check --standard en301549`: what each clause says follows from the configuration and the board.
@Suite struct ConformanceTests {
  /// A clause of the report in JSON.
  private struct Clause: Decodable {
    struct Figure: Decodable {
      let name: String
      let value: String
      let atLeast: String?
    }

    let clause: String
    let outcome: String
    let reason: String
    let figures: [Figure]?
    let tests: [String]?

    func figure(_ name: String) -> String? { figures?.first { $0.name == name }?.value }
  }

  private struct Report: Decodable {
    let board: String?
    let counts: [String: Int]
    let clauses: [Clause]

    subscript(number: String) -> Clause? { clauses.first { $0.clause == number } }
  }

  private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in
    folder.deletingLastPathComponent()
  }
  private static let questions = """
    [question a]
    reasons = waiting
    [text en]
    question a = How was our service?
    reason waiting = The waiting time

    """
  /// The arguments that name the board and the screen of the report in docs.
  private static let panel = [
    "--boards", root.appending(path: "boards").path, "--board", "raspberry-pi-dsi-7", "--phrases", Program.phrases,
  ]

  /// Runs the check on lines of a configuration. What it reports without a warning is the same in every run.
  private func report(
    _ lines: String = "", on words: [String] = panel, millimeters: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Report {
    let program = try Program()
    defer { program.remove() }
    try program.configure(lines + Self.questions)
    var words = words
    if let millimeters {
      try FileManager.default.createDirectory(atPath: program.path("boards/mine"), withIntermediateDirectories: true)
      let profile = """
        [board]
        title = Mine
        compatible = made,up
        [facts]
        size-mm = \(millimeters)
        [sources]
        board.compatible = driver: x
        facts.size-mm = driver: x
        """
      try profile.write(toFile: program.path("boards/mine/board.conf"), atomically: true, encoding: .utf8)
      words += ["--boards", program.path("boards"), "--board", "mine"]
    }
    let outcome = try program.run(words + ["check", "kiosk.conf", "--standard", "en301549", "--json"])
    #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let report = try decoder.decode(Report.self, from: Data(outcome.output.utf8))
    for clause in report.clauses where clause.outcome == "met" {
      #expect(clause.tests?.isEmpty == false, "\(clause.clause)", sourceLocation: sourceLocation)
    }
    for (outcome, count) in report.counts {
      #expect(report.clauses.count { $0.outcome == outcome } == count, sourceLocation: sourceLocation)
    }
    // Closed functions are as good as the worst clause.
    for clause in report.clauses.dropFirst(2) where clause.outcome == "not-met" && clause.clause != "WCAG 2.2, 2.5.8" {
      let summary = clause.clause.hasPrefix("5.1.") ? "5.1.2.2" : "5.1.2.1"
      #expect(report[summary]?.outcome == "not-met", sourceLocation: sourceLocation)
      #expect(report[summary]?.reason.contains(clause.clause) == true, sourceLocation: sourceLocation)
    }
    return report
  }

  @Test func capitalsDecide() throws {
    let usual = try #require(try report()["5.1.4"])
    #expect(usual.outcome == "met" && usual.figures?.first?.atLeast == "4.9 mm at 400 mm", "\(usual)")
    let height = try #require(usual.figure("smallest capitals")?.split(separator: " ").first.flatMap { Double($0) })
    #expect(height >= 4.9 && height < 9)
    // Its angle of 0.7 degrees.
    let distance = try #require(usual.figure("readable up to")?.split(separator: " ").first.flatMap { Double($0) })
    #expect(abs(distance - height / 0.0122177) <= 1)

    let small = try #require(try report(on: ["--display", "memory:320x240"], millimeters: "50x37")["5.1.4"])
    #expect(small.outcome == "not-met" && small.reason.contains("access = yes"), "\(small)")
    #expect(small.figure("smallest capitals") == "2.2 mm", "\(small)")
    let large = try #require(
      try report("[kiosk]\naccess = yes\n", on: ["--display", "memory:320x240"], millimeters: "50x37")["5.1.4"])
    #expect(large.outcome == "not-met" && large.figure("smallest capitals with more contrast") != nil, "\(large)")
    let unknown = try #require(try report(on: ["--board", "none"])["5.1.4"])
    #expect(unknown.outcome == "not-met" && unknown.reason.contains("size-mm") && unknown.figures == nil)
  }

  /// Capitals that only the screens with more contrast make large enough.
  @Test(arguments: [(52, "not-met"), (53, "met"), (54, "met")] as [(Int32, String)])
  func moreContrastMayEnlarge(size: Int32, outcome: String) throws {
    let metrics = Metrics(Size(width: 800, height: 480), millimeters: (104, 62))
    var (usual, contrast) = (ScreenMeasures(metrics), ScreenMeasures(metrics))
    usual.add(text: 40, hasCapitals: true)
    contrast.add(text: size, hasCapitals: true)
    contrast.add(text: 20, hasCapitals: false)
    let subject = Conformance.Subject(
      file: "", board: "", settings: Settings(), size: metrics.size, usual: usual, contrast: contrast)
    let finding = try #require(Conformance(subject).clauses.first { $0.number == "5.1.4" }).finding
    #expect("\(finding.outcome.name)" == outcome, "\(finding)")
    #expect(
      finding.figures.map(\.name) == [
        "smallest capitals", "smallest capitals with more contrast", "readable up to",
      ])
    #expect(outcome == "not-met" || finding.reason.contains("enlarges"))
  }

  @Test func contrastDecides() throws {
    let usual = try report()
    #expect(usual["11.1.4.3"]?.outcome == "met" && usual["11.1.4.11"]?.outcome == "met")
    #expect(usual["11.1.4.3"]?.figure("text on background") == "14.36 to 1", "\(usual["11.1.4.3"] as Any)")
    // A button that cannot be seen does not help: with access = yes as well, pale texts are pale.
    for access in ["no", "yes"] {
      let pale = try report("[kiosk]\naccess = \(access)\n[theme]\ntext = #aaaaaa\n")
      #expect(pale["11.1.4.3"]?.outcome == "not-met", "\(access)")
      #expect(pale["11.1.4.3"]?.figure("text on background") == "2.13 to 1")
      #expect(pale["5.2"]?.outcome == (access == "yes" ? "not-met" : "not-applicable"))
      #expect(pale["5.1.2.1"]?.reason.contains("11.1.4.3") == true)
      // The button has the text's color.
      let buttons = try report("[kiosk]\naccess = \(access)\n[theme]\naccent = #e0e0e0\naccent-text = #ffffff\n")
      #expect(buttons["11.1.4.3"]?.outcome == (access == "yes" ? "met" : "not-met"))
      #expect(buttons["11.1.4.11"]?.outcome == (access == "yes" ? "met" : "not-met"))
      #expect(buttons["5.2"]?.outcome == (access == "yes" ? "met" : "not-applicable"))
    }
  }

  @Test func timeLimitsDecide() throws {
    let usual = try #require(try report()["11.2.2.1"])
    #expect(usual.outcome == "met" && usual.figures?.map(\.value) == ["45 s", "20 s"], "\(usual)")
    let short = try #require(try report("[kiosk]\nidle-warning = 10\n")["11.2.2.1"])
    #expect(
      short.outcome == "not-met" && short.figures?.last?.value == "10 s" && short.figures?.last?.atLeast == "20 s")
    let code = try #require(try report("[kiosk]\nqr-url = https://example.org/{visit}\nqr-time = 30\n")["11.2.2.1"])
    #expect(code.outcome == "not-met" && code.figures?.last?.value == "30 s", "\(code)")
  }

  @Test func targetsDecide() throws {
    let usual = try #require(try report()["WCAG 2.2, 2.5.8"])
    #expect(usual.outcome == "met" && usual.figures?.first?.atLeast?.contains("9 mm") == true, "\(usual)")
    let small = try #require(try report(on: ["--display", "memory:320x240"], millimeters: "50x37")["WCAG 2.2, 2.5.8"])
    #expect(small.outcome == "not-met" && small.figures?.first?.value.contains("mm") == true, "\(small)")
  }

  @Test func keysDecide() throws {
    let (with, without) = (try report(), try report("[touch]\nkeys = no\n"))
    for (clause, outcomes) in [
      ("5.1.6.1", ("depends-on-the-stand", "not-met")), ("5.1.6.2", ("met", "not-applicable")),
      ("5.5.2", ("depends-on-the-stand", "not-met")), ("5.7", ("met", "not-applicable")),
      ("5.8", ("met", "not-applicable")), ("8.4.2.2", ("depends-on-the-stand", "not-applicable")),
    ] {
      #expect(with[clause]?.outcome == outcomes.0 && without[clause]?.outcome == outcomes.1, "\(clause)")
    }
    #expect(with.board?.hasPrefix("Raspberry Pi") == true)
    // The kiosk does not speak.
    for report in [with, without] {
      #expect(report["5.1.3.1"]?.outcome == "not-met" && report["5.1.3.6"]?.outcome == "not-met")
      #expect(!report.clauses.contains { $0.clause.hasPrefix("5.1.3") && $0.outcome == "met" })
    }
  }

  /// Speech counts together with a keypad or a finger that explores, and a code for phones is nothing to hear.
  @Test func speechDecides() throws {
    let spoken = "[voice]\nvoice = on-demand\n"
    let (heard, always) = (try report(spoken), try report("[voice]\nvoice = always\n"))
    for clause in [
      "5.1.3.1", "5.1.3.3", "5.1.3.4", "5.1.3.5", "5.1.3.6", "5.1.3.8", "5.1.3.11", "5.1.3.13", "5.1.3.14", "5.2",
    ] {
      #expect(heard[clause]?.outcome == "met" && always[clause]?.outcome == "met", "\(clause)")
    }
    // The questions have reasons, which are toggles.
    let silent = try report()
    #expect(heard["5.6.1"]?.outcome == "met" && silent["5.6.1"]?.outcome == "not-met")
    for clause in ["5.1.3.2", "5.1.3.12", "8.2.1.1", "8.2.1.2", "8.5"] {
      #expect(heard[clause]?.outcome == "depends-on-the-stand", "\(clause)")
    }
    #expect(heard["5.1.2.2"]?.outcome == "depends-on-the-stand")
    for clause in ["5.1.6.1", "5.5.2"] {
      #expect(heard[clause]?.reason.contains("explores") == true && always[clause]?.reason.contains("keypad") == true)
    }
    let explored = try report(spoken + "[touch]\nkeys = no\n")
    #expect(explored["5.1.3.1"]?.outcome == "met" && explored["5.1.3.4"]?.outcome == "met")
    let without = try report("[voice]\nvoice = always\n[touch]\nkeys = no\n")
    #expect(without["5.1.3.1"]?.reason.contains("keys = no") == true && without["5.1.3.4"]?.outcome == "not-applicable")
    let code = try report(spoken + "[kiosk]\nqr-url = https://example.org/{visit}\n")
    #expect(code["5.1.3.1"]?.outcome == "not-met" && code["5.1.3.4"]?.outcome == "met")
    let tones = try report("[voice]\nsounds = yes\n")
    #expect(tones["5.1.3.1"]?.outcome == "not-met" && tones["5.1.5"]?.reason.contains("No sound is needed") == true)
  }

  /// check and doctor say if star-voice is missing.
  @Test func missingStarVoiceIsNamed() throws {
    let program = try Program()
    defer { program.remove() }
    for (lines, key) in [
      ("voice = on-demand", "voice = on-demand"), ("sounds = yes", "sounds = yes"), ("voice = no", ""),
    ] {
      try program.configure("[voice]\n" + lines + "\n" + Self.questions)
      let checked = try program.run(Self.panel + ["check", "kiosk.conf"])
      #expect(checked.status == 0)
      let examined = try program.run(Self.panel + ["--config", "kiosk.conf", "doctor"])
      let isNamed = checked.errors.contains("star-voice is missing: there is no pipe /run/star-voice/utterances")
      #expect(isNamed == !key.isEmpty, "\(checked.errors)")
      if isNamed { #expect(checked.errors.contains("[voice] " + key)) }
      #expect((examined.output + examined.errors).contains("star-voice is missing") == !key.isEmpty)
    }
  }

  /// The sample's report in docs is what the program prints. To bring it up to date, run the command below for both formats.
  @Test(arguments: ["html", "json"]) func theReportInDocsIsCurrent(format: String) throws {
    let program = try Program()
    defer { program.remove() }
    let sample = Self.root.appending(path: "Samples/kiosk/kiosk.conf").path
    let words =
      Self.panel + ["--display", "memory:800x480", "check", sample, "--standard", "en301549"]
      + (format == "json" ? ["--json"] : [])
    let outcome = try program.run(words)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let path = Self.root.appending(path: "docs/conformance." + format)
    #expect(
      try outcome.output == String(contentsOf: path, encoding: .utf8),
      "run: tools/run --boards boards --board raspberry-pi-dsi-7 --display memory:800x480 check Samples/kiosk/kiosk.conf --standard en301549\(format == "json" ? " --json" : "") >docs/conformance.\(format)"
    )
  }

  /// Names of files are text, and the default format is a page.
  @Test func pagesAreEscaped() throws {
    let program = try Program()
    defer { program.remove() }
    try Self.questions.write(toFile: program.path("<b> & {version}.conf"), atomically: true, encoding: .utf8)
    let outcome = try program.run(["check", "<b> & {version}.conf", "--standard=en301549"])
    #expect(outcome.status == 0 && outcome.output.hasPrefix("<!doctype html>\n") && !outcome.output.contains("<b> &"))
    #expect(outcome.output.contains("<dd>&lt;b&gt; &amp; {version}.conf</dd>"))
    #expect(!outcome.output.contains("{chapters}"))
  }

  @Test func wrongUsage() throws {
    let program = try Program()
    defer { program.remove() }
    try program.configure(Self.questions)
    for (words, said) in [
      (
        ["check", "kiosk.conf", "--standard", "en301459"],
        "--standard en301459: unknown standard (did you mean en301549?)"
      ),
      (["check", "kiosk.conf", "--standard", "iso"], "--standard iso: unknown standard; the only one is en301549"),
      (["doctor", "--standard", "en301549"], "--standard is an option of check"),
    ] {
      let outcome = try program.run(words)
      #expect(
        outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains(said), "\(words) \(outcome.errors)")
    }
    // An invalid configuration has no report.
    try program.configure("[kiosk]\nidle = soon\n" + Self.questions)
    let invalid = try program.run(["check", "kiosk.conf", "--standard", "en301549"])
    #expect(invalid.status == 2 && invalid.output.isEmpty && invalid.errors.contains("idle = soon"))
  }
}
