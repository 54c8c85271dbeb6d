/// The calibrations that were measured on this machine, one line for each touch device:
///
/// ```
/// 0018:1234:5678 spi0.1/input0 1.050000 0.000000 -0.020000 0.000000 1.040000 -0.010000 ADS7846 Touchscreen
/// ```
///
/// The fields are bus, vendor and product in hexadecimal; the physical location (`-` if unknown); six numbers as in udev's
/// LIBINPUT_CALIBRATION_MATRIX; and the name up to the end of the line. Lines that begin with # are comments.
///
/// The store preserves every line, including comments and invalid ones; `set` changes only the device's line.
package struct CalibrationStore: Sendable {
  private struct Entry: Sendable {
    /// Bus, vendor and product, as in "0018:1234:5678".
    let identity: [UInt8]
    let place: [UInt8]
    let calibration: Calibration
    let name: [UInt8]
  }

  private struct Line: Sendable {
    /// Without the newline.
    let text: [UInt8]
    /// `nil` for a comment, an empty line or an invalid one.
    let entry: Entry?
  }

  private var lines: [Line] = []

  /// The numbers of the invalid lines, from 1. Their devices have no calibration.
  package var unreadable: [Int32] {
    var numbers: [Int32] = []
    for (i, line) in lines.enumerated() where line.entry == nil && !Self.isComment(line.text[...]) {
      numbers.append(Int32(i) + 1)
    }
    return numbers
  }

  /// Creates an empty store.
  package init() {}

  /// Parses the text of a store.
  @export(interface) package init(parsing text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lines.append(Line(text: Array(line), entry: Self.isComment(line) ? nil : Self.entry(line)))
    }
    // The text after the last newline is a line only if it is not empty.
    if let last = lines.last, last.text.isEmpty { lines.removeLast() }
  }

  private static func isComment(_ line: ArraySlice<UInt8>) -> Bool { line.isEmpty || line.first == UInt8(ascii: "#") }

  private static func entry(_ line: ArraySlice<UInt8>) -> Entry? {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 8, omittingEmptySubsequences: false)
    if words.count != 9 { return nil }
    let matrix = words[2].startIndex..<words[7].endIndex
    guard let calibration = try? Calibration(parsing: String(decoding: line[matrix], as: UTF8.self)) else { return nil }
    return Entry(
      identity: Array(words[0]), place: Array(words[1]), calibration: calibration, name: Array(words[8]))
  }

  /// Returns the calibration of a device: of the entries with its identity and name, the one for its location, else the first.
  @export(interface) package func calibration(of device: DeviceDescription) -> Calibration? {
    let (identity, place, name) = (Self.identity(device), Self.place(device), Self.printable(device.name))
    var found: Calibration?
    for line in lines {
      guard let entry = line.entry, entry.identity == identity, entry.name == name else { continue }
      if entry.place == place { return entry.calibration }
      if found == nil { found = entry.calibration }
    }
    return found
  }

  /// Sets the calibration of a device, in place of an earlier one for the same location.
  @export(interface) package mutating func set(_ calibration: Calibration, for device: DeviceDescription) {
    let entry = Entry(
      identity: Self.identity(device), place: Self.place(device), calibration: calibration,
      name: Self.printable(device.name))
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

  /// The text of the store, with a newline after each line.
  package var text: [UInt8] {
    var text: [UInt8] = []
    for line in lines { text += line.text + [UInt8(ascii: "\n")] }
    return text
  }

  private static func identity(_ device: DeviceDescription) -> [UInt8] {
    Array(
      (hexadecimal(device.bus, 4) + ":" + hexadecimal(device.vendor, 4) + ":" + hexadecimal(device.product, 4)).utf8)
  }

  private static func place(_ device: DeviceDescription) -> [UInt8] {
    let place = printable(device.place).map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }
    return place.isEmpty ? [UInt8(ascii: "-")] : place
  }

  /// Returns a text without control characters, which would break a line.
  private static func printable(_ text: String) -> [UInt8] { text.utf8.filter { $0 >= 0x20 && $0 != 0x7f } }
}
