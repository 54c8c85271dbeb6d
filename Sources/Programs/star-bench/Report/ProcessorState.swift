import System

/// The clock of one processor, according to the kernel; `nil` for what it does not report.
struct ProcessorState {
  /// The kernel's number of the processor.
  let processor: Int32
  let governor: String?
  /// The current frequency in kHz.
  let frequency: Int64?
  /// The number of times that an x86 processor was throttled.
  let throttled: Int64?
  /// The first of the processors that share its clock; `nil` if the kernel does not report it.
  let policy: Int32?
  /// The time at each frequency of the processors that share its clock; empty if the kernel does not report it.
  let states: [State]

  /// Reads the state of all processors.
  ///
  /// - Parameter folder: The kernel's folder of processors.
  static func readAll(in folder: String = "/sys/devices/system/cpu") -> [ProcessorState] {
    let policies = Policy.readAll(in: folder + "/cpufreq")
    return (0..<Int32(processorCount(in: folder))).map { processor in
      let own = folder + "/cpu\(processor)/"
      let throttled = ["core_throttle_count", "package_throttle_count"].compactMap {
        number(in: own + "thermal_throttle/" + $0)
      }
      let policy = Policy.of(processor, in: policies)
      return ProcessorState(
        processor: processor, governor: firstLine(of: own + "cpufreq/scaling_governor"),
        frequency: number(in: own + "cpufreq/scaling_cur_freq"),
        throttled: throttled.isEmpty ? nil : throttled.reduce(0, +), policy: policy?.first, states: policy?.states ?? []
      )
    }
  }
}

/// A group of processors that share a clock.
private struct Policy {
  /// The number in its name, which is that of its first processor.
  let first: Int32
  /// Its processors; empty if the kernel does not list them.
  let members: [Int32]
  let states: [State]

  static func readAll(in folder: String) -> [Policy] {
    ((try? listDirectory(folder)) ?? []).compactMap { name in
      guard name.utf8.starts(with: "policy".utf8),
        let first = Int32(String(decoding: Array(name.utf8.dropFirst(6)), as: UTF8.self))
      else {
        return nil
      }
      let members = firstLine(of: folder + "/" + name + "/related_cpus").map { split(trimmed(Array($0.utf8)), at: 32) }
      return Policy(
        first: first, members: (members ?? []).compactMap { Int32($0) }, states: State.read(of: folder + "/" + name))
    }.sorted { $0.first < $1.first }
  }

  /// Returns the group of a processor: the one that lists it, otherwise the last that begins at or before it.
  static func of(_ processor: Int32, in policies: [Policy]) -> Policy? {
    policies.first { $0.members.contains(processor) }
      ?? policies.last { $0.members.isEmpty && $0.first <= processor }
  }
}

/// Returns the number of processors, including offline ones.
func processorCount(in folder: String = "/sys/devices/system/cpu") -> Int {
  var count = 0
  while exists(folder + "/cpu\(count)") { count += 1 }
  return max(count, 1)
}

/// Returns the number of the processor on which this program runs now: the 37th field after the name in /proc/self/stat.
func currentProcessor() -> Int32 {
  let text = (try? readFile("/proc/self/stat", limit: 4096)) ?? []
  // The name is in brackets and may contain anything.
  guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return 0 }
  let fields = split(trimmed(Array(text[(end + 1)...].drop { $0 == 32 })), at: 32)
  return fields.count > 36 ? Int32(fields[36]) ?? 0 : 0
}
