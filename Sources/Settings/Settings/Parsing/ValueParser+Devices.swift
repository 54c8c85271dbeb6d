import Display
import StarSlider
import Touch

// The settings of the screen and of touch devices.
extension ValueParser {
  /// Parses `auto`, `kms[:PATH]`, `fb[:PATH]`, `window[:WxH]` or `memory[:WxH[:FORMAT]]`.
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

  func format(into place: inout PixelFormat?) -> Bool { write(PixelFormat.named(text), orNilFor: "auto", to: &place) }

  func rotation(into place: inout Rotation?) -> Bool {
    write(digits.flatMap { Rotation(rawValue: $0) }, orNilFor: "auto", to: &place)
  }

  /// Parses `WxH` with sides of 1 to 16,384 pixels, or `auto`.
  func mode(into place: inout Size<PhysicalSpace>?) -> Bool {
    let sides: ClosedRange<Int32> = 1...16_384
    let size = dimensions.flatMap { (width, height) -> Size<PhysicalSpace>? in
      sides.contains(width) && sides.contains(height) ? Size(width: width, height: height) : nil
    }
    return write(size, orNilFor: "auto", to: &place)
  }

  static var formatNames: String { PixelFormat.allCases.map { "\($0.name)" }.joined(separator: ", ") }

  /// Parses `auto`, a device's path, `replay:FILE` or `none`.
  func touch(into place: inout TouchChoice) -> Bool {
    if choice([("auto", .auto), ("none", .none)], into: &place) { return true }
    if let (kind, path) = split(at: ":"), same(kind, "replay") {
      return write(path.utf8.isEmpty ? nil : .replay(path: absolute(path)), to: &place)
    }
    let isPath = text.utf8.first == UInt8(ascii: "/") || text.utf8.first == UInt8(ascii: ".")
    return write(isPath ? .device(path: absolute(text)) : nil, to: &place)
  }

  /// Parses `auto` or any name.
  func name(into place: inout String?) -> Bool {
    if text.utf8.isEmpty { return false }
    place = same(text, "auto") ? nil : text
    return true
  }

  /// Parses names separated by commas; an empty text is an empty list.
  func names(into place: inout [String]) -> Bool { write(list(), to: &place) }

  /// Parses `auto`, `none`, or a matrix.
  func calibration(into place: inout CalibrationChoice) -> Bool {
    if choice([("auto", .auto), ("none", .none)], into: &place) { return true }
    return write((try? Calibration(parsing: text)).map { .matrix($0) }, to: &place)
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
