/// The calibrations that were measured on this machine, one line for each touch device:
///
/// ```
/// 0018:1234:5678 spi0.1/input0 1.050000 0.000000 -0.020000 0.000000 1.040000 -0.010000 ADS7846 Touchscreen
/// ```
///
/// The fields are bus, vendor and product in hexadecimal; the physical location (`-` if unknown); six numbers as in udev's
/// LIBINPUT_CALIBRATION_MATRIX; and the name up to the end of the line. Lines that begin with # are comments.
///
/// The store preserves every line, including comments and invalid ones; `set` changes only the device's line. `removeUnreadable` removes
/// the invalid lines.
package struct CalibrationStore: Sendable {
  /// The identity, location and name in a line.
  private struct Device: Equatable {
    /// The bus, vendor and product, such as "0018:1234:5678".
    let identity: [UInt8]
    let place: [UInt8]
    let name: [UInt8]

    /// Creates the device that a line describes.
    init(identity: ArraySlice<UInt8>, place: ArraySlice<UInt8>, name: ArraySlice<UInt8>) {
      (self.identity, self.place, self.name) = (Array(identity), Array(place), Array(name))
    }

    init(_ device: DeviceDescription) {
      let place = Self.printable(device.place).map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }
      let numbers = [device.bus, device.vendor, device.product].map { hexadecimal(Int32($0), 4) }
      identity = Array(numbers.joined(separator: ":").utf8)
      self.place = place.isEmpty ? [UInt8(ascii: "-")] : place
      name = Self.printable(device.name)
    }

    /// Whether both are the same device, possibly at different locations.
    func isAlike(_ other: Device) -> Bool { identity == other.identity && name == other.name }

    /// Returns a text without control characters, which would break a line.
    private static func printable(_ text: String) -> [UInt8] { text.utf8.filter { $0 >= 0x20 && $0 != 0x7f } }
  }

  /// The lines without their newlines.
  private var lines: [[UInt8]] = []

  /// The numbers of the invalid lines, from 1. Their devices have no calibration.
  package var unreadable: [Int32] {
    var numbers: [Int32] = []
    for (i, line) in lines.enumerated() where !line.isEmpty && line.first != UInt8(ascii: "#") {
      if Self.entry(line) == nil { numbers.append(Int32(i) + 1) }
    }
    return numbers
  }

  package init() {}

  @export(interface) package init(parsing text: [UInt8]) {
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
    // The text after the last newline is a line only if it is not empty.
    if lines.last?.isEmpty ?? false { lines.removeLast() }
  }

  /// Returns the content of a line; `nil` for a comment, an empty line or an invalid one.
  private static func entry(_ line: [UInt8]) -> (device: Device, calibration: Calibration)? {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 8, omittingEmptySubsequences: false)
    if words.count != 9 || line.first == UInt8(ascii: "#") { return nil }
    let matrix = String(decoding: line[words[2].startIndex..<words[7].endIndex], as: UTF8.self)
    guard let calibration = try? Calibration(parsing: matrix) else { return nil }
    return (Device(identity: words[0], place: words[1], name: words[8]), calibration)
  }

  /// Returns the calibration of a device. Of the entries with its identity and name, the one for its location is used or, if there is none,
  /// the first.
  @export(interface) package func calibration(of device: DeviceDescription) -> Calibration? {
    let wanted = Device(device)
    let alike = lines.compactMap { Self.entry($0) }.filter { $0.device.isAlike(wanted) }
    return (alike.first { $0.device == wanted } ?? alike.first)?.calibration
  }

  /// Sets the calibration of a device, replacing an earlier one for the same location.
  ///
  /// - Parameters:
  ///   - calibration: The calibration.
  ///   - device: The device.
  ///   - heading: A comment that becomes the first line of an empty store, without a newline; `nil` for none.
  @export(interface) package mutating func set(
    _ calibration: Calibration, for device: DeviceDescription, heading: String? = nil
  ) {
    let device = Device(device)
    let fields = [device.identity, device.place, Array(calibration.text.utf8), device.name]
    let line = Array(fields.joined(separator: [UInt8(ascii: " ")]))
    let earlier = lines.indices.filter { Self.entry(lines[$0])?.device == device }
    guard let first = earlier.first else {
      if let heading, lines.isEmpty { lines.append(Array("# ".utf8) + Array(heading.utf8)) }
      return lines.append(line)
    }
    lines[first] = line
    for i in earlier.dropFirst().reversed() { lines.remove(at: i) }
  }

  /// Removes the invalid lines.
  @export(interface) package mutating func removeUnreadable() {
    let numbers = unreadable
    for number in numbers.reversed() { lines.remove(at: Int(number) - 1) }
  }

  /// The text of the store, with a newline after each line.
  package var text: [UInt8] { lines.flatMap { $0 + [UInt8(ascii: "\n")] } }
}
