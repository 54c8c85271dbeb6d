import Basics

/// A parser for evemu's text, line by line.
///
/// ```
/// state     line                    then
/// version   "# EVEMU 1.x"           device
/// device    N: I: P: B: A:          device
/// device    E:                      events, if the device has a name, bits and an axis
/// events    E:                      events
/// any       # L: S: blank           skipped
/// any       other, or out of place  rejected
/// ```
struct RecordingParser {
  private(set) var device = DeviceDescription()
  private(set) var records: [EvdevRecord] = []

  private let bytes: [UInt8]
  private let name: String
  /// The current line, from 1; at the end, the line of the last event.
  private var line = 0
  private var lastEventLine = 0
  /// The rest of the current line.
  private var rest: Range<Int> = 0..<0
  private var hasName = false
  private var hasBits = false
  private var hasAxis = false
  /// P: and B: lines continue where the last line of the same kind ended, in bytes.
  private var propertyBytes = 0
  private var maskBytes = InlineArray<32, Int>(repeating: 0)

  init(_ bytes: [UInt8], name: String) { (self.bytes, self.name) = (bytes, name) }

  mutating func parse() throws(RecordingError) {
    if bytes.isEmpty { throw error(.notARecording, "the file is empty", "record it with evemu-record") }
    // Nothing is parsed unless the last line is whole.
    if bytes.last != UInt8(ascii: "\n") {
      for byte in bytes where byte == UInt8(ascii: "\n") { line += 1 }
      line += 1
      throw truncated("the last line is incomplete")
    }
    var start = 0
    while start < bytes.count {
      line += 1
      var end = start
      while bytes[end] != UInt8(ascii: "\n") { end += 1 }
      rest = start..<end
      start = end + 1
      if line == 1 { try parseVersion() } else { try parseLine() }
    }
    if !isDescribed { throw notDescribed }
    if lastEventLine > 0 { line = lastEventLine }
  }

  private var isDescribed: Bool { hasName && hasBits && hasAxis }

  // MARK: Errors

  private func error(_ fault: RecordingFault, _ reason: String, _ suggestion: String) -> RecordingError {
    RecordingError(fault, "read", line > 0 ? name + ":\(line)" : name, reason: reason, suggestion: suggestion)
  }

  private func malformed(_ reason: String) -> RecordingError {
    error(.malformed, reason, "correct the line, or record it again")
  }

  private var notDescribed: RecordingError {
    error(.noDescription, "the device is not described (N:, B: and A: lines)", "record it again")
  }

  /// The error for a recording without its end.
  func truncated(_ reason: String) -> RecordingError {
    error(.truncated, reason + ": the recording is truncated", "record it again")
  }

  // MARK: Lines

  private func parseVersion() throws(RecordingError) {
    let magic = Array("# EVEMU 1.".utf8)
    if rest.count <= magic.count || !bytes[rest].starts(with: magic) {
      throw error(.notARecording, "it does not begin with \"# EVEMU 1.\"", "record it with evemu-record")
    }
  }

  private mutating func parseLine() throws(RecordingError) {
    skipSpaces()
    guard let first = peek(), first != UInt8(ascii: "#") else { return }
    guard rest.count >= 2, bytes[rest.lowerBound + 1] == UInt8(ascii: ":") else {
      throw malformed("not a line of a recording")
    }
    rest = rest.lowerBound + 2..<rest.upperBound
    if first == UInt8(ascii: "E") { return try parseEvent() }
    if first == UInt8(ascii: "L") || first == UInt8(ascii: "S") { return }
    if !records.isEmpty { throw malformed("the device is described after its events") }
    switch first {
    case UInt8(ascii: "N"): parseName()
    case UInt8(ascii: "I"): try parseIdentity()
    case UInt8(ascii: "P"): try parseProperties()
    case UInt8(ascii: "B"): try parseBits()
    case UInt8(ascii: "A"): try parseAxis()
    default: throw malformed("not a line of a recording")
    }
  }

  private mutating func parseName() {
    skipSpaces()
    var end = rest.upperBound
    while end > rest.lowerBound && isSpace(bytes[end - 1]) { end -= 1 }
    device.name = String(decoding: bytes[rest.lowerBound..<end], as: UTF8.self)
    hasName = true
  }

  private mutating func parseIdentity() throws(RecordingError) {
    device.bus = UInt16(try hexadecimal(upTo: 0xffff))
    device.vendor = UInt16(try hexadecimal(upTo: 0xffff))
    device.product = UInt16(try hexadecimal(upTo: 0xffff))
    device.version = UInt16(try hexadecimal(upTo: 0xffff))
    try expectEnd()
  }

  private mutating func parseProperties() throws(RecordingError) {
    while isAtField {
      let byte = try hexadecimal(upTo: 0xff)
      if propertyBytes < 8 { setBits(byte, from: propertyBytes) { device, bit in device.properties[bit: bit] = true } }
      propertyBytes += 1
    }
    try expectEnd()
  }

