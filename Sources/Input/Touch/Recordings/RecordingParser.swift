import Basics
import CInputEvents

/// A parser for evemu's text, line by line.
///
/// ```
/// state     line                    then
/// version   "# EVEMU 1.x"           device
/// device    N: I: P: B: A:          device
/// device    E:                      events, if the device has a name, bits and an axis, and each axis its bit
/// events    E:                      events
/// any       # L: S: blank           skipped
/// any       other, or out of place  rejected
/// ```
struct RecordingParser {
  private(set) var device = DeviceDescription()
  private(set) var records: [EvdevRecord] = []

  private let name: String
  /// The number of the current line, from 1. At the end, it is the number of the last event's line.
  private var line = 0
  /// The rest of the current line.
  private var rest: ArraySlice<UInt8> = []
  private var hasName = false
  private var hasBits = false
  /// The codes for which an A: line was read.
  private var axes = BitTable<1>()
  /// P: and B: lines continue where the last line of the same kind ended, in bytes.
  private var propertyBytes: Int32 = 0
  private var maskBytes = InlineArray<32, Int32>(repeating: 0)

  init(name: String) { self.name = name }

  mutating func parse(_ bytes: [UInt8]) throws(RecordingError) {
    if bytes.isEmpty { throw error(.notARecording, "the file is empty", "record it with evemu-record") }
    // Nothing is parsed unless the last line is whole.
    if bytes.last != Self.newline {
      line = bytes.reduce(1) { $1 == Self.newline ? $0 + 1 : $0 }
      throw truncated("the last line is incomplete")
    }
    var lastEventLine = 0
    var text = bytes[...]
    while let end = text.firstIndex(of: Self.newline) {
      (line, rest) = (line + 1, text[..<end])
      text = text[(end + 1)...]
      let count = records.count
      if line == 1 { try parseVersion() } else { try parseLine() }
      if records.count > count { lastEventLine = line }
    }
    if records.isEmpty { try checkDescription() }
    if lastEventLine > 0 { line = lastEventLine }
  }

  private func checkDescription() throws(RecordingError) {
    if !hasName || !hasBits || axes.isEmpty {
      throw error(.noDescription, "the device is not described (N:, B: and A: lines)", "record it again")
    }
    for code in 0..<BitTable<1>.capacity where axes[bit: code] && !device.has(absolute: code) {
      let reason = "axis 0x" + String(code, radix: 16) + " has an A: line and no bit in B: 03"
      throw error(.noDescription, reason, "record it again")
    }
  }

  // MARK: Errors

  private func error(_ fault: RecordingFault, _ reason: String, _ suggestion: String) -> RecordingError {
    RecordingError(fault, "read", line > 0 ? name + ":\(line)" : name, reason: reason, suggestion: suggestion)
  }

  private func malformed(_ reason: String) -> RecordingError {
    error(.malformed, reason, "correct the line, or record it again")
  }

  /// Returns the error for a recording whose end is missing.
  func truncated(_ reason: String) -> RecordingError {
    error(.truncated, reason + ": the recording is truncated", "record it again")
  }

  // MARK: Lines

  private func parseVersion() throws(RecordingError) {
    let magic = "# EVEMU 1.".utf8
    if rest.count <= magic.count || !rest.starts(with: magic) {
      throw error(.notARecording, "it does not begin with \"# EVEMU 1.\"", "record it with evemu-record")
    }
  }

  private mutating func parseLine() throws(RecordingError) {
    skipSpaces()
    guard let first = rest.popFirst(), first != UInt8(ascii: "#") else { return }
    guard rest.popFirst() == UInt8(ascii: ":") else { throw malformed("not a line of a recording") }
    switch first {
    case UInt8(ascii: "E"): return try parseEvent()
    case UInt8(ascii: "L"), UInt8(ascii: "S"): return
    case _ where !records.isEmpty: throw malformed("the device is described after its events")
    case UInt8(ascii: "N"): parseName()
    case UInt8(ascii: "I"):
      device.bus = UInt16(try hexadecimal(upTo: 0xffff))
      device.vendor = UInt16(try hexadecimal(upTo: 0xffff))
      device.product = UInt16(try hexadecimal(upTo: 0xffff))
      device.version = UInt16(try hexadecimal(upTo: 0xffff))
    case UInt8(ascii: "P"): try parseProperties()
    case UInt8(ascii: "B"): try parseBits()
    case UInt8(ascii: "A"): try parseAxis()
    default: throw malformed("not a line of a recording")
    }
    try expectEnd()
  }

  private mutating func parseName() {
    // Control characters are removed before spaces, because the writer omits them: a space next to one would otherwise become part of the
    // name.
    rest.removeAll { $0 < 32 }
    skipSpaces()
    while let last = rest.last, Self.isSpace(last) { rest.removeLast() }
    device.name = String(decoding: rest, as: UTF8.self)
    rest = []
    hasName = true
  }

