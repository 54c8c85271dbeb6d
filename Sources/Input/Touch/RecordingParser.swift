/// Reads evemu's text line by line.
///
/// ```
/// state     line                    then
/// version   "# EVEMU 1.x"           device
/// device    N: I: P: B: A:          device
/// device    E:                      events, if the device has a name, bits and an axis
/// events    E:                      events
/// any       # L: S: blank           passed over
/// any       other, or out of place  refused
/// ```
struct RecordingParser {
  private(set) var device = DeviceDescription()
  private(set) var records: [EvdevRecord] = []
  /// The line of the last event, or the last line; from 1.
  private(set) var lastEventLine = 1

  private let bytes: [UInt8]
  private var line = 0
  /// What is left of the current line.
  private var rest: Range<Int> = 0..<0
  private var hasName = false
  private var hasBits = false
  private var hasAxis = false
  /// P: and B: continue where the last line of the same kind ended, in bytes.
  private var propertyBytes = 0
  private var maskBytes = InlineArray<32, Int>(repeating: 0)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func parse() throws(RecordingError) {
    // Nothing is judged before the last line is known to be whole.
    if bytes.last != UInt8(ascii: "\n") { throw RecordingError(line: lineCount + 1, .cutLine) }
    var start = 0
    while start < bytes.count {
      line += 1
      var end = start
      while bytes[end] != UInt8(ascii: "\n") { end += 1 }
      rest = start..<end
      start = end + 1
      if line == 1 { try parseVersion() } else { try parseLine() }
    }
    if records.isEmpty {
      lastEventLine = line
      if !isDescribed { throw RecordingError(line: line, .noDescription) }
    }
  }

  private var lineCount: Int {
    var count = 0
    for byte in bytes where byte == UInt8(ascii: "\n") { count += 1 }
    return count
  }

  private var isDescribed: Bool { hasName && hasBits && hasAxis }

  private func malformed(_ what: String) -> RecordingError { RecordingError(line: line, .malformed(what)) }

  private func parseVersion() throws(RecordingError) {
    let magic: StaticString = "# EVEMU 1."
    let isMagic = magic.withUTF8Buffer { magic in
      guard rest.count > magic.count else { return false }
      for i in 0..<magic.count where bytes[rest.lowerBound + i] != magic[i] { return false }
      return true
    }
    if !isMagic { throw RecordingError(line: line, .notARecording) }
  }

  private mutating func parseLine() throws(RecordingError) {
    skipSpaces()
    guard let first = peek() else { return }
    if first == UInt8(ascii: "#") { return }
    guard rest.count >= 2, bytes[rest.lowerBound + 1] == UInt8(ascii: ":") else {
      throw malformed("not a line of a recording")
    }
    rest = rest.lowerBound + 2..<rest.upperBound
    if first == UInt8(ascii: "E") { return try parseEvent() }
    if !records.isEmpty && first != UInt8(ascii: "L") && first != UInt8(ascii: "S") {
      throw malformed("the device is described after its events")
    }
    switch first {
    case UInt8(ascii: "N"): parseName()
    case UInt8(ascii: "I"): try parseIdentity()
    case UInt8(ascii: "P"): try parseProperties()
    case UInt8(ascii: "B"): try parseBits()
    case UInt8(ascii: "A"): try parseAxis()
    case UInt8(ascii: "L"), UInt8(ascii: "S"): break
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
      // 96 bytes hold all keys; more would not be evemu's.
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
    if !isDescribed { throw RecordingError(line: line, .noDescription) }
    skipSpaces()
    let seconds = try digits(1...10)
    // Until 2106, as in 32 bits: whoever counts in nanoseconds has room for any two of them, and for the time since the boot.
    if seconds > UInt32.max { throw malformed("a time after 4294967295 seconds") }
    guard peek() == UInt8(ascii: ".") else { throw malformed("the time is not seconds, a point and six digits") }
    rest = rest.lowerBound + 1..<rest.upperBound
    let microseconds = try digits(6...6)
    let type = UInt16(try hexadecimal(upTo: 31))
    let code = UInt16(try hexadecimal(upTo: 0xffff))
    let value = try decimal()
    try expectEnd()
    let record = EvdevRecord(time: seconds * 1_000_000 + microseconds, type: type, code: code, value: value)
    if let last = records.last, record.time < last.time { throw RecordingError(line: line, .timeRunsBackwards) }
    records.append(record)
    lastEventLine = line
  }

  // MARK: Fields

  private func peek() -> UInt8? { rest.isEmpty ? nil : bytes[rest.lowerBound] }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private mutating func skipSpaces() {
    while let byte = peek(), isSpace(byte) { rest = rest.lowerBound + 1..<rest.upperBound }
  }

  /// Another field follows, not a comment or the end.
  private var isAtField: Bool {
    mutating get {
      skipSpaces()
      guard let byte = peek() else { return false }
      return byte != UInt8(ascii: "#")
    }
  }

  private mutating func expectEnd() throws(RecordingError) {
    if isAtField { throw malformed("there is more on the line than belongs there") }
  }

  /// The next field, up to a space; empty at the end of the line.
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
    for i in field {
      guard let digit = hexadecimalDigit(bytes[i]) else { throw malformed("not a hexadecimal number") }
      value = value << 4 | digit
    }
    if value > limit { throw malformed("a code is out of range") }
    return value
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  private mutating func decimal() throws(RecordingError) -> Int32 {
    let field = try nextField()
    var isNegative = false
    var value: Int64 = 0
    var count = 0
    for i in field {
      let byte = bytes[i]
      if i == field.lowerBound && byte == UInt8(ascii: "-") {
        isNegative = true
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw malformed("not a decimal number") }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      count += 1
      if count > 11 { throw malformed("a number is out of range") }
    }
    guard count > 0, let small = Int32(exactly: isNegative ? -value : value) else {
      throw malformed(count > 0 ? "a number is out of range" : "not a decimal number")
    }
    return small
  }

  /// Digits up to the first other byte, as many as `counts` allows.
  private mutating func digits(_ counts: ClosedRange<Int>) throws(RecordingError) -> Int64 {
    var value: Int64 = 0
    var count = 0
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), count <= counts.upperBound {
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      count += 1
      rest = rest.lowerBound + 1..<rest.upperBound
    }
    if !counts.contains(count) { throw malformed("the time is not seconds, a point and six digits") }
    return value
  }
}
