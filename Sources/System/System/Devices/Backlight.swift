import Basics
import CLinux

/// A screen's backlight: a folder of /sys/class/backlight.
///
///     let light = try Backlight(named: profile.backlight)
///     try light.setBrightness(percent: 40)
///     try light.setPower(false)      // dark; the brightness is kept
///
/// Only root and the group set by the package's udev rule (video) may write to it.
package struct Backlight: Sendable {
  /// The folder's name, such as "10-0045".
  package let name: String
  package let path: String
  /// The highest brightness, in the driver's units; 1 or more.
  package let maximum: Int64

  /// Finds a backlight.
  ///
  /// - Parameters:
  ///   - wanted: The name, or several names joined by spaces, such as "rpi_backlight or 10-0045"; the first existing one is used.
  ///     The default is the kernel's order of preference: firmware, platform, raw; then by name.
  ///   - root: The folder of all backlights.
  @export(interface)
  package init(named wanted: String? = nil, in root: String = "/sys/class/backlight") throws(SystemError) {
    let found = Self.list(in: root)
    if let wanted {
      for word in wanted.utf8.split(separator: UInt8(ascii: " ")) {
        guard let light = found.first(where: { $0.name.utf8.elementsEqual(word) }) else { continue }
        self = light
        return
      }
      throw SystemError(
        .missing, "find the backlight", wanted, reason: "not in " + root,
        suggestion: found.isEmpty ? Self.driverAdvice : "set one of: " + found.map { $0.name }.joined(separator: ", "))
    }
    guard let best = found.map({ ($0, $0.rank) }).min(by: { $0.1 < $1.1 })?.0 else {
      throw SystemError(
        .missing, "find a backlight in", root, reason: "it has none",
        suggestion: "remove the brightness from the configuration, or " + Self.driverAdvice)
    }
    self = best
  }

  private init(name: String, path: String, maximum: Int64) {
    (self.name, self.path, self.maximum) = (name, path, maximum)
  }

  /// Returns all backlights with a valid maximum, sorted by name.
  @export(interface) package static func list(in root: String = "/sys/class/backlight") -> [Backlight] {
    let names = ((try? listDirectory(root)) ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return names.compactMap { name in
      let path = root + "/" + name
      guard let maximum = number(in: path + "/max_brightness"), maximum > 0 else { return nil }
      return Backlight(name: name, path: path, maximum: maximum)
    }
  }

  /// Returns the current brightness, rounded to 0...100 percent of `maximum`.
  @export(interface) package func brightness() throws(SystemError) -> Int32 {
    let path = path + "/brightness"
    let text = try readFile(path, limit: 64).prefix { $0 != UInt8(ascii: "\n") }
    guard let units = decimal(String(decoding: text, as: UTF8.self)) else {
      throw SystemError("read", path, errno: EINVAL, reason: "not a number")
    }
    return Int32((max(0, min(units, maximum)) * 200 + maximum) / (2 * maximum))
  }

  /// Sets the brightness, clamped to 0...100 percent. Above 0 it is at least one unit, so that a panel with few levels stays visible. 0 is
  /// the driver's minimum, which is not dark on all panels; use `setPower` for that.
  @export(interface) package func setBrightness(percent: Int32) throws(SystemError) {
    let percent = Int64(max(0, min(percent, 100)))
    let units = (percent * maximum * 2 + 100) / 200
    try write(percent > 0 ? max(units, 1) : 0, to: "brightness")
  }

  /// Turns the light on or off without changing the brightness. bl_power: 0 is on, 4 is off (FB_BLANK_POWERDOWN).
  package func setPower(_ isOn: Bool) throws(SystemError) { try write(isOn ? 0 : 4, to: "bl_power") }

  private func write(_ number: Int64, to attribute: String) throws(SystemError) {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path + "/" + attribute, flags: O_WRONLY)
      // The kernel parses each write(2) separately. A number is short enough for a single one.
      try file.write(Array("\(number)\n".utf8))
    } catch { throw error.suggesting(Self.advice(for: error.errno)) }
  }

  /// Returns advice for the operator about a rejected write.
  static func advice(for errno: Int32) -> String {
    switch errno {
    case EACCES, EPERM:
      "run udevadm trigger --action=add --subsystem-match=backlight, and check that this user is in the group video"
    case EROFS: "allow the service to write there: ReadWritePaths=/sys/devices"
    default: ""
    }
  }

  private static var driverAdvice: String { "check the panel's driver or device-tree overlay" }

  private var rank: Int {
    let kind = firstLine(of: path + "/type") ?? ""
    return ["firmware", "platform", "raw"].firstIndex { kind.utf8.elementsEqual($0.utf8) } ?? 3
  }
}
