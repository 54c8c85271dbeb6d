import Basics
import CLinux

/// The light behind the screen: a folder below /sys/class/backlight.
///
///     let light = try Backlight(named: profile.backlight)
///     try light.setBrightness(percent: 40)
///     try light.setPower(false)      // closed; the brightness stays set
///
/// Writes are for root, or for a group that a udev rule names (the package's: video).
package struct Backlight: Sendable {
  /// Its folder's name, as in "10-0045".
  package let name: String
  package let path: String
  /// The largest brightness, in the driver's own units; 1 or more.
  package let maximum: Int64

  /// The light of that name, or else the best one that there is: the kernel says to prefer the firmware's way to it over
  /// the platform's, and that over a bare register; among equals the first by name.
  ///
  /// `name` may give several, as in "rpi_backlight or 10-0045", where a board's kernels differ; the first that is there
  /// counts. `root` is the folder of all lights.
  @export(interface)
  package init(named wanted: String? = nil, in root: String = "/sys/class/backlight") throws(SystemError) {
    let found = Self.list(in: root)
    if let wanted {
      for word in wanted.utf8.split(separator: UInt8(ascii: " ")) {
        for light in found where light.name.utf8.elementsEqual(word) {
          self = light
          return
        }
      }
      throw SystemError(
        .missing, "find the backlight", wanted, reason: "not in " + root,
        suggestion: found.isEmpty ? Self.driverAdvice : "set one of: " + found.map { $0.name }.joined(separator: ", "))
    }
    var best: (light: Backlight, rank: Int)?
    for light in found {
      let rank = light.rank
      if best.map({ rank < $0.rank }) ?? true { best = (light, rank) }
    }
    guard let best else {
      throw SystemError(
        .missing, "find a backlight in", root, reason: "it has none",
        suggestion: "remove the brightness from the configuration, or " + Self.driverAdvice)
    }
    self = best.light
  }

  private init(name: String, path: String, maximum: Int64) {
    self.name = name
    self.path = path
    self.maximum = maximum
  }

  /// All lights that say how bright they can be, in the order of their names.
  @export(interface) package static func list(in root: String = "/sys/class/backlight") -> [Backlight] {
    guard let listed = try? listDirectory(root) else { return [] }
    var lights: [Backlight] = []
    for name in listed.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let path = root + "/" + name
      guard let maximum = number(path + "/max_brightness"), maximum > 0 else { continue }
      lights.append(Backlight(name: name, path: path, maximum: maximum))
    }
    return lights
  }

  /// What is set now, 0...100 percent of `maximum`, to the nearest.
  @export(interface) package func brightness() throws(SystemError) -> Int32 {
    let path = path + "/brightness"
    guard let units = firstNumber(try readFile(path, limit: 64)) else {
      throw SystemError("read", path, errno: EINVAL, reason: "not a number")
    }
    return Int32((max(0, min(units, maximum)) * 200 + maximum) / (2 * maximum))
  }

  /// Sets the brightness, 0...100 percent; beyond is the nearest end. Above 0 it is one unit at least: no panel goes dark
  /// for being coarse. 0 is the driver's own least, which is dark on many panels but not on all: `setPower` is.
  @export(interface) package func setBrightness(percent: Int32) throws(SystemError) {
    let percent = Int64(max(0, min(percent, 100)))
    let units = (percent * maximum * 2 + 100) / 200
    try write(percent > 0 ? max(units, 1) : 0, to: "brightness")
  }

  /// Lights it or turns it off, whatever the brightness is. bl_power: 0 is on, 4 is off (FB_BLANK_POWERDOWN).
  package func setPower(_ isOn: Bool) throws(SystemError) { try write(isOn ? 0 : 4, to: "bl_power") }

  private func write(_ number: Int64, to attribute: String) throws(SystemError) {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path + "/" + attribute, flags: O_WRONLY)
      let bytes = [UInt8](("\(number)" + "\n").utf8)
      let count = bytes.withUnsafeBytes { buffer in
        retryingInterrupts { CLinux.write(file.raw, buffer.baseAddress, buffer.count) }
      }
      if count != bytes.count { throw SystemError("write", file.path, errno: count < 0 ? cl_errno() : EIO) }
    } catch {
      throw error.suggesting(Self.advice(for: error.errno))
    }
  }

  /// What an operator can do about a refused write.
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
    let kind = (try? readFile(path + "/type", limit: 64)) ?? []
    for (rank, name) in ["firmware", "platform", "raw"].enumerated() where kind.starts(with: name.utf8) { return rank }
    return 3
  }
}

/// The number that a file of one line holds.
private func number(_ path: String) -> Int64? {
  guard let bytes = try? readFile(path, limit: 64) else { return nil }
  return firstNumber(bytes)
}

private func firstNumber(_ bytes: [UInt8]) -> Int64? {
  decimal(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
}
