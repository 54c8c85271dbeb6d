import System

/// The time that processors spent at one frequency.
struct State {
  /// The frequency in kHz.
  let frequency: Int64
  /// The time in 1/100 s.
  var time: Int64

  /// Reads `time_in_state` of a group of processors that share a clock. Each line has a frequency and a time.
  static func read(of policy: String) -> [State] {
    guard let text = try? readFile(policy + "/stats/time_in_state", limit: 1 << 16) else { return [] }
    return split(trimmed(text), at: 10).compactMap { line in
      let words = split(line, at: 32)
      guard words.count == 2, let frequency = Int64(words[0]), let time = Int64(words[1]) else { return nil }
      return State(frequency: frequency, time: time)
    }
  }

  /// Returns the time at each frequency between two readings.
  static func difference(from before: [State], to after: [State]) -> [State] {
    after.map { state in
      let old = before.first { $0.frequency == state.frequency }
      return State(frequency: state.frequency, time: state.time - (old?.time ?? 0))
    }
  }
}
