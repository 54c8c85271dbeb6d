import Basics
import System

// The search for the board's own sensor. The kernel also lists sensors of batteries, graphics cards and network modules.
extension EnergyMeter {
  /// Finds a sensor of the board: an energy counter if there is one, otherwise a power sensor. Skips sensors of other parts, and sensors
  /// without a credible reading above 0, because a running board consumes energy.
  ///
  /// - Parameter folder: The kernel's folder of classes.
  static func find(in folder: String = "/sys/class") -> EnergyMeter? {
    for (place, name) in [("powercap", "energy_uj"), ("hwmon", "energy1_input"), ("hwmon", "power1_input")] {
      let devices = ((try? listDirectory(folder + "/" + place)) ?? []).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      for device in devices {
        let path = folder + "/" + place + "/" + device
        guard let meter = EnergyMeter(path + "/" + name), meter.now() != nil else { continue }
        if !measuresAnotherPart(path) && meter.isAlive { return meter }
      }
    }
    return nil
  }

  /// Whether one of several readings in a fifth of a second differs from 0.
  private var isAlive: Bool {
    let poller = Poller()
    for _ in 0..<10 {
      guard let reading = now() else { return false }
      if reading.value > 0 { return true }
      _ = try? poller.wait(until: MonotonicClock.now() + 20_000_000)
    }
    return false
  }

  /// Whether a device measures something other than the board: a battery or a charger (the kernel has hwmon devices for all of its power
  /// supplies), a graphics card, or the optical power of a network module.
  private static func measuresAnotherPart(_ path: String) -> Bool {
    // A power supply has a type; the class of a display controller on PCI begins with 03.
    if exists(path + "/device/type") && exists(path + "/device/online") || exists(path + "/device/capacity") {
      return true
    }
    if let supply = firstLine(of: path + "/device/type"), supplies.contains(where: { same(supply, $0) }) { return true }
    if exists(path + "/device/drm") { return true }
    if let pci = firstLine(of: path + "/device/class"), pci.utf8.starts(with: "0x03".utf8) { return true }
    guard let name = firstLine(of: path + "/name") else { return false }
    let lower = String(decoding: name.utf8.map { 65...90 ~= $0 ? $0 + 32 : $0 }, as: UTF8.self)
    return others.contains { lower.utf8.starts(with: $0.utf8) } || parts(of: lower).contains { same($0, "battery") }
  }

  /// The types of power supplies.
  private static var supplies: [StaticString] { ["Battery", "UPS", "Mains", "USB", "Wireless", "BMS"] }

  /// The beginnings of the names of drivers for batteries, chargers, graphics cards and other parts, in lower case.
  private static var others: [String] {
    [
      "bat", "cmb", "sbs-", "bq2", "max170", "adp", "ac0", "ucsi", "hidpp", "wacom", "amdgpu", "radeon", "nouveau",
      "nvidia", "i915", "xe",
      "panfrost", "sfp", "nvme", "mlx",
    ]
  }

  private static func parts(of name: String) -> [String] {
    name.utf8.split { !(97...122 ~= $0) }.map { String(decoding: Array($0), as: UTF8.self) }
  }
}
