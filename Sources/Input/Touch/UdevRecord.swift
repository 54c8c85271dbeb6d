/// What udev keeps of a device, as text: /run/udev/data/c13:64 for the input device 13, 64.
///
/// A line each; those of properties are "E:NAME=value".
package enum UdevRecord {
  /// A property's value in a record; nil where it has none of that name.
  @export(interface) package static func value(of property: StaticString, in record: [UInt8]) -> String? {
    let name = UnsafeBufferPointer(start: property.utf8Start, count: property.utf8CodeUnitCount)
    for line in record.split(separator: UInt8(ascii: "\n")) where line.starts(with: "E:".utf8) {
      let rest = line.dropFirst(2)
      guard rest.starts(with: name), rest.dropFirst(name.count).first == UInt8(ascii: "=") else { continue }
      return String(decoding: rest.dropFirst(name.count + 1), as: UTF8.self)
    }
    return nil
  }
}
