import Foundation
import FoundationXML
import Testing

/// `star-bench --sustain`, and `starctl chart` with real and with generated series.
@Suite struct SustainTests {
  @Test func aSeriesIsMeasuredAndDrawn() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run("--sustain", "3s", "--json", "heat.json")
    #expect(run.status == 0 || run.status == 3, "\(run.errors)")
    // A changing clock is what the series shows.
    #expect(!run.errors.contains("clock"), "\(run.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: bench.path("heat.json")))
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let series = try #require(report["series"] as? [[String: Any]])
    #expect((2...4).contains(series.count) && (report["results"] as? [Any])?.isEmpty == true)
    let times = series.compactMap { $0["time_ms"] as? Int }
    #expect(times.count == series.count && times == times.sorted())
    for sample in series {
      #expect(sample["frames_per_second"] as? Int ?? 0 > 1000, "\(sample)")
      #expect(sample["clock_khz"] as? Int ?? 0 > 100_000, "\(sample)")
    }
    #expect(run.output.split(separator: "\n").count == series.count + 1)
    let drawn = try chart(data)
    #expect(drawn.status == 0 && drawn.errors.isEmpty)
    #expect(drawn.svg.components(separatedBy: "<polyline").count >= 3)
    _ = try XMLDocument(xmlString: drawn.svg)
  }

  private func chart(_ report: Data) throws -> (status: Int32, errors: String, svg: String) {
    let tool = try Tool("starctl")
    defer { tool.remove() }
    try report.write(to: URL(fileURLWithPath: tool.path("heat.json")))
    let run = try tool.run("chart", "heat.json", "--output", "heat.svg")
    return (run.status, run.errors, (try? String(contentsOfFile: tool.path("heat.svg"), encoding: .utf8)) ?? "")
  }

  private func report(_ series: [[String: Any]], program: String = "star-bench") throws -> Data {
    try JSONSerialization.data(withJSONObject: [
      "program": program, "date": "2026-01-02T03:04:05Z", "display": "memory 800x480 XRGB8888",
      "machine": ["processor": "P <&> Q", "board": "B", "kernel": "6.1", "governor": "performance"], "series": series,
    ])
  }

  private func sample(_ time: Double, _ frames: Double, _ clock: Double, _ temperature: Double?) -> [String: Any] {
    var sample: [String: Any] = ["time_ms": time, "frames_per_second": frames, "clock_khz": clock]
    if let temperature { sample["temperature_millicelsius"] = temperature }
    return sample
  }

  /// A board that throttles after ten minutes: every curve spans its plot, and equal values are on one height.
  @Test func curvesFillTheirPlots() throws {
    let samples = (0...30).map { minute in
      let isHot = minute > 10
      return sample(
        Double(minute) * 30_000, isHot ? 5000 : 10_000, isHot ? 900_000 : 1_800_000, 40_000 + Double(minute) * 1000)
    }
    let drawn = try chart(report(samples))
    #expect(drawn.status == 0, "\(drawn.errors)")
    let document = try XMLDocument(xmlString: drawn.svg)
    let curves = try document.nodes(forXPath: "//*[local-name()='polyline']/@points").compactMap { $0.stringValue }
    #expect(curves.count == 3)
    for curve in curves {
      let points = curve.split(separator: " ").map { $0.split(separator: ",").compactMap { Double($0) } }
      #expect(points.count == 31 && points.first?[0] == 84 && points.last?[0] == 764)
    }
    for curve in curves.prefix(2) {
      let heights = Set(curve.split(separator: " ").map { $0.split(separator: ",")[1] })
      #expect(heights.count == 2, "\(heights)")
    }
    #expect(drawn.svg.contains("P &lt;&amp;&gt; Q") && drawn.svg.contains(">10 min<") && drawn.svg.contains(">1800<"))
  }

  /// Steady values have a plot, too, and boards without a thermometer have one plot less.
  @Test func steadySeriesAreDrawn() throws {
    let drawn = try chart(report((0..<5).map { sample(Double($0) * 1000, 10_000, 1_500_000, nil) }))
    #expect(drawn.status == 0 && drawn.svg.components(separatedBy: "<polyline").count == 3)
    #expect(
      drawn.svg.contains(">P &lt;&amp;&gt; Q, B, performance governor, memory 800x480 XRGB8888, 2026-01-02T03:04:05Z<"))
    #expect(!drawn.svg.contains("nan") && !drawn.svg.contains("inf") && !drawn.svg.contains("temperature"))
  }

  @Test func otherFilesAreRefused() throws {
    let good = sample(1, 2, 3, 4)
    for (data, reason) in [
      (Data("{".utf8), "it is not a report of star-bench"), (Data(), "it is empty"),
      (try report([good, sample(2, 2, 3, 4)], program: "other"), "it is not a report of star-bench"),
      (try report([]), "it has no series"), (try report([good]), "it has no series"),
      (try report([good, good]), "a sample is out of order or out of range"),
      (try report([good, sample(2, -1, 3, 4)]), "a sample is out of order or out of range"),
      (try report([good, sample(2, 1, 1e300, 4)]), "a sample is out of order or out of range"),
    ] {
      let run = try chart(data)
      #expect(run.status == 1 && run.svg.isEmpty)
      #expect(
        run.errors
          == "starctl: cannot draw heat.json: \(reason); create a report with star-bench --sustain MINUTES --json FILE\n"
      )
    }
  }

  @Test(arguments: ["0", "1441", "0s", "86401s", "s", "ten", "-1"]) func wrongTimesAreRefused(_ time: String) throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run("--sustain", time)
    #expect(run.status == 2)
    #expect(
      run.errors == "star-bench: --sustain \(time): must be 1 to 1440 minutes, or 1s to 86400s; see star-bench --help\n"
    )
    #expect(try bench.run("--sustain", "1s", "--workload", "drag").status == 2)
  }
}
