import Display
import Geometry
import Raster
import Rating
import StarSlider

/// What stands behind a key, and the forms that it may have. Every form puts what it read into its place and says yes, or
/// says no and leaves the place as it is.
struct Value {
  let text: String
  /// The configuration file's folder with a slash at its end, where relative paths begin; empty on the command line.
  let folder: String
  /// What stands behind the key's name, as in `reason waiting`; empty for most keys.
  var id = ""
  /// It adds to what the lines of the same key before it said, instead of beginning anew.
  var goesOn = false

  /// One of a few words.
  func choice<Choice>(_ choices: [(String, Choice)], into place: inout Choice) -> Bool {
    for (word, choice) in choices where word == text {
      place = choice
      return true
    }
    return false
  }

  func flag(into place: inout Bool) -> Bool {
    choice([("yes", true), ("no", false), ("true", true), ("false", false)], into: &place)
  }

  func whole(_ limits: ClosedRange<Int32>, into place: inout Int32) -> Bool {
    guard let number = digits, limits.contains(number) else { return false }
    place = number
    return true
  }

  /// A number that is kept in units, as in thousandths, rounded to the nearest.
  func number(_ limits: ClosedRange<Ratio>, unit: Int64, into place: inout Int32) -> Bool {
    guard let ratio = Ratio(text), limits.contains(ratio) else { return false }
    place = Int32(ratio.rounded(inUnitsOf: unit))
    return true
  }

  /// Pixels or stars in 24.8.
  func fixed(to most: Int64, into place: inout Fixed) -> Bool {
    number(.zero...Ratio(most), unit: 256, into: &place.raw)
  }

  func ratio(to most: Int64, into place: inout Ratio) -> Bool {
    guard let ratio = Ratio(text), ratio <= Ratio(most) else { return false }
    place = ratio
    return true
  }

  /// The same where nothing is a value, too.
  func ratio(to most: Int64, into place: inout Ratio?) -> Bool {
    if text.isEmpty {
      place = nil
      return true
    }
    var ratio = Ratio.zero
    if !self.ratio(to: most, into: &ratio) { return false }
    place = ratio
    return true
  }

  /// `#rrggbb`.
  func color(into place: inout Color) -> Bool {
    let bytes = [UInt8](text.utf8)
    if bytes.count != 7 || bytes[0] != UInt8(ascii: "#") { return false }
    var rgb: UInt32 = 0
    for byte in bytes[1...] {
      guard let digit = Self.hexadecimal(byte) else { return false }
      rgb = rgb << 4 | digit
    }
    place = Color(rgb: rgb)
    return true
  }

  /// The same where nothing is a value, too.
  func color(into place: inout Color?) -> Bool {
    if text.isEmpty {
      place = nil
      return true
    }
    var color = Color.black
    if !self.color(into: &color) { return false }
    place = color
    return true
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// A path; nothing is none.
  func path(into place: inout String?) -> Bool {
    place = text.isEmpty ? nil : absolute(text)
    return true
  }

  /// A path as seen from the working directory.
  func absolute(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : folder + path
  }

  func step(into place: inout Step) -> Bool {
    let names: [(String, Step)] = [
      ("whole", .whole), ("half", .half), ("quarter", .quarter), ("continuous", .continuous),
    ]
    if choice(names, into: &place) { return true }
    guard let (one, rest) = cut(at: "/"), one == "1", let perStar = Value(text: rest, folder: "").digits,
      let step = Step(perStar: perStar)
    else { return false }
    place = step
    return true
  }

  func rotation(into place: inout Rotation?) -> Bool {
    if text == "auto" {
      place = nil
      return true
    }
    guard let degrees = digits, let rotation = Rotation(rawValue: degrees) else { return false }
    place = rotation
    return true
  }

  /// The text as a number that is written with digits alone, so that each number has one form.
  var digits: Int32? {
    if text.utf8.count > 9 { return nil }
    for byte in text.utf8 where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return nil }
    return Int32(text)
  }

  /// What stands before and after the first separator; `nil` where there is none. Bytes, since characters would bring the
  /// whole of Unicode along.
  func cut(at separator: Unicode.Scalar) -> (String, String)? {
    let bytes = [UInt8](text.utf8)
    for i in 0..<bytes.count where bytes[i] == UInt8(ascii: separator) {
      return (String(decoding: bytes[0..<i], as: UTF8.self), String(decoding: bytes[(i + 1)...], as: UTF8.self))
    }
    return nil
  }

  /// The words between spaces and tabs.
  var words: [String] {
    text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map {
      String(decoding: Array($0), as: UTF8.self)
    }
  }
}
