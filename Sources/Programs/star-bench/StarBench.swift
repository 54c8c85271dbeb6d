import Basics
import Display
import StarSlider
import System

@main enum StarBench {
  static func main() {
    Standard.run { () throws(ProgramError) in
      guard var options = try Options.syntax.read(into: Options()) else { return }
      try options.complete()
      try run(options)
    }
  }

  private static func run(_ options: Options) throws(ProgramError) {
    switch options.command {
    case .count(let repetitions):
      try eachScene(options) { (scene) throws(ProgramError) in try scene.perform(repetitions) }
    case .pictures(let prefix):
      let pictures = Pictures(options: options, prefix: prefix)
      try eachScene(options) { (scene) throws(ProgramError) in try scene.draw(pictures) }
    case .firstFrame(let clearOnly): try StartWorkload.showFirstFrame(options, clearOnly: clearOnly)
    case .sleep: try IdleWorkload.sleepForever(options)
    case .measure:
      // Fail now rather than after minutes of measuring.
      if let path = options.report.json, !same(path, "-") {
        do throws(SystemError) { try checkReplaceable(path) } catch { throw .failure("--json: " + error.message) }
      }
      let report = try measureAll(options)
      if let path = options.report.json { try write(report.json(), to: path) }
      let printsTable = !(options.report.json.map { same($0, "-") } ?? false)
      if printsTable { try report.printTable() }
      // The table already lists the reasons above its figures, so they are not printed again.
      if !report.isValid {
        throw ProgramError(lines: printsTable ? [] : report.validity.reasons.map { "not valid: " + $0 }, status: 3)
      }
    }
  }

  private static func eachScene(_ options: Options, _ body: SceneBody) throws(ProgramError) {
    for workload in options.workloads.chosen where workload.screens.refusal(of: options.screen.name) == nil {
      try workload.painting?.eachScene(options, body)
    }
  }

  private static func measureAll(_ options: Options) throws(ProgramError) -> Report {
    var run = try Run(options)
    // Only one screen can be open at a time, because a KMS device has one master.
    let name = try Screen(options).display.name
    let idle = run.meter.flatMap { IdlePower.observe($0) }
    if !options.eachCore { try run.measureAll() }
    for core in options.eachCore ? Core.ofEachKind() : [] { try run.measureAll(on: core) }
    // A series shows how the machine warms up, so it comes last, and a clock that changes during it is no fault.
    let measured = options.workloads.chosen.isEmpty ? nil : Validity.Snapshot.now()
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
