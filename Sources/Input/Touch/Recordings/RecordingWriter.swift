/// A writer of evemu's text, version 1.3: a description once, then events.
package struct RecordingWriter: Sendable {
  /// The text so far. The caller may remove what it has saved.
  package var bytes: [UInt8] = []

  package init() {}

  /// Writes the lines that precede all events.
  @export(interface) package mutating func write(_ device: DeviceDescription) {
    line("# EVEMU 1.3")
    // A control character would end the line.
    line("N: " + String(decoding: Array(device.name.utf8).filter { $0 >= 32 }, as: UTF8.self))
    let identity = [device.bus, device.vendor, device.product, device.version].map { hexadecimal(Int32($0), 4) }
    line("I: " + identity.joined(separator: " "))
    bits("P:", device.properties)
    bits("B: 00", device.types)
    bits("B: 01", device.keys)
    bits("B: 02", device.relativeAxes)
    bits("B: 03", device.absoluteAxes)
    for code in Int32(0)..<64 where device.has(absolute: code) {
      let axis = device[axis: code]
      line(
        "A: " + hexadecimal(code, 2) + " \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) \(axis.resolution)")
    }
  }

  package mutating func write(_ record: EvdevRecord) {
    let micro = "\(record.time % 1_000_000)"
    line(
      "E: \(record.time / 1_000_000)." + String(repeating: "0", count: 6 - micro.utf8.count) + micro + " "
        + hexadecimal(record.type, 4) + " " + hexadecimal(record.code, 4) + " \(record.value)")
  }

  /// Writes eight bytes on each line, as evemu does.
  private mutating func bits<let words: Int>(_ start: String, _ table: BitTable<words>) {
    for word in 0..<words {
      var text = start
      for byte in 0..<8 {
        var value: Int32 = 0
        for bit in Int32(0)..<8 where table[bit: Int32(word * 64 + byte * 8) + bit] { value |= 1 << bit }
        text += " " + hexadecimal(value, 2)
      }
      line(text)
    }
  }

  private mutating func line(_ text: String) {
    bytes.append(contentsOf: Array(text.utf8))
    bytes.append(UInt8(ascii: "\n"))
  }
}