  private mutating func parseProperties() throws(RecordingError) {
    while isAtField {
      let byte = try hexadecimal(upTo: 0xff)
      for bit in Self.bits(of: byte, at: propertyBytes) { device.properties[bit: bit] = true }
      // 8 bytes hold all properties. Further ones are ignored.
      propertyBytes = min(propertyBytes + 1, 8)
    }
  }

  private mutating func parseBits() throws(RecordingError) {
    let type = try hexadecimal(upTo: 31)
    while isAtField {
      let byte = try hexadecimal(upTo: 0xff)
      let index = maskBytes[Int(type)]
      maskBytes[Int(type)] += 1
      // 96 bytes hold all keys.
      if index >= 96 { throw malformed("more bits than there are codes") }
      for bit in Self.bits(of: byte, at: index) {
        switch type {
        case EV_SYN: device.types[bit: bit] = true
        case EV_KEY: device.keys[bit: bit] = true
        case EV_REL: device.relativeAxes[bit: bit] = true
        case EV_ABS: device.absoluteAxes[bit: bit] = true
        default: break
        }
      }
    }
    hasBits = true
  }

  /// Returns the numbers of the bits that are set in the byte at an index.
  private static func bits(of byte: Int32, at index: Int32) -> [Int32] {
    (0..<8).filter { byte >> $0 & 1 == 1 }.map { index * 8 + $0 }
  }

  private mutating func parseAxis() throws(RecordingError) {
    let code = try hexadecimal(upTo: 63)
    var axis = AxisInfo()
    axis.minimum = try decimal()
    axis.maximum = try decimal()
    axis.fuzz = try decimal()
    axis.flat = try decimal()
    // EVEMU 1.0 has no resolution.
    if isAtField { axis.resolution = try decimal() }
    device[axis: code] = axis
    axes[bit: code] = true
  }

  private mutating func parseEvent() throws(RecordingError) {
    if records.isEmpty { try checkDescription() }
    skipSpaces()
    let seconds = try digits(1...10)
    // With this limit of 32 bits, times in nanoseconds do not overflow.
    if seconds > UInt32.max { throw malformed("a time after 4294967295 seconds") }
    guard rest.popFirst() == UInt8(ascii: ".") else { throw malformed(Self.timeReason) }
    let microseconds = try digits(6...6)
    let type = try hexadecimal(upTo: 31)
    let code = try hexadecimal(upTo: 0xffff)
    let value = try decimal()
    try expectEnd()
    let record = EvdevRecord(time: seconds * 1_000_000 + microseconds, type: type, code: code, value: value)
    if let last = records.last, record.time < last.time {
      throw malformed("the time is before that of the event above")
    }
    records.append(record)
  }

  // MARK: Fields

  private static var newline: UInt8 { UInt8(ascii: "\n") }
  private static var timeReason: String { "the time is not seconds, a point and six digits" }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private mutating func skipSpaces() { rest = rest.drop(while: Self.isSpace) }

  /// Whether another field follows, before a comment or the end of the line.
  private var isAtField: Bool {
    mutating get {
      skipSpaces()
      return rest.first.map { $0 != UInt8(ascii: "#") } ?? false
    }
  }

  private mutating func expectEnd() throws(RecordingError) {
    if isAtField { throw malformed("the line is too long") }
  }

  private mutating func nextField() throws(RecordingError) -> ArraySlice<UInt8> {
    if !isAtField { throw malformed("the line is too short") }
    let field = rest.prefix { !Self.isSpace($0) }
    rest = rest.dropFirst(field.count)
    return field
  }

  private mutating func hexadecimal(upTo limit: Int32) throws(RecordingError) -> Int32 {
    let field = try nextField()
    guard field.count <= 4 else { throw malformed("a hexadecimal number has more than four digits") }
    // Parsed as unsigned, because evemu writes no sign.
    guard field.first != UInt8(ascii: "+"), let value = UInt32(String(decoding: field, as: UTF8.self), radix: 16) else {
      throw malformed("not a hexadecimal number")
    }
    if value > UInt32(limit) { throw malformed("a code is out of range") }
    return Int32(value)
  }

  private mutating func decimal() throws(RecordingError) -> Int32 {
    let field = try nextField()
    let digits = field.first == UInt8(ascii: "-") ? field.dropFirst() : field
    if digits.isEmpty || !digits.allSatisfy({ decimalDigit($0) != nil }) { throw malformed("not a decimal number") }
    guard let value = Int32(String(decoding: field, as: UTF8.self)) else { throw malformed("a number is out of range") }
    return value
  }

  /// Parses digits up to the first byte that is not a digit.
  private mutating func digits(_ counts: ClosedRange<Int>) throws(RecordingError) -> Int64 {
    let digits = rest.prefix { decimalDigit($0) != nil }
    if !counts.contains(digits.count) { throw malformed(Self.timeReason) }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }
}
