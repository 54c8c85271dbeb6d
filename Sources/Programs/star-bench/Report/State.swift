import System

/// The time that processors spent at one frequency, summed over all of them.
struct State {
  /// The frequency in kHz.
  let frequency: Int64
  /// The time in 1/100 s.
  var time: Int64

  /// Reads `time_in_state` of each group of processors that share a clock. Each line has a frequency and a time.
  static func read(in folder: String = "/sys/devices/system/cpu/cpufreq") -> [State] {
    var states: [State] = []
    for policy in (try? listDirectory(folder)) ?? [] where policy.utf8.starts(with: "policy".utf8) {
      guard let text = try? readFile(folder + "/" + policy + "/stats/time_in_state", limit: 1 << 16) else { continue }
      for line in split(trimmed(text), at: 10) {
        let words = split(line, at: 32)
        guard words.count == 2, let frequency = Int64(words[0]), let time = Int64(words[1]) else { continue }
        if let place = states.firstIndex(where: { $0.frequency == frequency }) {
          states[place].time += time
        } else {
          states.append(State(frequency: frequency, time: time))
        }
      }
    }
    return states
  }
}
