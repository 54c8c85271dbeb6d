import CPage
import Settings
import StarSlider

// What the model reads from files, for a page: translations come with it, pictures do not.

extension Settings {
  /// The kiosk's name in its answers.
  var kioskID: String { kiosk.id.isEmpty ? "this-page" : kiosk.id }

  /// Returns a picture that the configuration names: none, because a page cannot open the operator's files.
  func picture(_ path: String) -> Image? { nil }
}

extension KioskModel {
  static func photo(_ path: String) -> Image? { nil }
}

/// The slides of the start screen: none, as for a kiosk whose slides cannot be read.
struct SlideShow {
  let paths: [String] = []

  init(_ settings: Settings) {}
}

/// Returns the content of a translation that comes with the kiosk.
func readTranslation(_ path: String) -> [UInt8]? {
  let name = Array(path.utf8)
  let length = name.withUnsafeBufferPointer { page_open_file($0.baseAddress, Int32($0.count)) }
  if length < 0 { return nil }
  var bytes = [UInt8](repeating: 0, count: Int(length))
  bytes.withUnsafeMutableBufferPointer { page_copy_file($0.baseAddress) }
  return bytes
}
