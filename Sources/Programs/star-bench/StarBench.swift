import Basics
import Display
import Geometry
import Raster
import System

/// Measures how fast stars are drawn.
@main enum StarBench {
  static func main() {
    Standard.run { () throws(ProgramError) in
      var options = Options()
      switch try Options.syntax.parse(into: &options) {
      case .print(let text): try Output.text(text)
      case .words(let words):
        if let word = words.first { throw .usage("unknown word " + word) }
        try options.complete()
        try run(options)
      }
    }
  }

  private static func run(_ options: Options) throws(ProgramError) {
    switch options.command {
    case .count(let repetitions): try Counting.run(options, repetitions)
    case .pictures(let prefix): try Pictures.write(options, prefix: prefix)
    case .firstFrame(let clearOnly): try StartWorkload.showFirstFrame(options, clearOnly: clearOnly)
    case .sleep: try IdleWorkload.sleepForever(options)
    case .measure:
      // Fail before measuring for minutes.
      if let path = options.json, !same(path, "-") { try check(path) }
      let report = try measureAll(options)
      if let path = options.json { try write(report.json(), to: path) }
      if !(options.json.map { same($0, "-") } ?? false) { try report.printTable() }
      // Standard error gets the reasons, wherever the report goes.
      if !report.isValid { throw ProgramError(lines: report.validity.reasons.map { "not valid: " + $0 }, status: 3) }
    }
  }

  private static func measureAll(_ options: Options) throws(ProgramError) -> Report {
    var run = Run(options)
    // Only one screen at a time can be open: a KMS device has one master.
    let name = try Screen.open(options.screen, usual: Options.usualSize).display.name
    for workload in options.workloads { try run.measure(workload) }
    let validity = Validity(before: run.before, after: .now(), measurements: run.measurements)
    return Report(
      options: options, screenName: name, measurements: run.measurements, facts: run.facts, validity: validity)
  }

  private static func check(_ path: String) throws(ProgramError) {
    do throws(SystemError) { try checkReplaceable(path) } catch { throw .failure("--json: " + error.message) }
  }

  private static func write(_ text: String, to path: String) throws(ProgramError) {
    if same(path, "-") { return try Output.text(text + "\n") }
    let bytes = Array((text + "\n").utf8)
    do throws(SystemError) { try writeFile(path, bytes) } catch { throw .failure(error.message) }
  }
}

/// The measurements so far.
private struct Run {
  let options: Options
  let before = Validity.Snapshot.now()
  var measurements: [Measurement] = []
  var facts: [Fact] = []

  init(_ options: Options) { self.options = options }

  mutating func measure(_ workload: Options.Workload) throws(ProgramError) {
    switch workload {
    case .raster:
      // Stars are painted in memory, in the screen's format; no screen is opened.
      var format = PixelFormat.xrgb8888
      if case .memory(_, let chosen?) = options.screen { format = chosen }
      for side in options.sides {
        try add(RasterWorkload(side: side, format: format, blending: options.blending).subjects())
      }
    case .drag: try add(DragWorkload(options, rotation: .none).subjects())
    case .bytes:
      if case .memory = options.screen {
        let bytes = try StoredBytes(options)
        facts.append(Fact(name: "drag stored", unit: "bytes", value: bytes.stored))
        facts.append(Fact(name: "drag differing", unit: "bytes", value: bytes.differing))
        let partial = try PartialFrames(options)
        facts.append(Fact(name: "drag partial against whole", unit: "of 255", value: partial.most))
      }
    case .rotate: try add(DragWorkload(options, rotation: .quarter).subjects())
    case .many: try add(ManyWorkload(options).subjects())
    case .scale:
      if case .memory = options.screen { try add(ScaleWorkload(options).subjects()) }
    case .memory: try add(MemoryWorkload(options).subjects())
    case .start:
      let start = StartWorkload(options: options)
      try add(start.subjects())
      facts.append(Fact(name: "start resident", unit: "bytes", value: start.resident.bytes))
      facts.append(Fact(name: "start floor resident", unit: "bytes", value: start.floorResident.bytes))
    case .idle:
      let idle = try IdleWorkload(options)
      facts.append(Fact(name: "idle wakeups of " + idle.program, unit: "wakeups", value: idle.wakeups))
      facts.append(Fact(name: "idle time looked at", unit: "s", value: Int64(idle.seconds)))
      if idle.processor >= 0 {
        facts.append(Fact(name: "idle processor time", unit: "ns", value: idle.processor))
      }
    }
  }

  private mutating func add(_ subjects: [Subject]) throws(ProgramError) {
    measurements += try star_bench.measure(subjects, batches: Int(options.batches))
  }
}
