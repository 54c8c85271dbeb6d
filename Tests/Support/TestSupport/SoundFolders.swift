import Foundation

/// Folders like those of a machine's sound cards, /dev/snd and /sys/class/sound.
package final class SoundFolders {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "sound-\(UUID().uuidString)").path
  package var devices: String { folder + "/snd" }
  package var classes: String { folder + "/class" }

  package init() { make("class") }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func make(_ name: String) {
    try? FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
  }

  /// Adds a device such as pcmC1D0p at a place such as pci0/usb1/1-2.
  package func add(_ name: String, at place: String) {
    make("devices/\(place)/\(name)")
    make("snd")
    symlink("../devices/\(place)/\(name)", classes + "/" + name)
    _ = FileManager.default.createFile(atPath: devices + "/" + name, contents: nil)
  }

  package func remove(_ name: String) { for parent in [devices, classes] { unlink(parent + "/" + name) } }
}
