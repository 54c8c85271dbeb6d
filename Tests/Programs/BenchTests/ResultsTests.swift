import Foundation
import Testing

@testable import star_bench

/// `starctl results`: which archives it reads, and what it says about others. Tests/Web looks at the page.
@Suite struct ResultsTests {
  private func submission(version: Int = 1, program: String = "star-bench", note: String = "") -> String {
    """
    {"program": "\(program)", "submission": \(version), "version": "0.2.0", "note": "\(note)", "kernel_build": null, "hash": "SHA-256",
     "binary": {"bytes": 3, "hash": "00"}, "pictures": [{"name": "drag", "hash": "11"}]}
    """
  }

  private func report(
    figure: String = "50000", times: String = "[4.0, 5.0, 6.0]", clock: String = "2000000", board: String = "B",
    series: String = "", more: String = ""
  ) -> String {
    """
    {"program": "star-bench", "valid": true, "reasons": [], "date": "2026-01-02T03:04:05Z", "display": "memory",
     "machine": {"processor": "P", "processors": 4, "architecture": "aarch64", "board": "\(board)", "soc": "unknown", "kernel": "6.1",
       "governor": "unknown", "cores": [], "clocks": [{"workload": "raster", "before_khz": \(clock), "after_khz": 2000000}],
       "counters": "available"},
     "build": {"language": "Swift", "compiler": "Swift 6.3", "commit": "abc"},
     "headline": {"subject": "raster 64", "stars_per_second_per_ghz": \(figure), "clock_khz": 2000000, "times_floor": 5.0},
     "results": [{"name": "raster 64", "per": "star", "batches_ns": \(times), "floor": "raster 64 floor"},
       {"name": "raster 64 floor", "per": "star", "batches_ns": [1.0]}\(more)], "series": [\(series)]}
    """
  }

  private func archive(_ submission: String, _ report: String, more: [(String, String)] = []) -> [UInt8] {
    var archive = TarArchive()
    for (name, text) in [("submission.json", submission), ("report.json", report)] + more {
      archive.add(name, Array(text.utf8))
    }
    return archive.bytes
  }

