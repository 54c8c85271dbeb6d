/// udev's database record of a device. For the input device 13:64, it is the file /run/udev/data/c13:64. A line "E:NAME=value" is a
/// property.
package enum UdevRecord {
  /// Returns the value of a property in a record, or `nil` if the record does not have it.
  @export(interface) package static func value(of property: StaticString, in record: [UInt8]) -> String? {
    let prefix = Array("E:\(property)=".utf8)
    for line in record.split(separator: UInt8(ascii: "\n")) where line.starts(with: prefix) {
      return String(decoding: line.dropFirst(prefix.count), as: UTF8.self)
    }
    return nil
  }
}
