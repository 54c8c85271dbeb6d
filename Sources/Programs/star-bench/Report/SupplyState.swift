import Basics
import System

/// What the board's firmware and its voltage monitor report about power and heat.
struct SupplyState {
  /// The bits of a Raspberry Pi's firmware; `nil` on other boards. Bits 0 to 3 are the current faults. Bits 16 to 19 are the faults that
  /// have occurred since the machine was started.
  var bits: Int64?
  /// The names of the monitors whose alarm of a critically low voltage is set.
  var alarms: [String] = []

  /// The faults, by the numbers of their bits for the current state.
  private static var meanings: [(bit: Int64, text: String)] {
    [
      (0, "its voltage is too low"), (1, "its frequency is capped"), (2, "it is throttled"),
      (3, "it has reached its soft temperature limit"),
    ]
  }

  /// Reads the state.
  ///
  /// - Parameters:
  ///   - platform: The kernel's folder of platform devices. The firmware is below the chip, whose name has an address on newer boards.
  ///   - monitors: The kernel's folder of hwmon devices.
  static func now(in platform: String = "/sys/devices/platform", monitors: String = "/sys/class/hwmon") -> SupplyState {
    var state = SupplyState()
    for chip in (try? listDirectory(platform)) ?? [] where chip.utf8.starts(with: "soc".utf8) {
      for device in (try? listDirectory(platform + "/" + chip)) ?? []
      where device.utf8.suffix(9).elementsEqual(":firmware".utf8) {
        if let bits = firstLine(of: platform + "/" + chip + "/" + device + "/get_throttled").flatMap({
          hexadecimalNumber($0)
        }) {
          state.bits = bits
        }
      }
    }
    for device in ((try? listDirectory(monitors)) ?? []).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let folder = monitors + "/" + device
      if number(in: folder + "/in0_lcrit_alarm") ?? 0 > 0 {
        state.alarms.append(firstLine(of: folder + "/name") ?? device)
      }
    }
    return state
  }

  /// Parses the kernel's hexadecimal number, with or without 0x.
  private static func hexadecimalNumber(_ text: String) -> Int64? {
    let digits = text.utf8.starts(with: "0x".utf8) ? Array(text.utf8.dropFirst(2)) : Array(text.utf8)
    return digits.isEmpty || digits.count > 15 ? nil : Int64(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// Returns why a run between two states is invalid. Faults that occurred only before the run do not count.
  static func faults(from before: SupplyState, to after: SupplyState) -> [String] {
    var faults: [String] = []
    let (old, new) = (before.bits ?? 0, after.bits ?? 0)
    for (bit, text) in meanings {
      let (now, once): (Int64, Int64) = (1 << bit, 1 << (bit + 16))
      // Firmware sets both bits at once; a fault that begins and ends during the run leaves only the second.
      let moment: String? =
        if (old | new) & now != 0 {
          old & now == 0 ? "at the end of the run" : new & now == 0 ? "at the start of the run" : "during the whole run"
        } else if new & once != 0 && old & once == 0 { "during the run" } else { nil }
      if let moment { faults.append("the board reports that \(text), \(moment)" + advice(bit)) }
    }
    let later = after.alarms.filter { name in !before.alarms.contains { $0.utf8.elementsEqual(name.utf8) } }
    for name in before.alarms + later {
      faults.append(name + " reports a critically low voltage; use a stronger supply or a shorter cable")
    }
    return faults
  }

  private static func advice(_ bit: Int64) -> String {
    bit == 0 ? "; use a stronger supply or a shorter cable" : "; cool the board, or use a stronger supply"
  }
}

/// Returns a number as the firmware's tools print it, such as 0x50000.
func hexadecimal(_ bits: Int64) -> String { "0x" + String(bits, radix: 16) }
