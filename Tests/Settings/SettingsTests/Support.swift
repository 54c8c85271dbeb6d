import Display
import Testing

@testable import Settings

/// Settings from a file's text, and from options; pictures come from a made-up folder.
func settings(
  _ text: String, options: [(String, String)] = [], files: [String: [UInt8]] = [:], name: String = "kiosk.conf"
) throws(Mistakes) -> Settings {
  try settings(bytes: Array(text.utf8), options: options, files: files, name: name)
}

func settings(
  bytes: [UInt8], options: [(String, String)] = [], files: [String: [UInt8]] = [:], name: String = "kiosk.conf"
) throws(Mistakes) -> Settings {
  var draft = SettingsDraft()
  for (option, value) in options {
    do throws(Diagnostic) { try draft.set(option: option, to: value) } catch { throw Mistakes(list: [error]) }
  }
  draft.read(bytes, name: name)
  return try draft.finished { (path) throws(Unreadable) in
    guard let file = files[path] else { throw Unreadable("cannot open " + path + ": no such file or directory") }
    return file
  }
}

/// The mistakes' lines; none for good settings.
func mistakes(
  _ text: String, options: [(String, String)] = [], files: [String: [UInt8]] = [:], name: String = "kiosk.conf"
) -> [String] {
  mistakes(bytes: Array(text.utf8), options: options, files: files, name: name)
}

func mistakes(
  bytes: [UInt8], options: [(String, String)] = [], files: [String: [UInt8]] = [:], name: String = "kiosk.conf"
) -> [String] {
  do throws(Mistakes) {
    _ = try settings(bytes: bytes, options: options, files: files, name: name)
    return []
  } catch {
    return error.list.map { $0.message }
  }
}

/// A picture file of one colour.
func png(width: Int32 = 8, height: Int32 = 8) throws -> [UInt8] {
  try PNG.encode(rgb: [UInt8](repeating: 0x40, count: Int(width * height) * 3), width: width, height: height)
}
