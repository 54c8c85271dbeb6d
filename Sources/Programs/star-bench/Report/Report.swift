import Basics
import System

/// A number other than a time, such as "drag stored bytes".
struct Fact {
  let name: String
  let unit: StaticString
  let value: Int64
}

struct Report {
  let options: Options
  let screenName: String
  let measurements: [Measurement]
  let facts: [Fact]
  let validity: Validity
  /// Why the processor's events are not counted; `nil` if they are counted.
  let withoutCounters: String?
  /// The cores of --each-core.
  var cores: [Core] = []
  /// The energy sensor, and its readings while the machine was idle.
  var energy: (meter: EnergyMeter, idle: IdlePower?)?
  /// The samples of --sustain, in order.
  var series: [SustainWorkload.Sample] = []

  var isValid: Bool { validity.reasons.isEmpty }

  /// Returns the fastest batch's time divided by the floor's, in thousandths. Other programs only slow a batch down, so the fastest ones
  /// keep their ratio on a loaded machine.
  func ratioToFloor(_ measurement: Measurement) -> Int64? {
    guard let name = measurement.floor,
      let floor = measurements.first(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { return nil }
    return measurement.statistics.minimum * 1000 / max(floor.statistics.minimum, 1)
  }

  var governor: String { validity.before.processors.first { $0.governor != nil }?.governor ?? "unknown" }

  /// Returns the energy of one operation, measured for the whole board, in nanojoules.
  func nanojoules(_ measurement: Measurement) -> Int64? {
    let operations = Int64(measurement.subject.operations * measurement.batches.count)
    return measurement.energy.map { $0 / max(operations, 1) }
  }

  /// Returns the report for programs. The keys' names include the units. It contains only what may be published: no host name, address or
  /// serial number, and no folder of a sensor that the user named.
  func json() -> String {
    var json = JSONWriter(indented: true)
    json.object {
      $0.add("program", "star-bench")
      $0.add("version", "\(Version.number)")
      $0.add("valid", isValid)
      $0.array("reasons") { for reason in validity.reasons { $0.add(nil, reason) } }
      $0.add("date", WallClock.isoDate())
      $0.add("display", screenName)
      if let note = options.report.note { $0.add("note", note) }
      addMachine(to: &$0)
      $0.array("results") { for measurement in measurements { add(measurement, to: &$0) } }
      $0.array("series") { for sample in series { add(sample, to: &$0) } }
      $0.array("facts") {
        for fact in facts {
          $0.object {
            $0.add("name", fact.name)
            $0.add("unit", fact.unit)
            $0.add("value", fact.value)
          }
        }
      }
    }
    return json.text
  }

  private func add(_ measurement: Measurement, to json: inout JSONWriter) {
    let (subject, statistics) = (measurement.subject, measurement.statistics)
    json.object {
      $0.add("name", measurement.name)
      $0.add("per", "\(subject.unit)")
      $0.add("operations_per_batch", Int64(subject.operations))
      if subject.bytes > 0 { $0.add("bytes", subject.bytes) }
      $0.add("minimum_ns", number: decimal(statistics.minimum))
      $0.add("median_ns", number: decimal(statistics.median))
      $0.add("p99_ns", number: decimal(statistics.p99))
      $0.add("spread_fraction", number: decimal(statistics.spread))
      if let floor = measurement.floor { $0.add("floor", floor) }
      if let ratio = ratioToFloor(measurement) { $0.add("times_floor", number: decimal(ratio)) }
      add(measurement, measurement.counts, to: &$0)
      if let energy = nanojoules(measurement) { $0.add("energy_nj", energy) }
      $0.add("batches_ns", number: "[" + measurement.batches.map(decimal).joined(separator: ", ") + "]")
    }
  }

  private func add(_ sample: SustainWorkload.Sample, to json: inout JSONWriter) {
    json.object {
      $0.add("time_ms", sample.time)
      $0.add("frames_per_second", sample.framesPerSecond)
      $0.add("clock_khz", sample.clock)
      if let temperature = sample.temperature { $0.add("temperature_millicelsius", temperature) }
    }
  }

  /// Adds the counts for one operation.
  private func add(_ measurement: Measurement, _ counts: Counts?, to json: inout JSONWriter) {
    guard let counts else { return }
    let operations = Int64(measurement.subject.operations * measurement.batches.count)
    for (name, count) in [
      ("cycles", counts.cycles), ("instructions", counts.instructions), ("cache_misses", counts.cacheMisses),
      ("branch_misses", counts.branchMisses),
    ] as [(StaticString, Int64?)] {
      if let count { json.add(name, number: decimal(count * 1000 / max(operations, 1))) }
    }
  }

  private func addMachine(to json: inout JSONWriter) {
    let (before, after) = (validity.before, validity.after)
    json.object("machine") {
      $0.add("processor", MeasuredMachine.processor)
      $0.add("processors", Int64(processorCount()))
      $0.add("architecture", "\(MeasuredMachine.architecture)")
      $0.add("board", MeasuredMachine.board)
      $0.add("soc", MeasuredMachine.soc)
      if let memory = MeasuredMachine.memory { $0.add("memory_mib", memory) }
      $0.add("kernel", MeasuredMachine.kernel)
      $0.add("governor", governor)
      let frequencies = (before.processors + after.processors).compactMap { $0.frequency }
      if let lowest = frequencies.min(), let highest = frequencies.max() {
        $0.add("lowest_frequency_khz", lowest)
        $0.add("highest_frequency_khz", highest)
      }
      $0.array("measured_processors") { for processor in validity.used { $0.add(nil, "cpu\(processor)") } }
      $0.array("cores") { for core in cores { $0.add(nil, core.description) } }
      $0.array("clocks") {
        for clock in validity.clocks {
          $0.object {
            $0.add("workload", clock.workload)
            $0.add("before_khz", clock.before)
            $0.add("after_khz", clock.after)
          }
        }
      }
      $0.array("time_in_state") {
        for state in validity.states {
          $0.object {
            $0.add("frequency_khz", state.frequency)
            $0.add("time_ms", state.time * 10)
          }
        }
      }
      if let energy {
        $0.object("energy") {
          let path = energy.meter.path
          $0.add("sensor", path.utf8.starts(with: "/sys/".utf8) ? path : fileName(of: path))
          if !energy.meter.name.utf8.isEmpty { $0.add("sensor_name", energy.meter.name) }
          if let idle = energy.idle {
            $0.add("idle_milliwatts", idle.milliwatts)
            $0.add(energy.meter.kind == .power ? "resolution_microwatts" : "resolution_microjoules", idle.resolution)
          }
        }
      }
      if let bits = after.supply.bits {
        $0.object("throttled") {
          $0.add("before", hexadecimal(before.supply.bits ?? 0))
          $0.add("after", hexadecimal(bits))
        }
      }
      $0.add("counters", withoutCounters ?? "available")
      if let temperature = before.temperature { $0.add("temperature_before_millicelsius", temperature) }
      if let temperature = after.temperature { $0.add("temperature_after_millicelsius", temperature) }
    }
    json.object("build") {
      $0.add("language", "\(MeasuredMachine.build)")
      $0.add("compiler", options.report.compiler ?? "\(MeasuredMachine.compiler)")
      $0.add("commit", options.report.commit ?? "unknown")
    }
  }
}
