import Foundation
import Testing

/// The report of `star-bench`, and its errors.
@Suite struct StarBenchTests {
  @Test(arguments: ["XRGB8888", "RGB565", "BGR888"])
  func reportsEverythingInJSON(_ format: String) throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run(
      "--workload", "raster,drag,bytes,many,rotate,scale,motion,screen,change,text,line,memory,start", "--sides", "16",
      "--sliders", "1,20",
      "--batches", "3", "--format", format,
      "--json", "-", "--commit", "abc", "--compiler", "a \"compiler\"")
    // 3 means a busy machine, as is usual in tests.
    #expect(run.status == 0 || run.status == 3, "\(run.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(report["valid"] as? Bool == (run.status == 0))
    #expect((report["reasons"] as? [String])?.isEmpty == (run.status == 0))
    #expect((report["build"] as? [String: Any])?["compiler"] as? String == "a \"compiler\"")
    #expect(report["display"] as? String == "memory 800x480 \(format)")
    let machine = try #require(report["machine"] as? [String: Any])
    for key in ["board", "soc", "kernel", "governor", "processor", "architecture"] {
      #expect((machine[key] as? String)?.isEmpty == false, "\(key)")
    }

    let clocks = try #require(machine["clocks"] as? [[String: Any]])
    #expect(clocks.compactMap { $0["workload"] as? String }.prefix(3) == ["raster", "drag", "bytes"])
    for clock in clocks {
      for key in ["before_khz", "after_khz"] { #expect(clock[key] as? Int ?? 0 > 100_000, "\(clock)") }
    }
    let results = try #require(report["results"] as? [[String: Any]])
    // Counters of one operation where the processor has any, or one line that says why there are none.
    let isCounted = machine["counters"] as? String == "available"
    #expect(isCounted || (machine["counters"] as? String)?.hasPrefix("cannot count the processor's events: ") == true)
    for result in results where result["per"] as? String != "start" {
      #expect((result["instructions"] as? Double ?? 0 > 0) == isCounted)
    }
    let names = results.compactMap { $0["name"] as? String }
    for name in [
      "raster 16", "drag", "many", "rotate", "motion", "screen question", "screen reasons", "screen button", "change",
      "text", "line", "start",
    ] {
      #expect(names.contains(name) && names.contains("\(name) floor"))
    }
    for name in ["scale 1", "scale 20", "scale 20, all asked"] { #expect(names.contains(name)) }
    for result in results {
      let batches = try #require(result["batches_ns"] as? [Double])
      #expect(batches.count == 3 && batches.allSatisfy { $0 > 0 })
      #expect(result["minimum_ns"] as? Double == batches.min())
      #expect(result["p99_ns"] as? Double == batches.max())
      #expect(result["median_ns"] as? Double == batches.sorted()[1])
    }
  }

  /// Only blended columns store pixels that do not change.
  @Test(arguments: ["XRGB8888", "RGB565"])
  func aDragStoresOnlyChangedBytes(_ format: String) throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run("--workload", "bytes", "--format", format, "--json", "-")
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let facts = try #require(report?["facts"] as? [[String: Any]])
    func value(_ name: String) -> Double? { facts.first { $0["name"] as? String == name }?["value"] as? Double }
    let (stored, differing) = (try #require(value("drag stored")), try #require(value("drag differing")))
    #expect(differing > 100_000)
    #expect(stored >= differing && stored <= 1.05 * differing)
    // Partial frames equal full ones.
    #expect(value("drag partial against whole") == 0)
  }

  /// One batch has no spread. The reason stands above the table's figures; without a table, on standard error.
  @Test(arguments: [[], ["--json", "-"]] as [[String]]) func oneBatchIsNotValid(_ options: [String]) throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run(["--workload", "raster", "--sides", "16", "--batches", "1"] + options)
    #expect(run.status == 3)
    let reason = "a spread requires 3 batches or more, not 1\n"
    if options.isEmpty {
      let parts = run.output.components(separatedBy: "\n\n")
      #expect(parts.count == 2 && (parts[0] + "\n").contains("\nnot valid  " + reason), "\(run.output)")
      #expect(parts[0].contains("processor  ") && parts[0].contains("\nmemory "))
      #expect(parts[1].contains("\nraster 16 ") && run.errors.isEmpty, "\(run.errors)")
    } else {
      #expect(run.errors.contains("not valid: " + reason), "\(run.errors)")
    }
  }

