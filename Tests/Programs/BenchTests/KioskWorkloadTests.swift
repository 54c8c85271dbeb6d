import Foundation
import Testing

/// The workloads `screen`, `change`, `text` and `line`, which run the kiosk's own code.
@Suite struct KioskWorkloadTests {
  /// Each leaves a picture in which something is written, and a button looks as on its screen.
  @Test(arguments: ["XRGB8888", "RGB565"]) func drawsScreensAndText(_ format: String) throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run("--workload", "screen,change,text,line", "--format", format, "--picture", bench.path("p"))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    var pictures: [String: [UInt8]] = [:]
    for name in ["screen-question", "screen-reasons", "screen-button", "change", "text", "line"] {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: bench.path("p-\(name).ppm"))))
      #expect(bytes.starts(with: Array("P6\n800 480\n255\n".utf8)))
      let pixels = Array(bytes.suffix(800 * 480 * 3))
      let dark = stride(from: 0, to: pixels.count, by: 3).filter { pixels[$0] < 100 && pixels[$0 + 1] < 100 }
      #expect(dark.count > 200, "\(name): \(dark.count)")
      pictures[name] = pixels
    }
    #expect(pictures["screen-question"] != pictures["screen-reasons"])
    // Only the first reason differs: it is pressed, after an even number of presses before.
    let (whole, pressed) = (try #require(pictures["screen-reasons"]), try #require(pictures["screen-button"]))
    let rows = Set(whole.indices.filter { whole[$0] != pressed[$0] }.map { $0 / (800 * 3) })
    #expect((20...200).contains(rows.count), "\(rows.count)")
  }

  @Test func countsOnlyTheNamedParts() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run("--workload", "screen", "--parts", "button,question", "--picture", bench.path("p"))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
    #expect(Set(files.filter { $0.hasSuffix(".ppm") }) == ["p-screen-button.ppm", "p-screen-question.ppm"])
    for words in ["", "screen", "button,button", "button,"] {
      let run = try bench.run("--parts", words)
      let told = "--parts \(words): must be some of question, reasons, button, each once"
      #expect(run.status == 2)
      if !words.isEmpty { #expect(run.errors == "star-bench: \(told); see star-bench --help\n") }
    }
  }

  /// The line is set in the font that was named, and an unusable one is an error.
  @Test func theLineHasItsFont() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    func line(_ font: String) throws -> Data {
      let run = try bench.run("--workload", "line", "--font", font, "--picture", bench.path("p"))
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      return try Data(contentsOf: URL(fileURLWithPath: bench.path("p-line.ppm")))
    }
    let folder = "/usr/share/fonts/truetype/noto/NotoSans-"
    #expect(try line(folder + "Regular.ttf") != line(folder + "Bold.ttf"))
    for (font, told) in [("/no.ttf", "/no.ttf: no such file or directory"), ("/etc/passwd", "/etc/passwd: not a font")]
    {
      let run = try bench.run("--workload", "line", "--font", font, "--count=1")
      #expect(run.status == 1 && run.errors.hasPrefix("star-bench: cannot open the font \(told)"), "\(run.errors)")
    }
  }

  /// Without fonts they are left out, unless they were named.
  @Test func sayWhyTheyAreLeftOut() throws {
    var bench = try Tool("star-bench")
    defer { bench.remove() }
    try Data("<fontconfig></fontconfig>".utf8).write(to: URL(fileURLWithPath: bench.path("fonts.conf")))
    bench.environment["FONTCONFIG_FILE"] = bench.path("fonts.conf")
    let all = try bench.run("--count=0", "--sides", "16", "--sliders", "1")
    #expect(all.status == 0 && all.output.isEmpty)
    let lines = all.errors.split(separator: "\n")
    #expect(lines.count == 4, "\(all.errors)")
    for (line, name) in zip(lines, ["screen", "change", "text", "line"]) {
      #expect(line.hasPrefix("star-bench: skipping \(name): cannot find the font sans-serif: "), "\(line)")
    }
    let named = try bench.run("--count=0", "--workload", "text")
    #expect(named.status == 1 && named.errors.hasPrefix("star-bench: cannot find the font sans-serif: "))
  }
}
