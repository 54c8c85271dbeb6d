import Foundation
import Testing

@testable import star_bench

/// `--each-core`: which cores stand for all, and the table with one column each.
@Suite struct CoreTests {
  private func kinds(_ information: String, frequencies: [Int: Int] = [:]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cores-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (processor, frequency) in frequencies {
      let place = folder.appendingPathComponent("cpu\(processor)/cpufreq")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data("\(frequency)\n".utf8).write(to: place.appendingPathComponent("cpuinfo_max_freq"))
    }
    return Core.ofEachKind(Array(information.utf8), in: folder.path).map { $0.description }
  }

  private func arm(_ processor: Int, _ part: String) -> String {
    "processor\t: \(processor)\nBogoMIPS\t: 48.00\nCPU implementer\t: 0x41\nCPU part\t: \(part)\nCPU revision\t: 4\n\n"
  }

  @Test func bigAndLittleCoresAreTold() throws {
    let text = (0..<4).map { arm($0, "0xd03") }.joined() + (4..<6).map { arm($0, "0xd08") }.joined()
    let frequencies = [0: 1_416_000, 1: 1_416_000, 2: 1_416_000, 3: 1_416_000, 4: 1_800_000, 5: 1_800_000]
    #expect(try kinds(text, frequencies: frequencies) == ["cpu0, part 0xd03, 1416 MHz", "cpu4, part 0xd08, 1800 MHz"])
    #expect(try kinds(text) == ["cpu0, part 0xd03", "cpu4, part 0xd08"])
  }

  /// The same part with two highest frequencies, and processors that are offline and not listed.
  @Test func frequenciesTellCoresApart() throws {
    let text = arm(1, "0xd0b") + arm(5, "0xd0b") + arm(6, "0xd0b")
    #expect(
      try kinds(text, frequencies: [1: 2_208_000, 5: 2_400_000, 6: 2_400_000])
        == ["cpu1, part 0xd0b, 2208 MHz", "cpu5, part 0xd0b, 2400 MHz"])
  }

  @Test func otherProcessorsAreOneKind() throws {
    let text = (0..<2).map { "processor\t: \($0)\nmodel name\t: AMD EPYC\nflags\t\t: fpu: yes\n\n" }.joined()
    #expect(try kinds(text) == ["cpu0"])
    #expect(try kinds("rubbish\n: :\nprocessor: x\nCPU part: 0xd03") == ["cpu0"])
    #expect(try kinds("") == ["cpu0"])
  }

  /// On this machine, whatever it has: names tell the core, and floors are those of the same core.
  @Test func reportsHaveCores() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run(
      "--each-core", "--workload", "raster,bytes", "--sides", "16", "--batches", "3", "--json", "r.json")
    #expect(run.status == 0 || run.status == 3, "\(run.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: bench.path("r.json")))
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let cores = try #require((report["machine"] as? [String: Any])?["cores"] as? [String])
    let names = try cores.map { try #require($0.split(separator: ",").first) }
    let results = try #require(report["results"] as? [[String: Any]])
    #expect(!cores.isEmpty && results.count == 6 * cores.count)
    for name in names {
      let star = try #require(results.first { $0["name"] as? String == "raster 16, \(name)" })
      #expect(star["floor"] as? String == "raster 16 floor, \(name)" && star["times_floor"] as? Double ?? 0 > 0)
    }
    let facts = try #require(report["facts"] as? [[String: Any]]).compactMap { $0["name"] as? String }
    #expect(Set(facts).count == facts.count && !facts.isEmpty)
    let parts = run.output.components(separatedBy: "\n\n")
    #expect(parts.count == 2 && cores.allSatisfy { parts[0].contains("\ncore       \($0)\n") }, "\(run.output)")
    #expect(parts[1].split(separator: "\n").count == 1 + 6 + facts.count, "\(run.output)")
    #expect(try bench.run("--each-core", "--count").status == 2)
  }

  /// A board of one core, as taskset(1) makes this machine.
  @Test func oneProcessorIsEnough() throws {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let allowed = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") })
    let first = try #require(allowed.split { !$0.isNumber }.first)
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/taskset")
    process.arguments = [
      "-c", String(first), try bench.executable, "--each-core", "--workload", "raster", "--sides", "16", "--batches",
      "3",
      "--json", bench.path("r.json"),
    ]
    let errors = Pipe()
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 || process.terminationStatus == 3, "\(said)")
    #expect(said.isEmpty)
    let data = try Data(contentsOf: URL(fileURLWithPath: bench.path("r.json")))
    let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let cores = try #require((report["machine"] as? [String: Any])?["cores"] as? [String])
    #expect(cores.count == 1 && cores[0].hasPrefix("cpu\(first)"), "\(cores)")
  }
}
