import Boards
import System

extension MachineFacts {
  /// Returns what the kernel reports about this machine. Unreadable files count as missing.
  static func ofThisMachine() -> MachineFacts {
    var facts = MachineFacts()
    facts.architecture = machineArchitecture()
    for word in bytes("/proc/device-tree/compatible").split(separator: 0) {
      facts.compatible.append(String(decoding: Array(word), as: UTF8.self))
    }
    facts.model = line("/proc/device-tree/model")
    if facts.model.isEmpty { facts.model = line("/sys/firmware/devicetree/base/model") }
    facts.product = line("/sys/class/dmi/id/product_name")
    for name in names("/sys/class/drm") {
      // As in "card0-DSI-1".
      let parts = name.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 1)
      let folder = "/sys/class/drm/" + name
      if parts.count < 2 || !line(folder + "/status").utf8.elementsEqual("connected".utf8) { continue }
      facts.screens.append(
        Screen(connector: String(decoding: Array(parts[1]), as: UTF8.self), mode: line(folder + "/modes")))
    }
    for name in names("/sys/class/graphics") {
      let driver = line("/sys/class/graphics/" + name + "/name")
      if !driver.isEmpty { facts.framebuffers.append(driver) }
    }
    for name in names("/sys/class/input") {
      let device = line("/sys/class/input/" + name + "/device/name")
      if !device.isEmpty { facts.inputs.append(device) }
    }
    return facts
  }

  private static func bytes(_ path: String) -> [UInt8] { (try? readFile(path, limit: 4096)) ?? [] }

  /// Returns a file's first line, without its end.
  static func line(_ path: String) -> String {
    String(decoding: bytes(path).prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }, as: UTF8.self)
  }

  /// Returns the names in a folder.
  static func names(_ folder: String) -> [String] { (try? listDirectory(folder)) ?? [] }
}
