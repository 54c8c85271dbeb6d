/// What `star-kiosk calibrate` found out, a line for each touch device:
///
/// ```
/// 0018:1234:5678 spi0.1/input0 1.050000 0.000000 -0.020000 0.000000 1.040000 -0.010000 ADS7846 Touchscreen
/// ```
///
/// bus, vendor and product in hexadecimal; where it is plugged in (`-` where it does not say); six numbers as in udev's
/// LIBINPUT_CALIBRATION_MATRIX; its name up to the line's end. Lines that begin with # are comments.
///
/// A book keeps every line as it was read, comments and what it does not understand, too: only what is set anew changes.
package struct CalibrationStore: Sendable {
  /// A device's calibration.
  struct Entry: Sendable {
    /// As in "0018:1234:5678".
    let identity: [UInt8]
    let place: [UInt8]
    let calibration: Calibration
    let name: [UInt8]
  }

  private struct Line: Sendable {
    /// Without the newline.
    let text: [UInt8]
    /// Nil for a comment, an empty line and what is not understood.
    let entry: Entry?
  }

  private var lines: [Line] = []
  private var entries: some Sequence<Entry> { lines.lazy.compactMap { $0.entry } }

  /// The lines that are none, from 1: their devices go uncalibrated.
  package var unreadable: [Int32] {
    var numbers: [Int32] = []
    for (i, line) in lines.enumerated() where line.entry == nil && !Self.isRemark(line.text[...]) {
      numbers.append(Int32(i) + 1)
    }
    return numbers
  }

  /// An empty one.
  package init() {}

  /// Reads a book's text.
  @export(interface) package init(parsing text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lines.append(Line(text: Array(line), entry: Self.isRemark(line) ? nil : Self.entry(line)))
    }
    // What is behind the last newline is a line only where it was forgotten.
    if let last = lines.last, last.text.isEmpty { lines.removeLast() }
  }

  private static func isRemark(_ line: ArraySlice<UInt8>) -> Bool { line.isEmpty || line.first == UInt8(ascii: "#") }

  private static func entry(_ line: ArraySlice<UInt8>) -> Entry? {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 8, omittingEmptySubsequences: false)
    if words.count != 9 { return nil }
    var matrix: [UInt8] = []
    for word in words[2..<8] { matrix += Array(word) + [UInt8(ascii: " ")] }
    guard let calibration = try? Calibration(parsing: String(decoding: matrix, as: UTF8.self)) else { return nil }
    return Entry(
      identity: Array(words[0]), place: Array(words[1]), calibration: calibration, name: Array(words[8]))
  }

  /// The device's calibration: of those of its kind and name the one for the place where it is plugged in, else the first.
  @export(interface) package func calibration(of device: DeviceDescription) -> Calibration? {
    var found: Calibration?
    for entry in entries where entry.identity == Self.identity(device) && entry.name == Self.clean(device.name) {
      if entry.place == Self.place(device) { return entry.calibration }
      if found == nil { found = entry.calibration }
    }
    return found
  }

  /// Writes a device's calibration down, in place of an earlier one for the same place.
  @export(interface) package mutating func set(_ calibration: Calibration, for device: DeviceDescription) {
    let entry = Entry(
      identity: Self.identity(device), place: Self.place(device), calibration: calibration,
      name: Self.clean(device.name))
    let line = Line(text: Self.text(of: entry), entry: entry)
    let earlier = lines.indices.filter { i in
      guard let other = lines[i].entry else { return false }
      return other.identity == entry.identity && other.place == entry.place && other.name == entry.name
    }
    guard let first = earlier.first else {
      if lines.isEmpty {
        let heading = "# Written by star-kiosk calibrate: device, place, matrix, name."
        lines.append(Line(text: Array(heading.utf8), entry: nil))
      }
      return lines.append(line)
    }
    lines[first] = line
    for i in earlier.dropFirst().reversed() { lines.remove(at: i) }
  }

  private static func text(of entry: Entry) -> [UInt8] {
    let space = [UInt8(ascii: " ")]
    return entry.identity + space + entry.place + space + Array(entry.calibration.text.utf8) + space + entry.name
  }

  /// The book's text, each line with its newline.
  package var text: [UInt8] {
    var text: [UInt8] = []
    for line in lines { text += line.text + [UInt8(ascii: "\n")] }
    return text
  }

  private static func identity(_ device: DeviceDescription) -> [UInt8] {
    var text: [UInt8] = []
    for number in [device.bus, device.vendor, device.product] {
      if !text.isEmpty { text.append(UInt8(ascii: ":")) }
      for shift in [UInt16(12), 8, 4, 0] {
        let digit = UInt8(number >> shift & 15)
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
    return text
  }

  private static func place(_ device: DeviceDescription) -> [UInt8] {
    let place = clean(device.place).map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }
    return place.isEmpty ? [UInt8(ascii: "-")] : place
  }

  /// Without what would break a line.
  private static func clean(_ text: String) -> [UInt8] { text.utf8.filter { $0 >= 0x20 && $0 != 0x7f } }
}
