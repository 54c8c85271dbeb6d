import Basics
import Pictures
import Settings
import StarSlider
import System

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

extension KioskModel {
  /// Reads the photo now, because keeping its file would take memory permanently. If that fails although the configuration was checked, the
  /// screens are plain.
  static func photo(_ path: String) -> Image? {
    do throws(KioskError) { return try SlideShow.read(path) } catch {
      for line in error.lines { Standard.error(line, .warning) }
      return nil
    }
  }

  /// The text cache of a service; `nil` unless its unit has a folder for caches, which systemd names.
  static var textCache: String? { Environment["CACHE_DIRECTORY"].map { $0 + "/texts" } }
}
