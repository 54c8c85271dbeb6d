import Geometry
import Touch

// The forms that only touches and what lies under them have.
extension Value {
  /// `auto`, or any name.
  func name(into place: inout String?) -> Bool {
    if text.isEmpty { return false }
    place = text.utf8.elementsEqual("auto".utf8) ? nil : text
    return true
  }

  /// `auto` or `WxH`.
  func mode(into place: inout Size<PhysicalSpace>?) -> Bool {
    if text.utf8.elementsEqual("auto".utf8) {
      place = nil
      return true
    }
    var (width, height): (Int32, Int32) = (0, 0)
    guard let (left, right) = cut(at: "x"), Value(text: left, folder: "").whole(1...16_384, into: &width),
      Value(text: right, folder: "").whole(1...16_384, into: &height)
    else { return false }
    place = Size(width: width, height: height)
    return true
  }

  /// Texts between commas; none is allowed, an empty one among others is not.
  func names(into place: inout [String]) -> Bool {
    var names: [String] = []
    if !text.isEmpty {
      for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        var name = part[...]
        while name.first == UInt8(ascii: " ") { name = name.dropFirst() }
        while name.last == UInt8(ascii: " ") { name = name.dropLast() }
        if name.isEmpty { return false }
        names.append(String(decoding: Array(name), as: UTF8.self))
      }
    }
    place = names
    return true
  }

  /// `auto`, `none`, or a matrix.
  func calibration(into place: inout CalibrationChoice) -> Bool {
    if choice([("auto", .auto), ("none", .none)], into: &place) { return true }
    guard let matrix = try? Calibration(parsing: text) else { return false }
    place = .matrix(matrix)
    return true
  }

  /// Two ends of an axis; nothing is what the device says.
  func range(into place: inout AxisQuirks.AxisRange?) -> Bool {
    if text.isEmpty {
      place = nil
      return true
    }
    let words = words
    guard words.count == 2, let minimum = Int32(words[0]), let maximum = Int32(words[1]),
      let range = AxisQuirks.AxisRange(minimum, maximum)
    else { return false }
    place = range
    return true
  }
}
