import Linux

/// A number that is no time, as in "drag stored bytes".
struct Fact {
  let name: String
  let unit: StaticString
  let value: Int64
}

/// All that a run has found.
struct Report {
  let options: Options
  let screenName: String
  let measurements: [Measurement]
  let facts: [Fact]
  let validity: Validity

  var isValid: Bool { validity.reasons.isEmpty }

  /// For people.
  func printTable() throws(BenchError) {
    try Output.line(
      left("", 28) + right("median", 12) + right("minimum", 12) + right("p99", 12) + right("spread", 9)
        + right("x floor", 9))
    for measurement in measurements {
      let (subject, statistics) = (measurement.subject, measurement.statistics)
      var line = left(subject.name, 28) + right(Self.time(statistics.median), 12)
      line += right(Self.time(statistics.minimum), 12) + right(Self.time(statistics.p99), 12)
      line += right("\(statistics.spread / 10) %", 9)
      line += right(ratioToFloor(measurement).map { ratio($0) } ?? "", 9)
      if subject.bytes > 0 && subject.floor == nil {
        line += "   \(subject.bytes * 1_000_000 / max(statistics.median, 1)) MB/s"
      }
      try Output.line(line)
    }
    for fact in facts { try Output.line(left(fact.name, 28) + right("\(fact.value)", 12) + " \(fact.unit)") }
  }

  /// Whoever reads the table or the JSON should not have to look for it.
  func printReasons() {
    for reason in validity.reasons { Standard.error("not to be trusted: " + reason) }
  }

  /// The median over the floor's, thousandths.
  private func ratioToFloor(_ measurement: Measurement) -> Int64? {
    guard let floor = measurement.subject.floor else { return nil }
    for other in measurements where other.subject === floor {
      return measurement.statistics.median * 1000 / max(other.statistics.median, 1)
    }
    return nil
  }

  /// Picoseconds, in the unit that has few digits.
  private static func time(_ picoseconds: Int64) -> String {
    if picoseconds < 10_000_000 { return ratio(picoseconds) + " ns" }
    if picoseconds < 10_000_000_000 { return ratio(picoseconds / 1000) + " us" }
    return ratio(picoseconds / 1_000_000) + " ms"
  }

  /// For machines; units are in the keys' names.
  func json() -> String {
    var json = JSONText()
    json.open()
    json.add("program", "star-bench")
    json.add("version", Help.number)
    json.add("valid", isValid)
    json.open("reasons", "[")
    for reason in validity.reasons { json.add(nil, reason) }
    json.close("]")
    json.add("date", isoDate(WallClock.now()))
    json.add("display", screenName)
    addMachine(to: &json)
    json.open("results", "[")
    for measurement in measurements { add(measurement, to: &json) }
    json.close("]")
    json.open("facts", "[")
    for fact in facts {
      json.open()
      json.add("name", fact.name)
      json.add("unit", fact.unit)
      json.add("value", fact.value)
      json.close()
    }
    json.close("]")
    json.close()
    return json.text
  }

  private func add(_ measurement: Measurement, to json: inout JSONText) {
    let (subject, statistics) = (measurement.subject, measurement.statistics)
    json.open()
    json.add("name", subject.name)
    json.add("per", subject.unit)
    json.add("operations_per_batch", Int64(subject.operations))
    if subject.bytes > 0 { json.add("bytes", subject.bytes) }
    json.add("minimum_ns", thousandths: statistics.minimum)
    json.add("median_ns", thousandths: statistics.median)
    json.add("p99_ns", thousandths: statistics.p99)
    json.add("spread_fraction", thousandths: statistics.spread)
    if let floor = subject.floor { json.add("floor", floor.name) }
    if let ratio = ratioToFloor(measurement) { json.add("times_floor", thousandths: ratio) }
    json.add("batches_ns", thousandths: measurement.batches)
    json.close()
  }

  private func addMachine(to json: inout JSONText) {
    let (machine, before, after) = (MeasuredMachine(), validity.before, validity.after)
    json.open("machine")
    json.add("processor", machine.processor)
    json.add("processors", Int64(machine.processorCount))
    json.add("architecture", machine.architecture)
    json.add("board", machine.board)
    json.add("soc", machine.soc)
    json.add("host", machine.hostName)
    json.add("kernel", machine.kernel)
    json.add("governor", before.governor ?? "unknown")
    if let old = before.frequency, let new = after.frequency {
      json.add("lowest_frequency_khz", min(old.low, new.low))
      json.add("highest_frequency_khz", max(old.high, new.high))
    }
    if let temperature = before.temperature { json.add("temperature_before_millicelsius", temperature) }
    if let temperature = after.temperature { json.add("temperature_after_millicelsius", temperature) }
    json.close()
    json.open("build")
    json.add("language", MeasuredMachine.build)
    json.add("compiler", options.compiler ?? "\(MeasuredMachine.compiler)")
    json.add("commit", options.commit ?? "unknown")
    json.close()
  }
}
