import System

/// Whether a run is valid, judged by the machine's state before, during and after it.
struct Validity {
  /// The state of the machine; `nil` for values that the kernel does not provide.
  struct Snapshot {
    let governor: String?
    /// The lowest and the highest frequency of all processors, in kHz.
    let frequency: (low: Int64, high: Int64)?
    let throttled: Int64?
    let states: [State]
    /// The temperature of the first thermal zone, in thousandths of a degree Celsius.
    let temperature: Int64?
    /// The busy time of all processors, in nanoseconds.
    let busy: Int64
    let usage: ProcessUsage
    let time: Int64

    static func now() -> Snapshot {
      var (low, high) = (Int64.max, Int64.min)
      var throttled: Int64?
      for i in 0..<processorCount() {
        let folder = "/sys/devices/system/cpu/cpu\(i)/"
        if let frequency = number(in: folder + "cpufreq/scaling_cur_freq") {
          (low, high) = (min(low, frequency), max(high, frequency))
        }
        for name in ["core_throttle_count", "package_throttle_count"] {
          if let count = number(in: folder + "thermal_throttle/" + name) { throttled = (throttled ?? 0) + count }
        }
      }
      // The Raspberry Pi's firmware has bits for under-voltage and throttling; bits from 16 on stay set.
      if let bits = firstLine(of: "/sys/devices/platform/soc/soc:firmware/get_throttled"), !same(bits, "0") {
        throttled = (throttled ?? 0) + 1
      }
      return Snapshot(
        governor: firstLine(of: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        frequency: low <= high ? (low, high) : nil, throttled: throttled, states: State.read(),
        temperature: currentTemperature, busy: busyTime(), usage: .now(),
        time: MonotonicClock.now())
    }

    static var currentTemperature: Int64? { number(in: "/sys/class/thermal/thermal_zone0/temp") }

    /// Returns the busy time from the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal, in 1/100 s.
    private static func busyTime() -> Int64 {
      guard let text = try? readFile("/proc/stat", limit: 1 << 20) else { return 0 }
      let fields = split(trimmed(Array(text.prefix { $0 != 10 })), at: 32).compactMap { Int64($0) }
      if fields.count < 8 { return 0 }
      return (fields[0] + fields[1] + fields[2] + fields[5] + fields[6] + fields[7]) * 10_000_000
    }
  }

  let before: Snapshot
  let after: Snapshot
  let clocks: [ClockReading]
  /// Why the run is invalid; empty if it is valid.
  private(set) var reasons: [String] = []

  /// The maximum share of a processor that other programs may use, in thousandths.
  private static var mostLoad: Int64 { 100 }
  /// The maximum interquartile range, in thousandths of the median.
  private static var mostSpread: Int64 { 100 }
  /// The minimum number of batches: fewer have no quartiles.
  private static var fewestBatches: Int { 3 }
  /// The maximum number of preemptions per second of processor time.
  private static var mostPreemptions: Int64 { 50 }
  /// Judges a run.
  ///
  /// - Parameter mayWarmUp: Whether the run is meant to show how the clock changes, so that a change does not make it invalid.
  init(
    before: Snapshot, after: Snapshot, clocks: [ClockReading], measurements: [Measurement], mayWarmUp: Bool = false
  ) {
    (self.before, self.after, self.clocks) = (before, after, clocks)
    if !mayWarmUp { judgeClock() }
    judgeLoad()
    if let fewest = measurements.map({ $0.batches.count }).min(), fewest < Self.fewestBatches {
      reasons.append("a spread requires \(Self.fewestBatches) batches or more, not \(fewest)")
    }
    let scattered = measurements.filter { !$0.subject.isEvent && $0.statistics.spread > Self.mostSpread }
    if !scattered.isEmpty {
      let names = scattered.map { $0.subject.name + " by \($0.statistics.spread / 10) %" }.joined(separator: ", ")
      reasons.append("the batches spread by more than \(Self.mostSpread / 10) %: " + names)
    }
  }

  private mutating func judgeClock() {
    if let old = before.governor, let new = after.governor, old != new {
      reasons.append("the governor changed from " + old + " to " + new)
    }
    if let old = before.frequency, let new = after.frequency {
      let (low, high) = (min(old.low, new.low), max(old.high, new.high))
      if (high - low) * 1000 > high * ClockReading.mostDrift {
        reasons.append(
          "the processors' clock changed between \(low / 1000) and \(high / 1000) MHz; set a fixed frequency")
      }
    }
    reasons += clocks.filter { $0.hasMoved }.map { $0.reason }
    judgeStates()
    if let old = before.throttled, let new = after.throttled, new > old {
      reasons.append("the processor was throttled \(new - old) times: it is too hot or lacks power")
    }
  }

  /// Judges the time that the processors spent at each frequency, according to the kernel.
  private mutating func judgeStates() {
    let spent = states
    let whole = spent.reduce(0) { $0 + $1.time }
    guard let most = spent.max(by: { $0.time < $1.time }), whole > 0 else { return }
    if (whole - most.time) * 1000 > whole * ClockReading.mostDrift {
      reasons.append(
        "the processors spent only \(most.time * 100 / whole) % of the time at \(most.frequency / 1000) MHz; "
          + "set a fixed frequency")
    }
  }

  /// The time that the processors spent at each frequency during the run, in 1/100 s; empty if the kernel does not report it.
  var states: [State] {
    after.states.map { state in
      let old = before.states.first { $0.frequency == state.frequency }
      return State(frequency: state.frequency, time: state.time - (old?.time ?? 0))
    }
  }

  private mutating func judgeLoad() {
    let time = max(after.time - before.time, 1)
    let mine = after.usage.processor - before.usage.processor
    let others = max(after.busy - before.busy - mine, 0) * 1000 / time
    if others > Self.mostLoad {
      reasons.append("other programs used \(others / 10) % of a processor, more than \(Self.mostLoad / 10) %")
    }
    let preemptions = after.usage.preemptions - before.usage.preemptions
    let perSecond = preemptions * 1_000_000_000 / max(mine, 1)
    if perSecond > Self.mostPreemptions && preemptions > 20 {
      reasons.append("the process was preempted \(preemptions) times, \(perSecond) per second")
    }
  }
}

/// Returns the number of processors, including offline ones.
func processorCount() -> Int {
  var count = 0
  while exists("/sys/devices/system/cpu/cpu\(count)") { count += 1 }
  return max(count, 1)
}
