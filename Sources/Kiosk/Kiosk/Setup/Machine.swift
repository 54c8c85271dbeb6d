import Boards
import System

extension MachineFacts {
  /// Returns what the kernel reports about this machine. Unreadable files count as missing.
  static func ofThisMachine() -> MachineFacts {
    var facts = MachineFacts()
    facts.architecture = machineArchitecture()
    let compatible = (try? readFile("/proc/device-tree/compatible", limit: 4096)) ?? []
    facts.compatible = compatible.split(separator: 0).map { String(decoding: Array($0), as: UTF8.self) }
    facts.model = line("/proc/device-tree/model")
    if facts.model.isEmpty { facts.model = line("/sys/firmware/devicetree/base/model") }
    facts.product = line("/sys/class/dmi/id/product_name")
    for folder in folders(in: "/sys/class/drm") {
      // The folder is named like "/sys/class/drm/card0-DSI-1".
      let parts = folder.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 1)
      if parts.count < 2 || !line(folder + "/status").utf8.elementsEqual("connected".utf8) { continue }
      facts.screens.append((String(decoding: Array(parts[1]), as: UTF8.self), line(folder + "/modes")))
    }
    facts.framebuffers = folders(in: "/sys/class/graphics").map { line($0 + "/name") }.filter { !$0.isEmpty }
    facts.inputs = folders(in: "/sys/class/input").map { line($0 + "/device/name") }.filter { !$0.isEmpty }
    return facts
  }

  private static func line(_ path: String) -> String { firstLine(of: path) ?? "" }

  private static func folders(in folder: String) -> [String] {
    ((try? listDirectory(folder)) ?? []).map { folder + "/" + $0 }
  }
}
