import Display
import Geometry
import Raster

// The forms that name devices.
extension Value {
  /// `auto`, `kms[:PATH]`, `fb[:PATH]` or `memory[:WxH[:FORMAT]]`.
  func screen(into place: inout ScreenChoice) -> Bool {
    guard let name = DisplayName(text) else { return false }
    place =
      switch name {
      case .kms(let path?): .kms(path: absolute(path))
      case .framebuffer(let path?): .framebuffer(path: absolute(path))
      case .memory(let size, let format):
        .memory(size ?? MemoryDisplay.defaultSize, format ?? .xrgb8888)
      default: name
      }
    return true
  }

  /// `auto` or a format's name.
  func format(into place: inout PixelFormat?) -> Bool {
    place = PixelFormat.named(text)
    return place != nil || text == "auto"
  }

  /// The names of all formats that can be drawn to.
  static var formatNames: String {
    var names = ""
    for format in PixelFormat.allCases { names += names.isEmpty ? "\(format.name)" : ", \(format.name)" }
    return names
  }

  /// `auto`, a device's path, `replay:FILE` or `none`.
  func touch(into place: inout TouchChoice) -> Bool {
    if choice([("auto", .auto), ("none", .none)], into: &place) { return true }
    if let (kind, path) = cut(at: ":"), kind == "replay" {
      if path.isEmpty { return false }
      place = .replay(path: absolute(path))
      return true
    }
    guard let first = text.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: ".") else { return false }
    place = .device(path: absolute(text))
    return true
  }
}
