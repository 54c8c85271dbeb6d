import CPage
import Settings
import StarSlider

// What the model reads from files, for a page: translations come with it, and pictures are chosen on it.

extension Settings {
  /// The kiosk's name in its answers.
  var kioskID: String { kiosk.identity.id.isEmpty ? "this-page" : kiosk.identity.id }

  /// Returns a picture that the configuration names; `nil` if it was not chosen.
  func picture(_ path: String) -> Image? {
    images.first { same($0.path, path) }.flatMap { $0.decoded ?? chosenPicture(path) }
  }
}

extension KioskModel {
  static func photo(_ path: String) -> Image? { chosenPicture(path) }
}

/// The slides of the start screen. The page keeps all pictures, so that each is at hand when it is due.
struct SlideShow {
  let paths: [String]
  /// How long each slide is shown, in nanoseconds.
  let period: Int64

  /// Creates the slides of a configuration; none without a start screen.
  init(_ settings: Settings) {
    paths = settings.hasWords && settings.kiosk.attract ? settings.theme.slides : []
    period = Int64(settings.theme.slideTime) * 1_000_000_000
  }
}

/// Returns the picture of a file that was chosen on the page; its folder does not matter.
func chosenPicture(_ path: String) -> Image? {
  let name = Array(path.utf8)
  var size: (width: Int32, height: Int32) = (0, 0)
  let isChosen = withUnsafeMutablePointer(to: &size) { size in
    size.withMemoryRebound(to: Int32.self, capacity: 2) { size in
      name.withUnsafeBufferPointer { page_open_picture($0.baseAddress, Int32($0.count), size) }
    }
  }
  if isChosen == 0 { return nil }
  var rgba = [UInt8](repeating: 0, count: Int(size.width) * Int(size.height) * 4)
  rgba.withUnsafeMutableBufferPointer { page_copy_picture($0.baseAddress) }
  return Image(width: size.width, height: size.height, rgba: rgba)
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
