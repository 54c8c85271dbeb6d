import Display
import Geometry
import Raster
import Touch

// The settings of the screen and of touch devices.
extension ValueParser {
  /// Parses `auto`, `kms[:PATH]`, `fb[:PATH]` or `memory[:WxH[:FORMAT]]`.
  func screen(into place: inout DisplayName) -> Bool {
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

  /// The size written as `WxH`, with sides of 1 to `limit` pixels.
  private func size(upTo limit: Int32) -> Size<PhysicalSpace>? {
    guard let (width, height) = dimensions, (1...limit).contains(width), (1...limit).contains(height)
    else { return nil }
    return Size(width: width, height: height)
  }

  /// Writes `parsed`, or `nil` for the text `auto`.
  private func orAuto<Wrapped>(_ parsed: Wrapped?, into place: inout Wrapped?) -> Bool {
    if parsed == nil && !same(text, "auto") { return false }
    place = parsed
    return true
  }

  func format(into place: inout PixelFormat?) -> Bool { orAuto(PixelFormat.named(text), into: &place) }

  func rotation(into place: inout Rotation?) -> Bool {
    orAuto(digits.flatMap { Rotation(rawValue: $0) }, into: &place)
  }

  /// Parses `WxH`, or `auto`.
  func mode(into place: inout Size<PhysicalSpace>?) -> Bool { orAuto(size(upTo: 16_384), into: &place) }

  static var formatNames: String { PixelFormat.allCases.map { "\($0.name)" }.joined(separator: ", ") }

  /// Parses `auto`, a device's path, `replay:FILE` or `none`.
  func touch(into place: inout TouchChoice) -> Bool {
    if choice([("auto", .auto), ("none", .none)], into: &place) { return true }
    if let (kind, path) = split(at: ":"), same(kind, "replay") {
      if path.utf8.isEmpty { return false }
      place = .replay(path: absolute(path))
      return true
    }
    guard let first = text.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: ".") else { return false }
    place = .device(path: absolute(text))
    return true
  }

  /// Parses `auto` or any name.
  func name(into place: inout String?) -> Bool {
    if text.utf8.isEmpty { return false }
    place = same(text, "auto") ? nil : text
    return true
  }

  /// Parses names between commas; an empty text is an empty list.
  func names(into place: inout [String]) -> Bool {
    let parts = [UInt8](text.utf8).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: text.utf8.isEmpty)
    let names = parts.map { String(decoding: INIDocument.trimmed($0), as: UTF8.self) }
    if names.contains(where: { $0.utf8.isEmpty }) { return false }
    place = names
    return true
  }

  /// Parses `auto`, `none`, or a matrix.
  func calibration(into place: inout CalibrationChoice) -> Bool {
    if choice([("auto", .auto), ("none", .none)], into: &place) { return true }
    guard let matrix = try? Calibration(parsing: text) else { return false }
    place = .matrix(matrix)
    return true
  }

  /// Parses the two ends of an axis; an empty text sets `nil`.
  func range(into place: inout AxisQuirks.AxisRange?) -> Bool {
    let ends = words.map { Int32($0) }
    if ends.isEmpty {
      place = nil
      return true
    }
    guard ends.count == 2, let minimum = ends[0], let maximum = ends[1],
      let range = AxisQuirks.AxisRange(minimum, maximum)
    else { return false }
    place = range
    return true
  }
}
