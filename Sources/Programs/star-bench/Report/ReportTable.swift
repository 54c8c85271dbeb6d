import Basics
import System

/// The report as a table: the machine, the reasons why the run is not valid, and a line for each subject. Each column has one unit.
extension Report {
  func printTable() throws(ProgramError) {
    try printHeader()
    if !cores.isEmpty { try printCores() } else if !measurements.isEmpty { try printMeasurements() }
    for fact in facts { try Output.line(left(fact.name, 28) + right("\(fact.value)", 16) + " \(fact.unit)") }
    if series.isEmpty { return }
    if !measurements.isEmpty { try Output.line() }
    try SustainWorkload.printTable(series)
  }

  private func printHeader() throws(ProgramError) {
    let clocks = validity.clocks.flatMap { [$0.before, $0.after] }.filter { $0 > 0 }
    var lines = [
      ("machine", MeasuredMachine.board),
      ("processor", MeasuredMachine.processor + ", \(processorCount()) processors, \(MeasuredMachine.architecture)"),
    ]
    lines += cores.map { ("core", $0.description) }
    if let lowest = clocks.min(), let highest = clocks.max() {
      lines.append(("clock", "\(ratio(lowest / 1000)) to \(ratio(highest / 1000)) GHz, measured beside each workload"))
    }
    if let memory = MeasuredMachine.memory { lines.append(("memory", "\(memory) MiB")) }
    lines += [
      ("kernel", "Linux " + MeasuredMachine.kernel + ", governor " + governor), ("screen", screenName),
      ("counters", withoutCounters ?? "available"),
    ]
    if let energy { lines.append(("energy", describe(energy.meter, energy.idle))) }
    if let note = options.report.note { lines.append(("note", note)) }
    lines += validity.reasons.map { ("not valid", $0) }
    for (name, text) in lines where !same(text, "unknown") { try Output.line(left(name, 11) + text) }
    try Output.line()
  }

  private func printMeasurements() throws(ProgramError) {
    var columns = ["median ns", "minimum ns", "p99 ns", "spread %", "x floor", "IPC", "MB/s"]
    if energy != nil { columns.append("energy nJ") }
    try Output.line(left("", 28) + Self.cells(columns))
    for measurement in measurements {
      let (subject, statistics) = (measurement.subject, measurement.statistics)
      let isCopy = subject.bytes > 0 && subject.floor == nil
      var cells = [
        tenths(statistics.median), tenths(statistics.minimum), tenths(statistics.p99),
        subject.isEvent ? "" : tenths(statistics.spread * 100),
        ratioToFloor(measurement).map { ratio($0) } ?? "",
        measurement.counts.map { ratio($0.instructions * 1000 / max($0.cycles, 1)) } ?? "",
        isCopy ? "\(subject.bytes * 1_000_000 / max(statistics.median, 1))" : "",
      ]
      if energy != nil { cells.append(nanojoules(measurement).map { "\($0)" } ?? "") }
      try Output.line(left(subject.name, 28) + Self.cells(cells))
    }
  }

  private static func cells(_ texts: [String]) -> String {
    let widths = [16, 16, 16, 10, 9, 7, 8, 12]
    return zip(texts, widths).map { right($0, $1) }.joined()
  }

  private func describe(_ meter: EnergyMeter, _ idle: IdlePower?) -> String {
    let sensor = meter.name.utf8.isEmpty ? meter.path : meter.name + ", " + meter.path
    guard let idle else { return sensor + ": the sensor stopped giving credible readings" }
    let unit = meter.kind == .power ? "microwatts" : "microjoules"
    let step = idle.resolution == 0 ? "no two readings differ" : "readings differ by \(idle.resolution) \(unit) or more"
    return sensor + ", \(idle.milliwatts) milliwatts while idle, " + step
  }

  /// Prints the medians and their ratios to the floor, with two columns for each core.
  private func printCores() throws(ProgramError) {
    try Output.line(left("", 28) + cores.map { right($0.name + " ns", 16) + right("x floor", 9) }.joined())
    let rows = measurements.count / cores.count
    for row in 0..<rows {
      var line = left(measurements[row].subject.name, 28)
      for column in 0..<cores.count {
        let measurement = measurements[column * rows + row]
        line += right(tenths(measurement.statistics.median), 16)
        line += right(ratioToFloor(measurement).map { ratio($0) } ?? "", 9)
      }
      try Output.line(line)
    }
  }
}
