import Basics
import System

/// A sensor of the board's energy or power: RAPL, or a monitor such as INA219 in a board's supply.
struct EnergyMeter {
  /// The quantity in a file of the kernel: the energy since the start of the machine in microjoules, or the current power in microwatts.
  enum Kind { case energy, power }

  /// The file's path.
  let path: String
  /// What the kernel calls the sensor's device, such as "ina219" or "package-0"; empty if it has no name.
  let name: String
  let kind: Kind
  /// The value at which an energy counter restarts from 0, in microjoules; `nil` if it does not.
  private let range: Int64?

  /// Creates a meter for a file such as `/sys/class/hwmon/hwmon3/power1_input`. A name with "energy" means microjoules, a name with "power"
  /// microwatts.
  init?(_ path: String) {
    let file =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: Array($0), as: UTF8.self) } ?? ""
    if file.utf8.starts(with: "energy".utf8) {
      kind = .energy
    } else if file.utf8.starts(with: "power".utf8) {
      kind = .power
    } else {
      return nil
    }
    let folder = String(decoding: Array(path.utf8.dropLast(file.utf8.count)), as: UTF8.self)
    name = firstLine(of: folder + "name") ?? ""
    range = number(in: folder + "max_energy_range_uj")
    self.path = path
  }

  /// A reading, with its time in nanoseconds.
  typealias Reading = (value: Int64, time: Int64)

  /// The maximum credible reading: a power of ten kilowatts, or their energy in three years.
  private var most: Int64 { kind == .power ? 10_000_000_000 : 1_000_000_000_000_000_000 }
  /// The maximum credible energy of a batch: a kilojoule, in microjoules.
  private static var mostEnergy: Int64 { 1_000_000_000 }

  /// Returns the current reading; `nil` if the file has no credible one.
  func now() -> Reading? {
    guard let value = number(in: path), value <= most else { return nil }
    return (value, MonotonicClock.now())
  }

  /// Returns the energy between two readings in nanojoules; `nil` if the counter went back or jumped.
  func energy(from before: Reading, to after: Reading) -> Int64? {
    switch kind {
    case .power: return (before.value + after.value) / 2 * ((after.time - before.time) / 1000) / 1000
    case .energy:
      var difference = after.value - before.value
      if difference < 0, let range, range <= most { difference += range }
      return (0...Self.mostEnergy).contains(difference) ? difference * 1000 : nil
    }
  }
}

/// The power of an idle machine, and the resolution of its readings.
struct IdlePower {
  let milliwatts: Int64
  /// The smallest difference between two different readings, in the sensor's unit; 0 if all were equal.
  let resolution: Int64

  /// Observes a sensor while this process sleeps. Returns `nil` if the sensor gives no readings.
  static func observe(_ meter: EnergyMeter, seconds: Int64 = 1) -> IdlePower? {
    let poller = Poller()
    var (least, last): (Int64, EnergyMeter.Reading?) = (0, nil)
    guard let first = meter.now() else { return nil }
    var sum: Int64 = 0
    for _ in 0..<(20 * seconds) {
      let start = last ?? first
      _ = try? poller.wait(until: MonotonicClock.now() + 50_000_000)
      guard let next = meter.now(), let energy = meter.energy(from: start, to: next) else { return nil }
      sum += energy
      let difference = abs(next.value - start.value)
      if difference > 0 { least = least == 0 ? difference : min(least, difference) }
      last = next
    }
    guard let last else { return nil }
    // Nanojoules over microseconds are milliwatts.
    return IdlePower(milliwatts: sum / max((last.time - first.time) / 1000, 1), resolution: least)
  }
}
