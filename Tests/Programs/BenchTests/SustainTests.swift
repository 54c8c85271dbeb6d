import Foundation
import FoundationXML
import Testing

/// `star-bench --sustain`, and the page of `starctl compare` with real and with generated series.
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
    let table = try #require(run.output.components(separatedBy: "\n\n").last)
    #expect(table.split(separator: "\n").count == series.count + 1)
    let drawn = try chart(data)
    #expect(drawn.status == 0 && drawn.errors.isEmpty)
    #expect(drawn.svg.components(separatedBy: "<polyline").count >= 3)
    _ = try XMLDocument(xmlString: drawn.svg)
  }

  /// One file holds a whole run: the figures, and then how the machine warms up.
  @Test func workloadsAreMeasuredBeforeTheSeries() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run(
      "--workload", "raster", "--sides", "16", "--batches", "3", "--sustain", "2s", "--note", "a \"fan\"", "--json", "-"
    )
    #expect(run.status == 0 || run.status == 3, "\(run.errors)")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(report["note"] as? String == "a \"fan\"")
    let names = (report["results"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names?.contains("raster 16") == true && (report["series"] as? [Any])?.isEmpty == false)
    let drawn = try chart(Data(run.output.utf8))
    #expect(
      drawn.status == 0 && drawn.output.contains("\nraster 16 ")
        && drawn.output.contains("A in a drag without a pause: "))
  }

  /// A report can be published: nothing in it tells whose machine it is.
  @Test func reportsNameNoMachine() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    try FileManager.default.createDirectory(atPath: bench.path("secret-place"), withIntermediateDirectories: true)
    try "5000000\n".write(toFile: bench.path("secret-place/power1_input"), atomically: true, encoding: .utf8)
    let text = try bench.run(
      "--workload", "raster", "--sides", "16", "--batches", "3", "--json", "-", "--energy", "secret-place/power1_input"
    ).output
    #expect(text.contains("\"power1_input\"") && !text.contains("secret-place") && !text.contains(bench.folder.path))
    var secrets = [
      "/etc/machine-id", "/proc/sys/kernel/hostname", "/sys/firmware/devicetree/base/serial-number",
      "/sys/class/dmi/id/product_serial",
    ]
    for link in (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/net")) ?? [] {
      secrets.append("/sys/class/net/\(link)/address")
    }
    for path in secrets {
      let secret = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let words = secret.trimmingCharacters(in: ["\n", "\0", " "])
      if words.count > 5 { #expect(!text.contains(words), "\(path)") }
    }
  }

  /// Returns what `starctl compare` prints, and the picture in its page.
  private func chart(_ report: Data) throws -> (status: Int32, output: String, errors: String, svg: String) {
    let tool = try Tool("starctl")
    defer { tool.remove() }
    try report.write(to: URL(fileURLWithPath: tool.path("heat.json")))
    let run = try tool.run("compare", "heat.json", "--output", "heat.html")
    let page = (try? String(contentsOfFile: tool.path("heat.html"), encoding: .utf8)) ?? ""
    let svg =
      page.components(separatedBy: "<figcaption>A: ").last?.components(separatedBy: "</figcaption>\n").last ?? ""
    return (run.status, run.output, run.errors, svg.components(separatedBy: "</figure>")[0])
  }

  private func report(_ series: [[String: Any]], program: String = "star-bench") throws -> Data {
    try JSONSerialization.data(withJSONObject: [
      "program": program, "valid": true, "reasons": [String](), "date": "2026-01-02T03:04:05Z",
      "display": "memory 800x480 XRGB8888", "results": [String](),
      "build": ["language": "Swift", "compiler": "Swift 6.3", "commit": "abc"],
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
    #expect(drawn.svg.contains(">10 min<") && drawn.svg.contains(">1800<"))
    #expect(drawn.output.hasSuffix("frames/s at 0.90 GHz, 70.00 degrees Celsius\n"), "\(drawn.output)")
  }

  /// Steady values have a plot, too, and boards without a thermometer have one plot less.
  @Test func steadySeriesAreDrawn() throws {
    let drawn = try chart(report((0..<5).map { sample(Double($0) * 1000, 10_000, 1_500_000, nil) }))
    #expect(drawn.status == 0 && drawn.svg.components(separatedBy: "<polyline").count == 3)
    #expect(!drawn.svg.contains("nan") && !drawn.svg.contains("inf") && !drawn.svg.contains("temperature"))
  }

  @Test func otherFilesAreRefused() throws {
    let good = sample(1, 2, 3, 4)
    for (data, reason) in [
      (Data("{".utf8), "it is not a report of star-bench"), (Data(), "it is empty"),
      (try report([good, sample(2, 2, 3, 4)], program: "other"), "it is from other, not from star-bench"),
      (try report([]), "it has neither results nor a series"),
      (try report([good]), "it has neither results nor a series"),
      (try report([good, good]), "a sample of its series is out of order or out of range"),
      (try report([good, sample(2, -1, 3, 4)]), "a sample of its series is out of order or out of range"),
      (try report([good, sample(2, 1, 1e300, 4)]), "a sample of its series is out of order or out of range"),
    ] {
      let run = try chart(data)
      #expect(run.status == 1 && run.svg.isEmpty)
      #expect(run.errors.hasPrefix("starctl: cannot compare heat.json: \(reason)"), "\(run.errors)")
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
    for measuresNothing in [["--count"], ["--picture", "p"], ["--each-core"]] {
      #expect(try bench.run(["--sustain", "1s"] + measuresNothing).status == 2)
    }
  }
}
