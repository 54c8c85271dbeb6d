import System

/// Whether a run is valid, judged by the machine's state before, during and after it.
struct Validity {
  /// The state of the machine; `nil` for values that the kernel does not provide.
  struct Snapshot {
    var processors: [ProcessorState]
    let supply: SupplyState
    /// The temperature of the first thermal zone, in thousandths of a degree Celsius.
    let temperature: Int64?
    /// The busy time of all processors, in nanoseconds.
    let busy: Int64
    let usage: ProcessUsage
    let time: Int64

    static func now() -> Snapshot {
      Snapshot(
        processors: ProcessorState.readAll(), supply: .now(), temperature: currentTemperature, busy: busyTime(),
        usage: .now(), time: MonotonicClock.now())
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
  /// The processors on which the run was observed, in ascending order. Only their clocks count: those of others may differ and change.
  let used: [Int32]
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
  /// - Parameter mayWarmUp: Whether the run is meant to show how the clock changes, so that such a change does not make it invalid.
  init(
    before: Snapshot, after: Snapshot, used: [Int32], clocks: [ClockReading], measurements: [Measurement],
    mayWarmUp: Bool = false
  ) {
    func only(_ snapshot: Snapshot) -> Snapshot {
      var copy = snapshot
      copy.processors = snapshot.processors.filter { used.contains($0.processor) }
      return copy
    }
    (self.before, self.after, self.used, self.clocks) = (only(before), only(after), used.sorted(), clocks)
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
    for new in after.processors {
      guard let old = before.processors.first(where: { $0.processor == new.processor }) else { continue }
      judge(from: old, to: new)
    }
    reasons += clocks.filter { $0.hasMoved }.map { $0.reason }
    reasons += SupplyState.faults(from: before.supply, to: after.supply)
  }

  /// Judges one processor by its own clock: a chip may have processors of several kinds, each with a clock of its own.
  private mutating func judge(from old: ProcessorState, to new: ProcessorState) {
    let name = "cpu\(new.processor)"
    if let before = old.governor, let after = new.governor, !before.utf8.elementsEqual(after.utf8) {
      reasons.append("the governor of " + name + " changed from " + before + " to " + after)
    }
    if let before = old.frequency, let after = new.frequency {
      let (low, high) = (min(before, after), max(before, after))
      if (high - low) * 1000 > high * ClockReading.mostDrift {
        reasons.append(
          "the clock of " + name + " changed between \(low / 1000) and \(high / 1000) MHz; set a fixed frequency")
      }
    }
    // Time at each frequency, according to the kernel.
    let spent = State.difference(from: old.states, to: new.states)
    let whole = spent.reduce(0) { $0 + $1.time }
    if let most = spent.max(by: { $0.time < $1.time }), whole > 0,
      (whole - most.time) * 1000 > whole * ClockReading.mostDrift
    {
      reasons.append(
        name + " spent only \(most.time * 100 / whole) % of the time at \(most.frequency / 1000) MHz; "
          + "set a fixed frequency")
    }
    if let before = old.throttled, let after = new.throttled, after > before {
      reasons.append(name + " was throttled \(after - before) times: it is too hot or lacks power")
    }
  }

  /// The time that the used processors spent at each frequency during the run, in 1/100 s; empty if the kernel does not report it.
  var states: [State] {
    var sums: [State] = []
    var counted: [Int32] = []
    for new in after.processors {
      if let policy = new.policy {
        if counted.contains(policy) { continue }
        counted.append(policy)
      }
      let old = before.processors.first { $0.processor == new.processor }
      for state in State.difference(from: old?.states ?? [], to: new.states) {
        if let place = sums.firstIndex(where: { $0.frequency == state.frequency }) {
          sums[place].time += state.time
        } else {
          sums.append(state)
        }
      }
    }
    return sums
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
