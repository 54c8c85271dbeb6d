import Basics
import Boards
import System

/// The kiosk's periodic report about itself, one line of JSON. docs/courier.schema.json describes it.
struct Heartbeat {
  let terminal: String
  let board: String
  let backlog: Int64?
  let lastAnswer: Int64?
  let faults: [String]

  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.add("terminal", terminal)
      json.add("version", Version.number)
      json.add("board", board)
      json.add("uptime_s", MonotonicClock.now() / 1_000_000_000)
      json.add("wall_ms", WallClock.now())
      json.add("wall_synchronised", WallClock.isSynchronised)
      json.add("monotonic_ns", MonotonicClock.now())
      json.add("boot_id", bootIdentity())
      json.add("backlog", backlog)
      json.add("last_answer_ms", lastAnswer)
      json.add("temperature_mc", Self.temperature())
      json.add("faults", faults)
    }
    return json.bytes
  }

  /// Returns the highest reading of the thermal sensors in thousandths of a degree Celsius; `nil` without sensors.
  private static func temperature() -> Int64? {
    var highest: Int64?
    for name in (try? listDirectory("/sys/class/thermal")) ?? [] {
      guard name.utf8.starts(with: "thermal_zone".utf8),
        let value = Int64(firstLine(of: "/sys/class/thermal/" + name + "/temp") ?? "")
      else { continue }
      highest = max(highest ?? value, value)
    }
    return highest
  }

  /// Returns the machine's product name.
  static func boardName() -> String {
    var facts = MachineFacts()
    facts.model = firstLine(of: "/proc/device-tree/model") ?? ""
    facts.product = firstLine(of: "/sys/class/dmi/id/product_name") ?? ""
    return facts.name
  }
}
