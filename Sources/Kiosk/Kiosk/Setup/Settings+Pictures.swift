import Basics
import Pictures
import Settings
import StarSlider

extension Settings {
  /// Decodes a picture for `SettingsBuilder`.
  package static func decodePicture(_ file: [UInt8]) throws(Diagnostic) -> Image {
    do throws(PNGError) { return try PNG.decodeImage(file) } catch {
      throw Diagnostic(place: "", reason: error.message)
    }
  }

  /// Returns a picture that the configuration names; `nil` if it could not be decoded.
  func picture(_ path: String) -> Image? {
    images.first { same($0.path, path) }.flatMap { $0.decoded ?? (try? PNG.decodeImage($0.file)) }
  }
}
