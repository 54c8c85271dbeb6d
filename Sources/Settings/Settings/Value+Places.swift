import Display
import Geometry
import Raster

// The forms that name devices.
extension Value {
  /// `auto`, `kms[:PATH]`, `fb[:PATH]` or `memory[:WxH[:FORMAT]]`.
  func screen(into place: inout ScreenChoice) -> Bool {
    let (kind, rest) = cut(at: ":").map { ($0, Optional($1)) } ?? (text, nil)
    if let rest, rest.isEmpty { return false }
    switch (kind, rest) {
    case ("auto", nil): place = .auto
    case ("kms", let path): place = .kms(path: path.map { absolute($0) })
    case ("fb", let path): place = .framebuffer(path: path.map { absolute($0) })
    case ("memory", nil): place = .memory(ScreenChoice.defaultSize, .xrgb8888)
    case ("memory", let shape?):
      guard let screen = Value(text: shape, folder: "").memory else { return false }
      place = screen
    default: return false
    }
    return true
  }

  /// `WxH` or `WxH:FORMAT`.
  private var memory: ScreenChoice? {
    let (sides, name) = cut(at: ":").map { ($0, Optional($1)) } ?? (text, nil)
    guard let (width, height) = Value(text: sides, folder: "").cut(at: "x"),
      let width = Value(text: width, folder: "").digits, let height = Value(text: height, folder: "").digits
    else { return nil }
    let limit = 1...MemoryDisplay.limit
    if !limit.contains(width) || !limit.contains(height) { return nil }
    let size = Size<PhysicalSpace>(width: width, height: height)
    guard let name else { return .memory(size, .xrgb8888) }
    return PixelFormat.named(name).map { .memory(size, $0) }
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