  private mutating func parseBits() throws(RecordingError) {
    let type = Int(try hexadecimal(upTo: 31))
    while isAtField {
      let byte = try hexadecimal(upTo: 0xff)
      let index = maskBytes[type]
      maskBytes[type] += 1
      // 96 bytes hold all keys.
      if index >= 96 { throw malformed("more bits than there are codes") }
      setBits(byte, from: index) { device, bit in
        switch UInt16(type) {
        case Evdev.EV_SYN: device.types[bit: bit] = true
        case Evdev.EV_KEY: device.keys[bit: bit] = true
        case Evdev.EV_REL: device.relativeAxes[bit: bit] = true
        case Evdev.EV_ABS: device.absoluteAxes[bit: bit] = true
        default: break
        }
      }
    }
    try expectEnd()
    hasBits = true
  }

  private mutating func setBits(_ byte: UInt32, from index: Int, _ set: (inout DeviceDescription, UInt16) -> Void) {
    for bit in 0..<8 where byte >> UInt32(bit) & 1 == 1 { set(&device, UInt16(index * 8 + bit)) }
  }

  private mutating func parseAxis() throws(RecordingError) {
    let code = UInt16(try hexadecimal(upTo: 63))
    var axis = AxisInfo()
    axis.minimum = try decimal()
    axis.maximum = try decimal()
    axis.fuzz = try decimal()
    axis.flat = try decimal()
    // EVEMU 1.0 did not have it.
    if isAtField { axis.resolution = try decimal() }
    try expectEnd()
    device[axis: code] = axis
    hasAxis = true
  }

  private mutating func parseEvent() throws(RecordingError) {
    if !isDescribed { throw notDescribed }
    skipSpaces()
    let seconds = try digits(1...10)
    // The limit of 32 bits leaves room to count in nanoseconds.
    if seconds > UInt32.max { throw malformed("a time after 4294967295 seconds") }
    guard peek() == UInt8(ascii: ".") else { throw malformed(Self.timeReason) }
    rest = rest.lowerBound + 1..<rest.upperBound
    let microseconds = try digits(6...6)
    let type = UInt16(try hexadecimal(upTo: 31))
    let code = UInt16(try hexadecimal(upTo: 0xffff))
    let value = try decimal()
    try expectEnd()
    let record = EvdevRecord(time: seconds * 1_000_000 + microseconds, type: type, code: code, value: value)
    if let last = records.last, record.time < last.time {
      throw malformed("the time is before that of the event above")
    }
    records.append(record)
    lastEventLine = line
  }

  // MARK: Fields

  private static var timeReason: String { "the time is not seconds, a point and six digits" }

  private func peek() -> UInt8? { rest.isEmpty ? nil : bytes[rest.lowerBound] }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private mutating func skipSpaces() {
    while let byte = peek(), isSpace(byte) { rest = rest.lowerBound + 1..<rest.upperBound }
  }

  /// Whether another field follows, before a comment or the end of the line.
  private var isAtField: Bool {
    mutating get {
      skipSpaces()
      return peek().map { $0 != UInt8(ascii: "#") } ?? false
    }
  }

  private mutating func expectEnd() throws(RecordingError) {
    if isAtField { throw malformed("the line is too long") }
  }

  private mutating func nextField() throws(RecordingError) -> Range<Int> {
    if !isAtField { throw malformed("the line is too short") }
    let start = rest.lowerBound
    var end = start
    while end < rest.upperBound && !isSpace(bytes[end]) { end += 1 }
    rest = end..<rest.upperBound
    return start..<end
  }

  private mutating func hexadecimal(upTo limit: UInt32) throws(RecordingError) -> UInt32 {
    let field = try nextField()
    guard field.count <= 4 else { throw malformed("a hexadecimal number has more than four digits") }
    var value: UInt32 = 0
    for byte in bytes[field] {
      guard let digit = hexadecimalDigit(byte) else { throw malformed("not a hexadecimal number") }
      value = value << 4 | digit
    }
    if value > limit { throw malformed("a code is out of range") }
    return value
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    if let digit = decimalDigit(byte) { return UInt32(digit) }
    let letter = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) ? UInt32(letter - UInt8(ascii: "a") + 10) : nil
  }

  private mutating func decimal() throws(RecordingError) -> Int32 {
    var field = bytes[try nextField()]
    let isNegative = field.first == UInt8(ascii: "-")
    if isNegative { field.removeFirst() }
    if field.isEmpty { throw malformed("not a decimal number") }
    var value: Int64 = 0
    for byte in field {
      guard let digit = decimalDigit(byte) else { throw malformed("not a decimal number") }
      value = min(value * 10 + digit, 1 << 40)
    }
    guard let small = Int32(exactly: isNegative ? -value : value) else { throw malformed("a number is out of range") }
    return small
  }

  /// Parses digits up to the first other byte.
  private mutating func digits(_ counts: ClosedRange<Int>) throws(RecordingError) -> Int64 {
    var value: Int64 = 0
    var count = 0
    while count <= counts.upperBound, let digit = peek().flatMap(decimalDigit) {
      value = value * 10 + digit
      count += 1
      rest = rest.lowerBound + 1..<rest.upperBound
    }
    if !counts.contains(count) { throw malformed(Self.timeReason) }
    return value
  }
}
