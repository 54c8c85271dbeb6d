import Basics
import Geometry

/// An affine correction of touch positions, as in udev's LIBINPUT_CALIBRATION_MATRIX.
///
/// ```
/// u' = a*u + b*v + c
/// v' = d*u + e*v + f        u, v: 0 ... 1 across the device's axis ranges; u', v': 0 ... 1 across the screen
/// ```
///
/// The coefficients are 16.16 fixed point.
package struct Calibration: Hashable, Sendable {
  package let a, b, c, d, e, f: Int32

  /// The calibration that corrects nothing.
  package static let identity = Calibration(unchecked: (1 << 16, 0, 0, 0, 1 << 16, 0))

  /// The greatest size of a coefficient: ±1024, so that no sum in `TouchTransform` can overflow.
  package static let limit: Int32 = 1024 << 16

  /// Creates a calibration from its coefficients. Fails if one is beyond `limit`, or if the matrix maps the screen to a line
  /// or a point.
  package init?(a: Int32, b: Int32, c: Int32, d: Int32, e: Int32, f: Int32) {
    for value in [a, b, c, d, e, f] where value > Self.limit || value < -Self.limit { return nil }
    self.init(unchecked: (a, b, c, d, e, f))
    if determinant >> 16 == 0 { return nil }
  }

  private init(unchecked m: (Int32, Int32, Int32, Int32, Int32, Int32)) {
    (a, b, c, d, e, f) = m
  }

  /// 32.32 fixed point.
  var determinant: Int64 { Int64(a) * Int64(e) - Int64(b) * Int64(d) }

  /// Parses six decimal numbers separated by spaces, as in "1.02 0 -0.01 0 9.8e-1 0.015".
  @export(interface) package init(parsing text: String) throws(CalibrationError) {
    let words = text.utf8.split { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    func unusable(_ fault: CalibrationFault, _ reason: String, _ suggestion: String) -> CalibrationError {
      CalibrationError(fault, "use", "the calibration matrix", reason: reason, suggestion: suggestion)
    }
    if words.count != 6 {
      throw unusable(.wrongCount, "it has \(words.count) numbers", "give 6, as in \"1 0 0 0 1 0\"")
    }
    var m: [Int32] = []
    for word in words {
      var number = DecimalNumber(Array(word))
      guard let value = number.fixedPoint(limit: Self.limit) else {
        throw unusable(
          .notANumber,
          "\"" + String(decoding: word, as: UTF8.self) + "\" is not a decimal number between -1024 and 1024",
          "write it as in \"-0.015\"")
      }
      m.append(value)
    }
    guard let calibration = Calibration(a: m[0], b: m[1], c: m[2], d: m[3], e: m[4], f: m[5]) else {
      throw unusable(.singular, "it maps the whole screen to a line", "calibrate again")
    }
    self = calibration
  }

  /// The text form. Its six decimals are enough to restore the same coefficients.
  package var text: String {
    var text = ""
    for value in [a, b, c, d, e, f] {
      let millionths = divideRounding(abs(Int64(value)) * 1_000_000, by: 1 << 16)
      let decimals = "\(1_000_000 + millionths % 1_000_000)".utf8.dropFirst()
      text += (text.isEmpty ? "" : " ") + (value < 0 ? "-" : "") + "\(millionths / 1_000_000)."
      text += String(decoding: decimals, as: UTF8.self)
    }
    return text
  }

  /// The same calibration for a device whose axes are exchanged: its x runs down the screen.
  package var afterSwap: Calibration { Calibration(unchecked: (b, a, c, e, d, f)) }
}

/// Why a calibration matrix cannot be used.
package typealias CalibrationError = Failure<CalibrationFault>

/// What is wrong with a calibration matrix.
package enum CalibrationFault: Hashable, Sendable {
  /// It does not have six numbers.
  case wrongCount
  /// A word is not a decimal number in range.
  case notANumber
  /// It maps the screen to a line or a point.
  case singular
}

/// A parser for a decimal number, without floating point.
private struct DecimalNumber {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the number in 16.16 fixed point, rounded to nearest; `nil` if the text is not a number, or beyond `limit`. Only
  /// the first twelve digits count.
  mutating func fixedPoint(limit: Int32) -> Int32? {
    let isNegative = removeSign()
    var mantissa: Int64 = 0
    var exponent: Int64 = 0
    var digits = 0
    var hasPoint = false
    while next < bytes.count, bytes[next] | 0x20 != UInt8(ascii: "e") {
      let byte = bytes[next]
      next += 1
      if byte == UInt8(ascii: ".") && !hasPoint {
        hasPoint = true
        continue
      }
      guard let digit = decimalDigit(byte) else { return nil }
      digits += 1
      if mantissa < 100_000_000_000 {
        mantissa = mantissa * 10 + digit
        if hasPoint { exponent -= 1 }
      } else if !hasPoint {
        exponent += 1
      }
    }
    if digits == 0 { return nil }
    if next < bytes.count {
      next += 1
      guard let written = writtenExponent() else { return nil }
      exponent += written
    }
    if mantissa == 0 { return 0 }
    while exponent > 0 && mantissa <= 1024 {
      mantissa *= 10
      exponent -= 1
    }
    if exponent > 0 { return nil }
    var unit: Int64 = 1
    while exponent < 0 && unit < 1_000_000_000_000_000_000 {
      unit *= 10
      exponent += 1
    }
    // Smaller than the resolution.
    if exponent < 0 { return 0 }
    let value = divideRounding(mantissa << 16, by: unit)
    return value > Int64(limit) ? nil : Int32(isNegative ? -value : value)
  }

  /// Parses the whole number after an "e", and clamps it to ±1000.
  private mutating func writtenExponent() -> Int64? {
    let isNegative = removeSign()
    if next == bytes.count { return nil }
    var value: Int64 = 0
    for byte in bytes[next...] {
      guard let digit = decimalDigit(byte) else { return nil }
      value = min(value * 10 + digit, 1000)
    }
    return isNegative ? -value : value
  }

  private mutating func removeSign() -> Bool {
    guard next < bytes.count, bytes[next] == UInt8(ascii: "-") || bytes[next] == UInt8(ascii: "+") else { return false }
    next += 1
    return bytes[next - 1] == UInt8(ascii: "-")
  }
}

/// Returns the value of an ASCII digit, or `nil` for any other byte.
func decimalDigit(_ byte: UInt8) -> Int64? {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int64(byte - UInt8(ascii: "0")) : nil
}

/// Returns a number in lower-case hexadecimal, with leading zeros up to `digits` digits.
func hexadecimal(_ value: UInt16, _ digits: Int) -> String {
  var text: [UInt8] = []
  for i in (0..<digits).reversed() {
    let digit = UInt8(value >> UInt16(4 * i) & 15)
    text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
  return String(decoding: text, as: UTF8.self)
}
