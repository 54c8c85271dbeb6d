import Foundation
import Testing

/// `starctl compare` with generated reports.
@Suite struct CompareTests {
  private func report(
    _ drag: [Double], valid: Bool = true, display: String = "memory 800x480 XRGB8888", processor: String = "P <&> Q",
    board: String = "unknown", kernel: String = "6.1", governor: String = "performance", name: String = "drag",
    program: String = "star-bench", reason: String = "it is too hot"
  ) throws -> Data {
    func result(_ name: String, _ times: [Double], floor: String? = nil) -> [String: Any] {
      var result: [String: Any] = ["name": name, "per": "frame", "batches_ns": times]
      if let floor { result["floor"] = floor }
      return result
    }
    return try JSONSerialization.data(withJSONObject: [
      "program": program, "version": "0.1.0", "valid": valid, "reasons": valid ? [] : [reason],
      "date": "2026-01-02T03:04:05Z", "display": display,
      "machine": ["processor": processor, "board": board, "kernel": kernel, "governor": governor],
      "build": ["language": "Swift", "compiler": "Swift 6.3", "commit": "abc"],
      "results": [result(name, drag, floor: name + " floor"), result(name + " floor", [50, 50, 50])],
    ])
  }

  private struct Outcome {
    let status: Int32
    let output: String
    let errors: String
    let page: String
  }

  private func compare(_ before: Data, _ after: Data) throws -> Outcome {
    let tool = try Tool("starctl")
    defer { tool.remove() }
    try before.write(to: URL(fileURLWithPath: tool.path("a.json")))
    try after.write(to: URL(fileURLWithPath: tool.path("b.json")))
    let run = try tool.run("compare", "a.json", "b.json", "--output", "c.html")
    let page = (try? String(contentsOfFile: tool.path("c.html"), encoding: .utf8)) ?? ""
    return Outcome(status: run.status, output: run.output, errors: run.errors, page: page)
  }

  private func line(_ name: String, in output: String) -> [Substring] {
    let line = output.split(separator: "\n").first { $0.hasPrefix(name + "  ") } ?? ""
    return line.split(separator: " ")
  }

