import Foundation
import Testing

/// The pictures of star-bench's workloads, and the started program.
@Suite struct BenchSceneTests {
  /// Returns a PPM's pixels, one byte per channel, without the header.
  private func pixels(_ path: String, width: Int, height: Int) throws -> [UInt8] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let count = width * height * 3
    try #require(data.starts(with: Data("P6\n\(width) \(height)\n255\n".utf8)) && data.count > count)
    return [UInt8](data.suffix(count))
  }

  /// The dragged slider is painted the same with and without other sliders, and the others are visible.
  @Test func otherSlidersDoNotChangeTheDraggedOne() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run("--workload", "scale", "--sliders", "1,1000", "--picture", bench.path("p"))
    #expect(run.status == 0, "\(run.errors)")
    let alone = try pixels(bench.path("p-scale-1.ppm"), width: 1920, height: 1080)
    let among = try pixels(bench.path("p-scale-1000.ppm"), width: 1920, height: 1080)
    let top = 160 * 1920 * 3
    #expect(alone[..<top] == among[..<top])
    var (yellow, below, ink) = (0, 0, 0)
    for i in stride(from: 0, to: alone.count, by: 3) {
      if i < top {
        if alone[i] == 255 && alone[i + 1] == 255 && alone[i + 2] == 0 { yellow += 1 }
      } else {
        if alone[i] < 255 { below += 1 }
        if among[i] < 128 { ink += 1 }
      }
    }
    // The finger is at 0.6 of the row.
    #expect(yellow > 10_000)
    #expect(below == 0)
    // 999 rows of five outlines.
    #expect(ink > 999 * 5 * 20)
  }

  @Test func coveragePicturesShowInsideAndOutline() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run("--workload", "raster", "--sides", "64", "--picture", bench.path("p"))
    #expect(run.status == 0, "\(run.errors)")
    let inside = try pixels(bench.path("p-inside-64.ppm"), width: 64, height: 64)
    let outline = try pixels(bench.path("p-outline-64.ppm"), width: 64, height: 64)
    var gray = true
    var covered = 0
    for i in stride(from: 0, to: inside.count, by: 3) {
      gray = gray && inside[i] == inside[i + 1] && inside[i] == inside[i + 2]
      if outline[i] == 255 { covered += 1 }
    }
    #expect(gray)
    // The outline is two pixels wide and longer than 64 * 3, minus its edges.
    #expect(covered > 64 * 2)
    let middle = (32 * 64 + 32) * 3
    #expect(inside[middle] == 255 && outline[middle] == 0 && inside[0] == 0 && outline[0] == 0)
  }

  @Test func startMeasuresAnotherProgram() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let script = bench.path("first.sh")
    // An hour from now, and 12 KiB.
    let words = "read -r up _ </proc/uptime\necho $((${up%.*} * 1000000000 + 3600000000000)) 12\n"
    try ("#!/bin/sh\n" + words).write(toFile: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let run = try bench.run("--workload", "start", "--start-program", script, "--batches", "1", "--json", "-")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let facts = try #require(report?["facts"] as? [[String: Any]])
    #expect(facts.first { $0["name"] as? String == "start resident" }?["value"] as? Int == 12 << 10)
    let results = try #require(report?["results"] as? [[String: Any]])
    let start = try #require(results.first { $0["name"] as? String == "start" })
    #expect(try #require(start["median_ns"] as? Double) > 1e12)
  }
}
