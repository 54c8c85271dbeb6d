/// What `star-kiosk calibrate` found out, a line for each touch device:
///
/// ```
/// 0018:1234:5678 spi0.1/input0 1.050000 0.000000 -0.020000 0.000000 1.040000 -0.010000 ADS7846 Touchscreen
/// ```
///
/// bus, vendor and product in hexadecimal; where it is plugged in (`-` where it does not say); six numbers as in udev's
/// LIBINPUT_CALIBRATION_MATRIX; its name up to the line's end. Lines that begin with # are comments.
public struct CalibrationBook: Sendable {
  /// A device's calibration.
  struct Entry: Sendable {
    /// As in "0018:1234:5678".
    let identity: [UInt8]
    let place: [UInt8]
    let calibration: Calibration
    let name: [UInt8]
  }

  private var entries: [Entry] = []
  /// The lines that are none, from 1: their devices go uncalibrated.
  public private(set) var unreadable: [Int32] = []

  /// An empty one.
  public init() {}

  /// Reads a book's text.
  @export(interface) public init(parsing text: [UInt8]) {
    var number: Int32 = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      if let entry = Self.entry(line) { entries.append(entry) } else { unreadable.append(number) }
    }
  }

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
  @export(interface) public func calibration(of device: DeviceDescription) -> Calibration? {
    var found: Calibration?
    for entry in entries where entry.identity == Self.identity(device) && entry.name == Self.clean(device.name) {
      if entry.place == Self.place(device) { return entry.calibration }
      if found == nil { found = entry.calibration }
    }
    return found
  }

  /// Writes a device's calibration down, in place of an earlier one for the same place.
  @export(interface) public mutating func set(_ calibration: Calibration, for device: DeviceDescription) {
    let entry = Entry(
      identity: Self.identity(device), place: Self.place(device), calibration: calibration,
      name: Self.clean(device.name))
    entries.removeAll { $0.identity == entry.identity && $0.place == entry.place && $0.name == entry.name }
    entries.append(entry)
  }

  /// The book's text. What could not be read is not in it.
  public var text: [UInt8] {
    var text = Array("# Written by star-kiosk calibrate: device, place, matrix, name.\n".utf8)
    for entry in entries {
      text += entry.identity + [UInt8(ascii: " ")] + entry.place + [UInt8(ascii: " ")]
      text += Array(entry.calibration.text.utf8) + [UInt8(ascii: " ")] + entry.name + [UInt8(ascii: "\n")]
    }
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
