import Foundation
import Pictures
import StarSlider
import Testing

@testable import Settings

/// Builds settings from a file's text and from options. Images come from `files`, and translations that replace the package's.
func settings(
  _ text: String, options: [(String, String)] = [], files: [String: [UInt8]] = [:], name: String = "kiosk.conf"
) throws(Diagnostics) -> Settings {
  try settings(bytes: Array(text.utf8), options: options, files: files, name: name)
}

func settings(
  bytes: [UInt8], options: [(String, String)] = [], files: [String: [UInt8]] = [:], name: String = "kiosk.conf"
) throws(Diagnostics) -> Settings {
  var builder = SettingsBuilder()
  builder.phrasesFolder = "phrases"
  for (option, value) in options {
    do throws(Diagnostic) { try builder.set(option: option, to: value) } catch { throw Diagnostics(list: [error]) }
  }
  builder.read(bytes, name: name)
  return try builder.build(decoding: decodePicture) { (path) throws(Diagnostic) in
    guard let file = files[path] ?? translations[path] else {
      throw Diagnostic(place: path, reason: "cannot open " + path + ": no such file or directory")
    }
    return file
  }
}

/// Decodes a picture as the kiosk does.
func decodePicture(_ file: [UInt8]) throws(Diagnostic) -> Image {
  do throws(PNGError) { return try PNG.decodeImage(file) } catch {
    throw Diagnostic(place: "", reason: error.message)
  }
}

extension Settings {
  /// Returns a picture that the configuration names; `nil` if it could not be decoded.
  func picture(_ path: String) -> Image? {
    images.first { $0.path == path }.flatMap { $0.decoded ?? (try? decodePicture($0.file)) }
  }
}

/// Returns the messages of all diagnostics; none for valid settings.
func mistakes(
  _ text: String, options: [(String, String)] = [], files: [String: [UInt8]] = [:], name: String = "kiosk.conf"
) -> [String] {
  mistakes(bytes: Array(text.utf8), options: options, files: files, name: name)
}

func mistakes(
  bytes: [UInt8], options: [(String, String)] = [], files: [String: [UInt8]] = [:], name: String = "kiosk.conf"
) -> [String] {
  do throws(Diagnostics) {
    _ = try settings(bytes: bytes, options: options, files: files, name: name)
    return []
  } catch {
    return error.list.map { $0.message }
  }
}

/// The repository.
let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }

/// The package's translations, by path.
let translations: [String: [UInt8]] = {
  let folder = root.appending(path: "Sources/Kiosk/Phrases")
  let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
    $0.hasSuffix(".ini")
  }
  return Dictionary(
    uniqueKeysWithValues: names.map { name in
      ("phrases/" + name, (try? Data(contentsOf: folder.appending(path: name))).map { [UInt8]($0) } ?? [])
    })
}()

/// Returns a PNG file of one color.
func png(width: Int32 = 8, height: Int32 = 8) throws -> [UInt8] {
  try PNG.encode(rgb: [UInt8](repeating: 0x40, count: Int(width * height) * 3), width: width, height: height)
}
