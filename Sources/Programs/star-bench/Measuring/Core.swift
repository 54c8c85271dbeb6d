import System

/// A processor that represents all of its kind. Many chips combine big and little cores.
struct Core {
  /// The kernel's number of the processor.
  let processor: Int32
  /// The part number of an Arm core, such as "0xd03"; empty on other processors.
  let part: String
  /// The highest frequency in kHz; `nil` if the kernel does not report it.
  let highest: Int64?

  /// The name, such as "cpu4".
  var name: String { "cpu\(processor)" }

  /// The description, such as "cpu4, part 0xd0b, 2400 MHz".
  var description: String {
    name + (part.utf8.isEmpty ? "" : ", part " + part) + (highest.map { ", \($0 / 1000) MHz" } ?? "")
  }

  /// Returns the first processor of each kind, in the kernel's order. Processors of one kind have the same part number and the same
  /// highest frequency.
  ///
  /// - Parameters:
  ///   - information: The text of /proc/cpuinfo.
  ///   - folder: The kernel's folder of processors.
  static func ofEachKind(
    _ information: [UInt8] = MeasuredMachine.cpuinfo, in folder: String = "/sys/devices/system/cpu"
  ) -> [Core] {
    var found: [(processor: Int32, part: String)] = []
    for (key, value) in MeasuredMachine.fields(of: information) {
      if same(key, "processor"), let processor = Int32(value) { found.append((processor, "")) }
      if same(key, "CPU part") && !found.isEmpty { found[found.count - 1].part = value }
    }
    var kinds: [Core] = []
    for (processor, part) in found {
      let highest = number(in: folder + "/cpu\(processor)/cpufreq/cpuinfo_max_freq")
      if kinds.contains(where: { $0.part.utf8.elementsEqual(part.utf8) && $0.highest == highest }) { continue }
      kinds.append(Core(processor: processor, part: part, highest: highest))
    }
    return kinds.isEmpty ? [Core(processor: 0, part: "", highest: nil)] : kinds
  }
}
