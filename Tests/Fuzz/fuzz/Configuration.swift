import Pictures
import Settings
import StarSlider

private let picture = try! PNG.encode(rgb: [255, 0, 0], width: 1, height: 1)

private func decodePicture(_ file: [UInt8]) throws(Diagnostic) -> Image {
  do throws(PNGError) { return try PNG.decodeImage(file) } catch { throw Diagnostic(place: "", reason: error.message) }
}

/// A configuration's text makes settings with a slider, or diagnostics that name the file. As a translation it is sound, too.
func fuzzConfiguration(_ bytes: [UInt8]) {
  var builder = SettingsBuilder()
  builder.phrasesFolder = "kiosk.conf:"
  builder.read(bytes, name: "kiosk.conf")
  do throws(Diagnostics) {
    let settings = try builder.build(decoding: decodePicture) { (path) throws(Diagnostic) in
      path.utf8.starts(with: "kiosk.conf:/".utf8) ? bytes : picture
    }
    require(settings.sliderConfiguration() != nil, "settings without a slider")
    var reloaded = Settings()
    _ = reloaded.keepStartSettings(of: settings)
    require(reloaded.keepStartSettings(of: settings).isEmpty, "kept settings differ")
  } catch {
    require(error.list.contains { $0.severity == .error }, "rejected without an error")
    for diagnostic in error.list {
      require(diagnostic.message.utf8.starts(with: "kiosk.conf:".utf8), "\(diagnostic.message) names no file")
    }
  }
}
