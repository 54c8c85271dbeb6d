import Basics
import StarSlider

/// An affine correction of touch positions, as in udev's LIBINPUT_CALIBRATION_MATRIX.
///
/// ```
/// u' = a*u + b*v + c
/// v' = d*u + e*v + f        u, v: 0 ... 1 across the device's axis ranges; u', v': 0 ... 1 across the screen
/// ```
///
/// The coefficients have 16 fraction bits: 65,536 is 1.
public struct Calibration: Hashable, Sendable {
  /// The coefficients, in the order of the text.
  public let a, b, c, d, e, f: Int32

  /// The calibration that corrects nothing.
  public static let identity = Calibration(unchecked: (1 << 16, 0, 0, 0, 1 << 16, 0))

  /// The maximum magnitude of a coefficient, 1024, so that no sum in `TouchTransform` can overflow.
  public static let limit: Int32 = 1024 << 16

  /// Creates a calibration from its coefficients. Fails if a coefficient exceeds `limit`, or if the matrix maps the screen to a line or a
  /// point.
  public init?(a: Int32, b: Int32, c: Int32, d: Int32, e: Int32, f: Int32) {
    for value in [a, b, c, d, e, f] where value > Self.limit || value < -Self.limit { return nil }
    self.init(unchecked: (a, b, c, d, e, f))
    if determinant >> 16 == 0 { return nil }
  }

  private init(unchecked m: (Int32, Int32, Int32, Int32, Int32, Int32)) { (a, b, c, d, e, f) = m }

  /// The determinant in 32.32 fixed point.
  var determinant: Int64 { Int64(a) * Int64(e) - Int64(b) * Int64(d) }

  /// Parses six decimal numbers separated by spaces, such as "1.02 0 -0.01 0 9.8e-1 0.015".
  @export(interface) public init(parsing text: String) throws(CalibrationError) {
    let words = text.utf8.split { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    func unusable(_ fault: CalibrationFault, _ reason: String, _ suggestion: String) -> CalibrationError {
      CalibrationError(fault, "use", "the calibration matrix", reason: reason, suggestion: suggestion)
    }
    if words.count != 6 {
      throw unusable(.wrongCount, "it has \(words.count) numbers", "give 6, such as \"1 0 0 0 1 0\"")
    }
    var m: [Int32] = []
    for word in words {
      guard let value = fixedPoint(word, limit: Self.limit) else {
        throw unusable(
          .notANumber,
          "\"" + String(decoding: word, as: UTF8.self) + "\" is not a decimal number between -1024 and 1024",
          "write it like \"-0.015\"")
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

  /// The same calibration for a device whose axes are swapped, so that its x runs down the screen.
  package var afterSwap: Calibration { Calibration(unchecked: (b, a, c, e, d, f)) }
}

/// Why a calibration matrix cannot be used.
public typealias CalibrationError = Failure<CalibrationFault>

/// What is wrong with a calibration matrix.
public enum CalibrationFault: Hashable, Sendable {
  /// It does not have six numbers.
  case wrongCount
  /// A word is not a decimal number in range.
  case notANumber
  /// It maps the screen to a line or a point.
  case singular
}

/// Parses a decimal number, such as "-0.015" or "9.8e-1", to 16.16 fixed point, rounded to nearest, without floating point. Returns `nil`
/// for any other text, and for numbers beyond ±`limit`. Only the first twelve digits count.
private func fixedPoint(_ text: Substring.UTF8View, limit: Int32) -> Int32? {
  let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
  let isNegative = parts[0].first == UInt8(ascii: "-")
  let digits = isNegative || parts[0].first == UInt8(ascii: "+") ? parts[0].dropFirst() : parts[0]
  // A number whose exponent does not fit in 16 bits is 0 or out of range.
  guard var exponent = parts.count == 2 ? Int16(Substring(parts[1])) : 0 else { return nil }
  var mantissa: Int64 = 0
  var (digitCount, hasPoint) = (0, false)
  for byte in digits {
    if byte == UInt8(ascii: ".") && !hasPoint {
      hasPoint = true
      continue
    }
    guard let digit = decimalDigit(byte) else { return nil }
    digitCount += 1
    if mantissa < 100_000_000_000 {
      mantissa = mantissa * 10 + digit
      if hasPoint { exponent -= 1 }
    } else if !hasPoint {
      exponent += 1
    }
  }
  if digitCount == 0 { return nil }
  if mantissa == 0 { return 0 }
  while exponent > 0 && mantissa <= 1024 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
  if exponent > 0 { return nil }
  // Smaller than the resolution of 16.16.
  if exponent < -18 { return 0 }
  var unit: Int64 = 1
  for _ in exponent..<0 { unit *= 10 }
  let value = divideRounding(mantissa << 16, by: unit)
  return value > Int64(limit) ? nil : Int32(isNegative ? -value : value)
}

/// Returns the value of an ASCII digit, or `nil` for any other byte.
func decimalDigit(_ byte: UInt8) -> Int64? {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int64(byte - UInt8(ascii: "0")) : nil
}

/// Returns a number in lower-case hexadecimal, with leading zeros up to `digits` digits.
func hexadecimal(_ value: Int32, _ digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
}
