import Basics
import Display
import StarSlider
import System

@main enum StarBench {
  static func main() {
    Standard.run { () throws(ProgramError) in
      var options = Options()
      switch try Options.syntax.parse(into: &options) {
      case .print(let text): try Output.text(text)
      case .words(let words):
        if let word = words.first { throw .usage("unexpected argument " + word) }
        try options.complete()
        try run(options)
      }
    }
  }

  private static func run(_ options: Options) throws(ProgramError) {
    switch options.command {
    case .count(let repetitions): try Counting.run(options, repetitions)
    case .pictures(let prefix): try Pictures(options, prefix: prefix)
    case .firstFrame(let clearOnly): try StartWorkload.showFirstFrame(options, clearOnly: clearOnly)
    case .sleep: try IdleWorkload.sleepForever(options)
    case .measure:
      // Fail now rather than after minutes of measuring.
      if let path = options.json, !same(path, "-") {
        do throws(SystemError) { try checkReplaceable(path) } catch { throw .failure("--json: " + error.message) }
      }
      let report = try measureAll(options)
      if let path = options.json { try write(report.json(), to: path) }
      let printsTable = !(options.json.map { same($0, "-") } ?? false)
      if printsTable { try report.printTable() }
      // The table already lists the reasons above its figures, so they are not printed again.
      if !report.isValid {
        throw ProgramError(lines: printsTable ? [] : report.validity.reasons.map { "not valid: " + $0 }, status: 3)
      }
    }
  }

  private static func measureAll(_ options: Options) throws(ProgramError) -> Report {
    var run = Run(options: options, meter: try options.energyMeter())
    // Only one screen can be open at a time, because a KMS device has one master.
    let name = try Screen(options).display.name
    let idle = run.meter.flatMap { IdlePower.observe($0) }
    if !options.eachCore { try run.measureAll() }
    for core in options.eachCore ? Core.ofEachKind() : [] { try run.measureAll(on: core) }
    // A series shows how the machine warms up, so it comes last, and a clock that changes during it is no fault.
    let measured = options.workloads.isEmpty ? nil : Validity.Snapshot.now()
    let series = try options.sustainSeconds.map { (seconds) throws(ProgramError) in
      try SustainWorkload.samples(options, seconds: seconds)
    }
    if measured == nil { run.noteProcessor() }
    let validity = Validity(
      before: run.before, after: measured ?? .now(), used: run.used, clocks: run.clocks,
      measurements: run.measurements, mayWarmUp: measured == nil)
    return Report(
      options: options, screenName: name, measurements: run.measurements, facts: run.facts, validity: validity,
      withoutCounters: run.counters.reason, cores: run.cores,
      energy: run.meter.map { ($0, idle) }, series: series ?? [])
  }

  private static func write(_ text: String, to path: String) throws(ProgramError) {
    if same(path, "-") { return try Output.text(text + "\n") }
    let bytes = Array((text + "\n").utf8)
    do throws(SystemError) { try writeFile(path, bytes) } catch { throw .failure(error.message) }
  }
}

private struct Run {
  let options: Options
  let before = Validity.Snapshot.now()
  let counters = Counters()
  let meter: EnergyMeter?
  var clocks: [ClockReading] = []
  /// The processors on which the measurements ran, as far as they were observed.
  var used: [Int32] = []
  var measurements: [Measurement] = []
  var facts: [Fact] = []
  var cores: [Core] = []

  /// Measures all workloads on one core.
  mutating func measureAll(on core: Core) throws(ProgramError) {
    do throws(SystemError) { try System.run(onProcessor: core.processor) } catch { throw .failure(error.message) }
    let (first, known) = (measurements.count, facts)
    try measureAll()
    for i in first..<measurements.count { measurements[i].core = core }
    // Facts are not times, so they are the same on every core.
    if !cores.isEmpty { facts = known }
    cores.append(core)
  }

  mutating func measureAll() throws(ProgramError) {
    for workload in options.workloads {
      let clock = measuredFrequency()
      noteProcessor()
      try measure(workload)
      noteProcessor()
      clocks.append(ClockReading(workload: workload.rawValue, before: clock, after: measuredFrequency()))
    }
  }

  mutating func noteProcessor() {
    let processor = currentProcessor()
    if !used.contains(processor) { used.append(processor) }
  }

  private mutating func measure(_ workload: Options.Workload) throws(ProgramError) {
    switch workload {
    case .raster:
      // Stars are painted in memory, in the screen's format, without opening a screen.
      var format = PixelFormat.xrgb8888
      if case .memory(_, let chosen?) = options.screen { format = chosen }
      for side in options.sides {
        try add(RasterWorkload(side: side, format: format, blending: options.blending).subjects())
      }
    case .path:
      var format = PixelFormat.xrgb8888
      if case .memory(_, let chosen?) = options.screen { format = chosen }
      for side in options.sides {
        try add(PathWorkload(side: side, format: format, blending: options.blending).subjects())
      }
    case .drag: try add(DragWorkload.subjects(options, rotation: .none))
    case .bytes:
      if case .memory = options.screen { facts += try BytesWorkload.facts(options) }
    case .rotate: try add(DragWorkload.subjects(options, rotation: .quarter))
    case .many: try add(ManyWorkload(options).subjects())
    case .scale:
      if case .memory = options.screen { try add(ScaleWorkload(options).subjects()) }
    case .motion: try add(MotionWorkload(options).subjects())
    case .screen, .change, .text, .line:
      // All subjects of a workload share one screen.
      var subjects: [Subject] = []
      try KioskWorkload.each(of: workload, options) { (part) throws(ProgramError) in subjects += try part.subjects() }
      if !subjects.isEmpty { try add(subjects) }
    case .memory: try add(MemoryWorkload(options).subjects())
    case .start:
      let start = StartWorkload(options: options)
      try add(start.subjects())
      facts.append(Fact(name: "start resident", unit: "bytes", value: start.resident.bytes))
      facts.append(Fact(name: "start floor resident", unit: "bytes", value: start.floorResident.bytes))
    case .idle: facts += try IdleWorkload.facts(options)
    case .touch:
      guard case .kms(let path) = options.screen else { break }
      let touches = try options.orLeftOut(workload) { () throws(ProgramError) in
        try TouchWorkload(options, path).run(options.batches.upperBound)
      }
      measurements += touches?.measurements ?? []
      facts += touches?.facts ?? []
    }
  }

  private mutating func add(_ subjects: [Subject]) throws(ProgramError) {
    measurements += try star_bench.measure(subjects, rounds: options.batches, counters, meter)
    noteProcessor()
  }
}
