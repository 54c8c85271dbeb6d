import CEvdev
import Touch

/// A keyboard that no program can use: it is grabbed and not read. The kernel drops the keys that its buffer cannot hold.
final class SealedKeyboard {
  let path: String
  let name: String
  private let open: OpenDevice

  /// Returns `nil` if the device has no keyboard keys.
  convenience init?(path: String) throws(TouchError) {
    let open = try OpenDevice(path)
    let device = open.description()
    if !device.hasKeyboardKeys { return nil }
    try open.grab()
    self.init(path, device.name, open)
  }

  private init(_ path: String, _ name: String, _ open: consuming OpenDevice) {
    (self.path, self.name) = (path, name)
    self.open = open
  }

  /// Whether the keyboard was disconnected.
  var isGone: Bool {
    var records = [input_event](repeating: input_event(), count: 1)
    return open.read(into: &records) == -Int(ENODEV)
  }
}
