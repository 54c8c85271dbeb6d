import Basics
import Display
import StarSlider
import System

// Checks of the options together, and the values that follow from them.
extension Options {
  /// Applies --format, and rejects options that exclude each other.
  mutating func complete() throws(ProgramError) {
    if let format = screen.format {
      guard case .memory(let size, _) = screen.name else { throw .usage("--format applies only to the memory screen") }
      screen.name = .memory(size, format)
    }
    if sustainSeconds != nil && !workloads.isGiven { workloads.chosen = [] }
    if case .measure = command {
      if eachCore && workloads.chosen.isEmpty {
        throw .usage("--each-core: only for measuring workloads; add --workload")
      }
    } else if eachCore || sustainSeconds != nil {
      throw .usage("--count and --picture measure nothing; remove them, or --each-core and --sustain")
    }
    switch command {
    case .measure: break
    case .count: try requirePainting("it cannot be counted; --count")
    case .pictures: try requirePainting("it cannot be drawn; --picture")
    case .firstFrame, .sleep: return
    }
    if case .kms = screen.name {
    } else if screen.buffers != .auto {
      throw .usage("--buffers: only for a KMS screen; add --display kms")
    }
    for workload in workloads.isNamed ? workloads.chosen : [] {
      if let refusal = workload.screens.refusal(of: screen.name) {
        throw .usage("--workload " + workload.name + ": " + refusal)
      }
    }
  }

  /// Returns the result of `body`. If it throws and the workload was not named, prints a warning and returns `nil`.
  func orLeftOut<Result>(
    _ workload: any Workload, _ body: () throws(ProgramError) -> Result
  ) throws(ProgramError) -> Result? {
    do throws(ProgramError) { return try body() } catch {
      if workloads.isNamed { throw error }
      for line in error.lines { Standard.error("skipping " + workload.name + ": " + line, .warning) }
      return nil
    }
  }

  /// Throws unless all named workloads can run without a clock. `refusal` names what is impossible and the option that requests it.
  private func requirePainting(_ refusal: String) throws(ProgramError) {
    if report.json != nil { throw .usage("--json: --count and --picture write no report; remove one of them") }
    if workloads.isNamed, let workload = workloads.chosen.first(where: { $0.painting == nil }) {
      throw .usage(
        "--workload " + workload.name + ": " + refusal + " accepts "
          + Workloads.names(Workloads.all.filter { $0.painting != nil }))
    }
  }

  /// Returns the sensor named by the options, otherwise the kernel's first one, if there is any.
  func energyMeter() throws(ProgramError) -> EnergyMeter? {
    guard let energy else { return EnergyMeter.find() }
    guard let meter = EnergyMeter(energy) else {
      throw .usage("--energy \(energy): the file's name must begin with energy or power")
    }
    if meter.now() == nil {
      throw .failure("cannot measure energy: \(energy) contains no plausible number; name another file with --energy")
    }
    return meter
  }

  mutating func setWorkloads(_ text: String) -> String? {
    workloads = WorkloadSelection(isGiven: true, isNamed: !same(text, "all"))
    if !workloads.isNamed { return nil }
    workloads.chosen = []
    for word in split(text, at: UInt8(ascii: ",")) {
      if word.utf8.isEmpty { return "a name is missing next to a comma" }
      if same(word, "all") { return "all cannot be combined with other names" }
      guard let workload = Workloads.all.first(where: { word.utf8.elementsEqual($0.name.utf8) }) else {
        return "must be all, or some of " + Workloads.names(Workloads.all)
      }
      if workloads.chosen.contains(where: { $0 === workload }) { return word + " is named twice" }
      workloads.chosen.append(workload)
    }
    return nil
  }

  static func setNumber(_ number: inout Int32, _ text: String, _ range: ClosedRange<Int32>) -> String? {
    guard let value = Int32(text), range.contains(value) else {
      return "must be a number from \(range.lowerBound) to \(range.upperBound)"
    }
    number = value
    return nil
  }

  static func setNumbers(_ numbers: inout [Int32], _ text: String, _ range: ClosedRange<Int32>) -> String? {
    numbers = []
    for word in split(text, at: UInt8(ascii: ",")) {
      if word.utf8.isEmpty { return "a number is missing next to a comma" }
      var number: Int32 = 0
      if let reason = setNumber(&number, word, range) { return reason }
      if numbers.contains(number) { return "\(number) is named twice" }
      numbers.append(number)
    }
    return nil
  }
}
