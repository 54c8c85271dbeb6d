import Basics
import Boards
import System

/// What the terminal says of itself every few minutes, as one line of JSON. docs/courier.md has its schema.
struct Heartbeat {
  let terminal: String
  let board: String
  let backlog: Int64?
  let lastAnswer: Int64?
  let faults: [String]

  var json: [UInt8] {
    var line =
      "{\"terminal\":" + jsonString(terminal) + ",\"version\":\"\(Help.number)\",\"board\":" + jsonString(board)
    line += ",\"uptime_s\":\(MonotonicClock.now() / 1_000_000_000)"
    line += ",\"wall_ms\":\(WallClock.now()),\"wall_synchronised\":" + (WallClock.isSynchronised ? "true" : "false")
    line += ",\"monotonic_ns\":\(MonotonicClock.now()),\"boot_id\":" + jsonString(bootIdentity())
    line += ",\"backlog\":" + number(backlog) + ",\"last_answer_ms\":" + number(lastAnswer)
    line += ",\"temperature_mc\":" + number(Self.temperature()) + ",\"faults\":["
    for (index, fault) in faults.enumerated() {
      if index > 0 { line += "," }
      line += jsonString(fault)
    }
    return Array((line + "]}").utf8)
  }

  private func number(_ number: Int64?) -> String {
    if let number { return "\(number)" }
    return "null"
  }

  /// The hottest of the processor's sensors, thousandths of a degree Celsius; `nil` on a machine without.
  private static func temperature() -> Int64? {
    var hottest: Int64?
    for name in (try? listDirectory("/sys/class/thermal")) ?? [] {
      guard name.utf8.starts(with: "thermal_zone".utf8), let value = Int64(line("/sys/class/thermal/" + name + "/temp"))
      else { continue }
      hottest = max(hottest ?? value, value)
    }
    return hottest
  }

  /// What a person would call this machine.
  static func boardName() -> String {
    var facts = MachineFacts()
    facts.model = line("/proc/device-tree/model")
    facts.product = line("/sys/class/dmi/id/product_name")
    return facts.name
  }

  /// A file's first line; empty where it cannot be read.
  private static func line(_ path: String) -> String {
    let bytes = (try? readFile(path, limit: 4_096)) ?? []
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }, as: UTF8.self)
  }
}