  /// Without a number, rounds go on until the batches are alike, or 201 times.
  @Test func batchesGoOnWhileTheySpread() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run("--workload", "raster", "--sides", "16", "--json", "-")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let results = try #require(report["results"] as? [[String: Any]])
    let numbers = Set(results.compactMap { ($0["batches_ns"] as? [Double])?.count })
    let spreads = results.compactMap { $0["spread_fraction"] as? Double }
    let number = try #require(numbers.count == 1 ? numbers.first : nil)
    #expect((21...201).contains(number))
    #expect(spreads.allSatisfy { $0 <= 0.035 } || number == 201, "\(spreads)")
  }

  @Test func countsWithoutAClock() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run(
      "--count=3", "--workload", "raster,drag,many,rotate,scale,motion,screen,change,text,path", "--sides", "16")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
  }

  @Test(arguments: [
    ["--workload", "draw"], ["--display", "memory:0x480"], ["--display", "kms:"], ["--format", "RGB"],
    ["--batches", "0"], ["--sides", "16,"], ["--sliders", "0"], ["--sliders", "1001"],
    ["--display", "fb", "--format", "RGB565"], ["--json"], ["words"], ["-x"],
    ["--sides", "1,,2"], ["--sides", "16,16"], ["--sliders", "1,20,1"], ["--workload", "drag,drag"],
    ["--workload", "drag,"], ["--workload", "all,drag"],
    ["--count", "--json", "-"], ["--json", "x.json", "--picture", "p"],
    ["--count", "--workload", "start"], ["--count", "--workload", "drag,idle"], ["--count", "--workload", "memory"],
    ["--workload", "bytes", "--count=0"], ["--picture", "p", "--workload", "memory"],
    ["--display", "fb", "--workload", "bytes"], ["--display", "kms", "--workload", "drag,scale"],
    ["--workload", "touch"], ["--display", "fb", "--workload", "drag,touch"], ["--count", "--workload", "touch"],
    ["--buffers", "flip"], ["--display", "kms", "--buffers", "two"],
  ])
  func refusesWrongUsage(_ arguments: [String]) throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run(arguments)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("star-bench: ") && run.errors.hasSuffix("; see star-bench --help\n"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  /// A named workload that cannot run is an error; with `all` it is skipped.
  @Test func refusesWorkloadsThatCannotBeCounted() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run("--count=0", "--sides", "16", "--sliders", "1")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    for (words, told) in [
      (
        ["--count", "--workload", "start"],
        "--workload start: it cannot be counted; --count accepts raster, drag, many, rotate, scale, motion, screen, change, text, line, path"
      ),
      (
        ["--picture", "p", "--workload", "idle"],
        "--workload idle: it cannot be drawn; --picture accepts raster, drag, many, rotate, scale, motion, screen, change, text, line, path"
      ),
      (["--count", "--json", "-"], "--json: --count and --picture write no report; remove one of them"),
      (
        ["--display", "fb", "--workload", "bytes"],
        "--workload bytes: only for the memory screen; remove --display, or the workload"
      ),
      (
        ["--workload", "touch"],
        "--workload touch: only for a KMS screen, which reports when a frame is shown; add --display kms"
      ), (["--buffers", "flip"], "--buffers: only for a KMS screen; add --display kms"),
      (["--sides", "16,,64"], "--sides 16,,64: a number is missing next to a comma"),
      (["--sides", "1"], "--sides 1: must be a number from 4 to 4096"),
      (["--sliders", "1,1"], "--sliders 1,1: 1 is named twice"),
      (["--workload", "drag,drag"], "--workload drag,drag: drag is named twice"),
      (["--workload", "drag,all"], "--workload drag,all: all cannot be combined with other names"),
      (["--workload", "drag,"], "--workload drag,: a name is missing next to a comma"),
    ] {
      #expect(try bench.run(words).errors == "star-bench: \(told); see star-bench --help\n")
    }
  }

  @Test func bytesDependOnTheScreen() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    func stored(_ words: String...) throws -> Int {
      let run = try bench.run(["--workload", "bytes", "--json", "-"] + words)
      let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let facts = try #require(report?["facts"] as? [[String: Any]])
      return try #require(facts.first { $0["name"] as? String == "drag stored" }?["value"] as? Int)
    }
    let usual = try stored()
    #expect(try stored("--display", "memory:800x480") == usual)
    #expect(try stored("--display", "memory:400x240") < usual / 2)
  }

  @Test func reportsInvalidOutputOfAStartedProgram() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let wanted =
      "; it must exit with 0 and print one line: the time of its first frame (nanoseconds of CLOCK_MONOTONIC) and its "
      + "peak resident memory (KiB)\n"
    for (program, fault) in [("/bin/true", "unexpected output"), ("/bin/false", "exit status 1")] {
      for option in ["--start-program", "--start-floor"] {
        let run = try bench.run("--workload", "start", "--batches", "1", option, program)
        #expect(run.status == 1)
        #expect(run.errors == "star-bench: cannot measure the start of \(program): \(fault)\(wanted)")
      }
    }
  }

  @Test func reportsWhyAScreenCannotBeOpened() throws {
    let bench = try Tool("star-bench")
    defer { bench.remove() }
    let run = try bench.run(["--display", "fb:/dev/no-such-screen", "--workload", "drag"])
    #expect(run.status == 1)
    #expect(run.errors.contains("/dev/no-such-screen"))
  }
}