  /// Makes a page from files of a folder `in`. Returns the page, too.
  private func page(_ files: [(String, [UInt8])]) throws -> (
    status: Int32, output: String, errors: String, page: String
  ) {
    let tool = try Tool("starctl")
    defer { tool.remove() }
    try FileManager.default.createDirectory(atPath: tool.path("in"), withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: tool.path("in/" + name))) }
    let run = try tool.run("results", "in", "--output", "site/deep")
    let page = try? String(contentsOfFile: tool.path("site/deep/index.html"), encoding: .utf8)
    return (run.status, run.output, run.errors, page ?? "")
  }

  @Test func archivesBecomeAPage() throws {
    let profile = "[board]\ntitle = The title\ncompatible = a,b\n[sources]\nboard.compatible = hardware: seen\n"
    let peers = """
      {"program": "tools/peers", "date": "2026-01-02T03:04:05Z", "commit": "abc", "peers": {"fast": "1", "slow": "2"},
       "times_ns": {"raster 64": {"star-slider": [4.0], "fast": [5.0], "slow": [40.0]}}}
      """
    let made = try page([
      (
        "a.tar",
        archive(submission(note: "build machine"), report(), more: [("board.conf", profile), ("peers.json", peers)])
      ),
      ("b.tar", archive(submission(), report(figure: "60000", board: "C"))), ("README.md", Array("# Words".utf8)),
    ])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    #expect(made.output == "wrote site/deep/index.html: 2 runs\n")
    for words in ["The title", "build machine", "measured 2026-01-02 at abc", "0.80 × fast", "5.00 ×", "not measured"] {
      #expect(made.page.contains(words), "\(words)")
    }
    // The best first.
    #expect(
      try #require(made.page.range(of: "60\u{202f}000")).lowerBound < made.page.range(of: "50\u{202f}000")!.lowerBound)
  }

  @Test func touchToLightIsShownWhereItWasMeasured() throws {
    let names = [("touch", "12e6"), ("touch wake", "0.25e6"), ("touch paint", "1.75e6"), ("touch wait", "10e6")]
    let results = names.map { name, time in
      ", {\"name\": \"\(name)\", \"per\": \"touch\", \"batches_ns\": [\(time), \(time), 20e6]}"
    }
    let made = try page([
      ("a.tar", archive(submission(), report(more: results.joined()))), ("b.tar", archive(submission(), report())),
    ])
    #expect(made.status == 0, "\(made.errors)")
    let words = "12.00 ms, 99th percentile 20.00 ms: wake 0.25, paint 1.75, wait for the screen 10.00 ms"
    #expect(made.page.components(separatedBy: words).count == 2)
  }

  /// What cannot be used is one line, and the rest goes on.
  @Test func otherFilesAreSkippedWithTheReason() throws {
    let good = archive(submission(), report())
    var damaged = good
    damaged[3] ^= 1
    var hollow = good
    hollow[600] = UInt8(ascii: "{")
    for (name, bytes, reason) in [
      ("cut.tar", Array(good.prefix(1024 + 700)), "it is cut off: report.json has "),
      ("end.tar", Array(good.prefix(good.count - 1024)), "it is cut off: its end is missing; copy it again"),
      ("short.tar", Array(good.prefix(300)), "it is not an archive of star-bench --submit"),
      ("empty.tar", [], "it is not an archive of star-bench --submit"),
      (
        "noise.tar", (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }, "it is not an archive of star-bench --submit"
      ),
      ("damaged.tar", damaged, "it is damaged at byte 0; copy it again"),
      ("broken.tar", hollow, "submission.json is damaged, or has other fields than this starctl knows"),
      (
        "new.tar", archive(submission(version: 2), "{}"),
        "its version is 2, but starctl reads version 1; update starctl"
      ),
      (
        "old.tar", archive(submission(version: 0), "{}"),
        "its version is 0, but starctl reads version 1; measure again with a newer star-bench"
      ),
      ("other.tar", archive(submission(program: "x"), report()), "it is from x, not from star-bench"),
      ("words.txt", Array("words".utf8), "its name does not end with .tar"),
      ("a.tar.gz", Array("words".utf8), "its name does not end with .tar"),
      ("nan.tar", archive(submission(), report(figure: "NaN")), "report.json: it is not a report of star-bench"),
      (
        "negative.tar", archive(submission(), report(figure: "-3")),
        "report.json: stars_per_second_per_ghz is -3, outside 1.00 to 1e+09"
      ),
      (
        "huge.tar", archive(submission(), report(figure: "1e300")),
        "report.json: stars_per_second_per_ghz is 1e+300, outside"
      ),
      (
        "clock.tar", archive(submission(), report(clock: "0")),
        "report.json: a clock in kHz is 0, outside 1000.00 to 1e+08"
      ),
      (
        "times.tar", archive(submission(), report(times: "[-1.0]")),
        "report.json: raster 64 has a time of -1.0 ns, outside"
      ),
      ("none.tar", archive(submission(), report(times: "[]")), "report.json: raster 64 has no times"),
      ("note.tar", archive(submission(note: "\\u001b[31m"), report()), "a text in it has control characters"),
      (
        "series.tar",
        archive(submission(), report(series: #"{"time_ms": -5, "frames_per_second": 1, "clock_khz": 1}"#)),
        "report.json: a sample of the series is out of order or out of range"
      ),
      (
        "twice.tar", archive(submission(), report(), more: [("report.json", "{}")]),
        "it has two files named report.json"
      ),
      (
        "lone.tar",
        {
          var lone = TarArchive()
          lone.add("x", [1])
          return lone.bytes
        }(), "it is not an archive of star-bench --submit: submission.json is missing"
      ),
    ] as [(String, [UInt8], String)] {
      let made = try page([("z-good.tar", good), (name, bytes)])
      #expect(made.status == 0 && made.output == "wrote site/deep/index.html: 1 run\n", "\(name)")
      #expect(made.errors.hasPrefix("starctl: skipped in/\(name): \(reason)"), "\(made.errors)")
      #expect(made.errors.split(separator: "\n").count == 1, "\(name)")
    }
  }

  @Test func nothingToShowIsAnError() throws {
    let made = try page([("x.txt", [1])])
    #expect(made.status == 1 && made.page.isEmpty)
    #expect(made.errors.hasSuffix("starctl: no results in in; add archives of star-bench --submit\n"), "\(made.errors)")
    let tool = try Tool("starctl")
    defer { tool.remove() }
    #expect(
      try tool.run("results", "missing", "--output", "s").errors
        == "starctl: cannot list missing: no such file or directory\n")
    #expect(try tool.run("results", ".").status == 64)
  }

  /// What GNU tar writes from an unpacked archive is read, too.
  @Test func repackedArchivesAreRead() throws {
    let tool = try Tool("starctl")
    defer { tool.remove() }
    for (name, text) in [("submission.json", submission()), ("report.json", report())] {
      try FileManager.default.createDirectory(atPath: tool.path("in/run"), withIntermediateDirectories: true)
      try text.write(toFile: tool.path("in/run/" + name), atomically: true, encoding: .utf8)
    }
    for format in ["gnu", "pax", "ustar"] {
      let packed = try Process.run(
        URL(fileURLWithPath: "/usr/bin/tar"),
        arguments: ["--format=" + format, "-C", tool.path("in"), "-cf", tool.path("in/\(format).tar"), "run"])
      packed.waitUntilExit()
    }
    let run = try tool.run("results", "in", "--output", "site")
    #expect(run.errors.isEmpty && run.output == "wrote site/index.html: 4 runs\n", "\(run.errors)")
  }
}
