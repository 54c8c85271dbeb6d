import Geometry

/// Six numbers that correct where a touch device thinks it is touched, as in udev's LIBINPUT_CALIBRATION_MATRIX.
///
/// ```
/// u' = a*u + b*v + c
/// v' = d*u + e*v + f        u, v: 0 ... 1 across the device's axis ranges; u', v': 0 ... 1 across the screen
/// ```
///
/// The coefficients are 16.16 fixed point.
package struct Calibration: Hashable, Sendable {
  /// A coefficient, 16.16.
  package let a, b, c, d, e, f: Int32

  /// Corrects nothing.
  package static let identity = Calibration(unchecked: (1 << 16, 0, 0, 0, 1 << 16, 0))

  /// The greatest size of a coefficient: ±1024, so that no sum in `TouchTransform` can overflow.
  package static let limit: Int32 = 1024 << 16

  /// Nil if a coefficient is beyond `limit`, or if the matrix squashes the screen to a line or a point.
  package init?(a: Int32, b: Int32, c: Int32, d: Int32, e: Int32, f: Int32) {
    for value in [a, b, c, d, e, f] where value > Self.limit || value < -Self.limit { return nil }
    self.init(unchecked: (a, b, c, d, e, f))
    if determinant >> 16 == 0 { return nil }
  }

  private init(unchecked m: (Int32, Int32, Int32, Int32, Int32, Int32)) {
    (a, b, c, d, e, f) = m
  }

  /// 32.32.
  var determinant: Int64 { Int64(a) * Int64(e) - Int64(b) * Int64(d) }

  /// Reads the text form: six decimal numbers between spaces, as in "1.02 0 -0.01 0 9.8e-1 0.015".
  @export(interface) package init(parsing text: String) throws(CalibrationError) {
    var scanner = DecimalScanner(bytes: Array(text.utf8))
    var m: [Int32] = []
    while let word = scanner.nextWord() {
      if m.count == 6 { throw CalibrationError(.wrongCount(7)) }
      guard let value = scanner.fixed(word) else { throw CalibrationError(.notANumber(scanner.text(word))) }
      m.append(value)
    }
    if m.count != 6 { throw CalibrationError(.wrongCount(m.count)) }
    guard let calibration = Calibration(a: m[0], b: m[1], c: m[2], d: m[3], e: m[4], f: m[5]) else {
      throw CalibrationError(.singular)
    }
    self = calibration
  }
}

extension Calibration {
  /// The text form, with six digits behind the point: as many as bring the same coefficients back.
  package var text: String {
    var text = ""
    for value in [a, b, c, d, e, f] {
      let millionths = divideRounding(abs(Int64(value)) * 1_000_000, by: 1 << 16)
      var digits = "\(millionths % 1_000_000)"
      while digits.utf8.count < 6 { digits = "0" + digits }
      text += (text.isEmpty ? "" : " ") + (value < 0 ? "-" : "") + "\(millionths / 1_000_000)." + digits
    }
    return text
  }

  /// The same for a device whose x runs down the screen and whose y runs across: its axes are swapped first.
  package var afterSwap: Calibration { Calibration(unchecked: (b, a, c, e, d, f)) }
}

/// Why a calibration matrix cannot be used.
package struct CalibrationError: Error, Hashable {
  /// What is wrong with it.
  package enum Problem: Hashable, Sendable {
    /// How many numbers there are; 7 stands for more than six.
    case wrongCount(Int)
    /// A word that is no decimal number.
    case notANumber(String)
    /// It squashes the screen to a line or a point, or a coefficient is beyond the limit.
    case singular
  }

  /// What is wrong with it.
  package let problem: Problem

  init(_ problem: Problem) { self.problem = problem }

  /// One line.
  @export(interface) package var message: String {
    switch problem {
    case .wrongCount(let count):
      "cannot use the calibration matrix: it has \(count > 6 ? "more than 6" : "\(count)") numbers; give 6, "
        + "as in \"1 0 0 0 1 0\""
    case .notANumber(let word):
      "cannot use the calibration matrix: \"" + word + "\" is not a decimal number between -1024 and 1024; "
        + "write it as in \"-0.015\""
    case .singular:
      "cannot use the calibration matrix: it maps the whole screen to a line; calibrate again"
    }
  }
}

/// Decimal numbers out of text, without floating point.
private struct DecimalScanner {
  let bytes: [UInt8]
  var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func nextWord() -> Range<Int>? {
    while offset < bytes.count && isSpace(bytes[offset]) { offset += 1 }
    if offset == bytes.count { return nil }
    let start = offset
    while offset < bytes.count && !isSpace(bytes[offset]) { offset += 1 }
    return start..<offset
  }

  func text(_ word: Range<Int>) -> String { String(decoding: bytes[word], as: UTF8.self) }

  /// 16.16, rounded to nearest; nil for what is not a decimal number or is beyond the limit. Of its digits twelve count.
  func fixed(_ word: Range<Int>) -> Int32? {
    var i = word.lowerBound
    let isNegative = takeSign(&i, word)
    var mantissa: Int64 = 0
    var exponent: Int64 = 0
    var digits = 0
    var hasPoint = false
    while i < word.upperBound, bytes[i] | 0x20 != UInt8(ascii: "e") {
      let byte = bytes[i]
      i += 1
      if byte == UInt8(ascii: ".") && !hasPoint {
        hasPoint = true
        continue
      }
      guard let digit = digit(byte) else { return nil }
      digits += 1
      if mantissa < 100_000_000_000 {
        mantissa = mantissa * 10 + digit
        if hasPoint { exponent -= 1 }
      } else if !hasPoint {
        exponent += 1
      }
    }
    if digits == 0 { return nil }
    if i < word.upperBound {
      i += 1
      guard let written = self.exponent(i, word) else { return nil }
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
    // Too small to be told from 0.
    if exponent < 0 { return 0 }
    let value = divideRounding(mantissa << 16, by: unit)
    if value > Int64(Calibration.limit) { return nil }
    return Int32(isNegative ? -value : value)
  }

  /// What stands behind an "e": a whole number, kept within ±1000.
  private func exponent(_ start: Int, _ word: Range<Int>) -> Int64? {
    var i = start
    let isNegative = takeSign(&i, word)
    if i == word.upperBound { return nil }
    var value: Int64 = 0
    while i < word.upperBound {
      guard let digit = digit(bytes[i]) else { return nil }
      value = min(value * 10 + digit, 1000)
      i += 1
    }
    return isNegative ? -value : value
  }

  private func takeSign(_ i: inout Int, _ word: Range<Int>) -> Bool {
    guard i < word.upperBound, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") else { return false }
    i += 1
    return bytes[i - 1] == UInt8(ascii: "-")
  }

  private func digit(_ byte: UInt8) -> Int64? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int64(byte - UInt8(ascii: "0")) : nil
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
}