  @Test func showsRatiosAndTheirRange() throws {
    let run = try compare(report([100, 100, 110]), report([200, 210, 220]))
    #expect(run.status == 0, "\(run.errors)")
    // 210 / 100, from 200 / 110 to 220 / 100.
    #expect(line("drag", in: run.output) == ["drag", "100.00", "ns", "210.00", "ns", "2.10", "1.82", "2.20", "slower"])
    #expect(run.output.contains("drag  2.00  4.20   2.10"))
    // Numbers are aligned right, words left, and no line has trailing spaces.
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.dropFirst(3).starts(with: [
        "                    A          B  B / A  from    to",
        "drag        100.00 ns  210.00 ns   2.10  1.82  2.20  slower",
        "drag floor   50.00 ns   50.00 ns   1.00  1.00  1.00  the same", "", "as multiples of their floors",
      ]), "\(run.output)")
    #expect(run.page.hasPrefix("<!doctype html>") && run.page.hasSuffix("</html>\n"))
    #expect(run.page.contains("P &lt;&amp;&gt; Q") && run.page.contains(">2.10</text>") && !run.page.contains("{{"))
    #expect(run.page.contains("<td>210.00 ns</td><td>4.20</td><td class=\"slower\">2.10</td>"))
  }

  /// Faster is green, slower is red.
  @Test func verdictsHaveColors() throws {
    let faster = try compare(report([100, 100, 110]), report([50, 50, 55]))
    #expect(line("drag", in: faster.output).suffix(4) == ["0.50", "0.45", "0.55", "faster"], "\(faster.output)")
    let slower = try compare(report([50, 50, 55]), report([100, 100, 110]))
    for (run, own, other) in [(faster, "faster", "slower"), (slower, "slower", "faster")] {
      #expect(run.page.contains("<circle class=\"\(own)\"") && !run.page.contains("<circle class=\"\(other)\""))
      #expect(run.page.contains("<line class=\"range \(own)\""))
    }
  }

  /// Of five batches, the second to the fourth count.
  @Test func rangesUseQuartiles() throws {
    let run = try compare(report([10, 90, 100, 110, 900]), report([100, 180, 200, 220, 9000]))
    #expect(line("drag", in: run.output).suffix(4) == ["2.00", "1.64", "2.44", "slower"], "\(run.output)")
  }

  /// The first file is the base of all ratios. One file alone is printed, too.
  @Test func anyNumberOfRunsIsCompared() throws {
    let tool = try Tool("starctl")
    defer { tool.remove() }
    for (i, time) in [100.0, 200, 50].enumerated() {
      try report([time]).write(to: URL(fileURLWithPath: tool.path("\(i).json")))
    }
    let run = try tool.run("compare", "0.json", "1.json", "2.json", "--output", "c.html")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      line("drag", in: run.output) == [
        "drag", "100.00", "ns", "200.00", "ns", "2.00", "2.00", "2.00", "slower", "50.00", "ns", "0.50", "0.50", "0.50",
        "faster",
      ], "\(run.output)")
    #expect(run.output.contains("drag  2.00  4.00   2.00  1.00   0.50\n"), "\(run.output)")
    let page = try String(contentsOfFile: tool.path("c.html"), encoding: .utf8)
    #expect(page.contains("Time of B over time of A") && page.contains("Time of C over time of A"))
    #expect(page.components(separatedBy: "<article>").count == 4)
    let alone = try tool.run("compare", "1.json")
    #expect(
      alone.status == 0 && alone.output.hasSuffix("\nas multiples of their floors\n         A\ndrag  4.00\n"),
      "\(alone.output)")
    #expect(line("drag", in: alone.output) == ["drag", "200.00", "ns"])
    let many = try tool.run(["compare"] + Array(repeating: "0.json", count: 27))
    #expect(many.status == 0 && many.output.contains("27 / 1"), "\(many.output)")
  }

  @Test func overlappingRangesAreTheSame() throws {
    let run = try compare(report([100, 105, 110]), report([99, 104, 111]))
    #expect(run.output.contains("the same"))
    #expect(!run.output.contains("faster"))
  }

  @Test func invalidRunsHaveNoVerdict() throws {
    let run = try compare(report([100]), report([50], valid: false))
    #expect(run.output.contains("B is not valid: it is too hot"))
    #expect(line("drag", in: run.output).last == "?")
    #expect(run.page.components(separatedBy: "not valid: it is too hot").count == 2)
    let other = try compare(report([100], valid: false), report([50]))
    #expect(other.output.contains("A is not valid: it is too hot") && !other.output.contains("B is not"))
    #expect(line("drag", in: other.output).last == "?")
    let both = try compare(report([100], valid: false), report([50], valid: false))
    #expect(both.page.components(separatedBy: "not valid: it is too hot").count == 3)
  }

  @Test func refusesOtherFiles() throws {
    let run = try compare(Data("{}".utf8), report([1]))
    #expect(run.status == 1)
    #expect(run.errors.contains("it is not a report of star-bench"))
    #expect(try compare(report([0]), report([1])).status == 1)
    for time in [1e-9, 1e300, .leastNonzeroMagnitude] {
      let run = try compare(report([1]), report([time]))
      #expect(
        run.status == 1 && run.errors.contains("a time is 0.001 ns to a week"),
        "\(time): \(run.errors)")
    }
  }

  /// The error names the file, and nothing is printed or drawn.
  @Test func refusesReportsWithNothingToCompare() throws {
    for (before, words) in [
      (try report([1], name: "fill"), "a.json and b.json have no subject in common"),
      (try report([1], program: "nginx"), "a.json: it is from nginx, not from star-bench"),
      (try report([]), "a.json: drag has no times"),
      (try report([1], valid: false, reason: "\u{1b}[2J"), "a.json: a name in it has control characters"),
    ] {
      let run = try compare(before, report([1]))
      #expect(run.status == 1 && run.output.isEmpty && run.page.isEmpty, "\(words)")
      #expect(run.errors.hasPrefix("starctl: ") && run.errors.hasSuffix(words + "\n"), "\(run.errors)")
    }
  }

  @Test func extremeRatiosAreDrawn() throws {
    #expect(try compare(report([0.001]), report([6e14])).page.contains("</svg>"))
    #expect(try compare(report([6e14]), report([0.001])).page.contains("</svg>"))
  }

  @Test func ratiosHaveSignificantDigits() throws {
    for (before, after, times, ratio) in [
      (1000.0, 1.2, ["1000.00", "ns", "1.20", "ns"], "0.0012"), (100, 8.76, ["100.00", "ns", "8.76", "ns"], "0.088"),
      (0.001, 1000, ["0.001", "ns", "1000.00", "ns"], "1e+06"), (2e13, 1e9, ["20000", "s", "1000.00", "ms"], "5e-05"),
      (1, 23_456, ["1.00", "ns", "23.46", "us"], "23456"),
      (9_000, 9_000_000, ["9000.00", "ns", "9000.00", "us"], "1000.00"),
      (10_000_000, 9_000_000_000, ["10.00", "ms", "9000.00", "ms"], "900.00"),
    ] {
      let run = try compare(report([before]), report([after]))
      let cells = line("drag", in: run.output).dropFirst().map { String($0) }
      #expect(cells.starts(with: times + [ratio]), "\(run.output)")
      #expect(run.page.contains(">\(ratio)</text>"))
    }
  }

  /// Labels are 11 px high and about 6.5 px wide per character.
  @Test(arguments: [0.001, 0.02, 0.3, 0.999, 1.001, 3, 100, 1000, 1e9])
  func tickLabelsDoNotOverlap(_ ratio: Double) throws {
    let svg = try compare(report([1000]), report([1000 * ratio])).page
    let words = try Regex(
      "<text class=\"secondary\" x=\"([0-9.]+)\" [^>]*font-size=\"11\" text-anchor=\"middle\"[^>]*>([^<]*)<")
    let ticks = try svg.matches(of: words).map { match in
      (x: try #require(Double(match.output[1].substring ?? "")), label: match.output[2].substring ?? "")
    }
    #expect(ticks.count >= 3 && ticks.contains { $0.label == "1" }, "\(ticks)")
    for (left, right) in zip(ticks, ticks.dropFirst()) {
      #expect(right.x - left.x > 6.5 * Double(left.label.count + right.label.count) / 2 + 4, "\(left), \(right)")
    }
  }

  @Test func errorsDescribeTheFile() throws {
    let tool = try Tool("starctl")
    defer { tool.remove() }
    try report([1]).write(to: URL(fileURLWithPath: tool.path("b.json")))
    try Data("[1, 2".utf8).write(to: URL(fileURLWithPath: tool.path("cut.json")))
    for (path, words) in [
      (tool.folder.path, "it is a folder"), ("/dev/null", "it is empty"),
      (tool.path("cut.json"), "it is not a report of star-bench"),
    ] {
      let run = try tool.run("compare", path, tool.path("b.json"))
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(
        run.errors == "starctl: cannot compare \(path): \(words); create a report with star-bench --json FILE\n")
    }
    let missing = try tool.run("compare", tool.path("a.json"), tool.path("b.json"))
    #expect(missing.errors == "starctl: cannot open \(tool.path("a.json")): no such file or directory\n")
  }

  /// The ratios are printed nevertheless.
  @Test func warnsOfDifferentConditions() throws {
    let alike = try compare(report([100]), report([50]))
    #expect(alike.status == 0 && alike.errors == "")
    let other = try compare(report([100]), report([50], display: "memory 1024x600 RGB565", kernel: "6.12"))
    #expect(other.status == 0 && line("drag", in: other.output).contains("0.50"))
    #expect(
      other.errors
        == "starctl: warning: A and B were measured under different conditions: display (memory 800x480 XRGB8888, memory 1024x600 RGB565), "
        + "kernel (6.1, 6.12); B / A does not measure a change\n")
    let more = try compare(report([100]), report([50], processor: "R", board: "Pi", governor: "ondemand"))
    #expect(
      more.errors.contains(
        "conditions: processor (P <&> Q, R), board (unknown, Pi), governor (performance, ondemand); B / A"))
    #expect(more.output.contains(": R, Pi, memory 800x480 XRGB8888, Swift (Swift 6.3), commit abc, 2026"))
  }

  @Test func pagesEscapeFileNames() throws {
    let tool = try Tool("starctl")
    defer { tool.remove() }
    let names = ["<text><script>&\"'.json", "a\u{1b}[2J\n\t\u{7f}\u{85}b]]>.json", "\u{fffe}\u{ffff}é\u{5d0}.json"]
    for name in names { try report([1]).write(to: URL(fileURLWithPath: tool.path(name))) }
    for (name, shown) in zip(names, ["&lt;text&gt;&lt;script&gt;&amp;\"'.json", "a[2Jb]]&gt;.json", "é\u{5d0}.json"]) {
      let run = try tool.run("compare", tool.path(name), tool.path(names[0]), "--output", tool.path("c.html"))
      #expect(run.status == 0, "\(run.errors)")
      let page = try String(contentsOfFile: tool.path("c.html"), encoding: .utf8)
      #expect(page.contains("/\(shown)</h3>"), "\(shown)\n\(page)")
      let isText = page.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) && $0.value < 0xfffe
      }
      #expect(isText && !page.contains("<script"))
    }
  }

  @Test func refusesControlCharacters() throws {
    let hostile = String(decoding: try report([1]), as: UTF8.self).replacingOccurrences(of: "abc", with: "a\\u001b[2J")
    let run = try compare(Data(hostile.utf8), report([1]))
    #expect(run.status == 1 && run.errors.contains("a name in it has control characters"), "\(run.errors)")
  }
}
