/// A text as a line of a log or a report may have it: what would end the line or drive a terminal (U+0000 to U+001F, U+007F to
/// U+009F) becomes a space. Devices, connectors and folders have the names that others gave them.
package func oneLine(_ text: String) -> String {
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    if byte < 0x20 || byte == 0x7f {
      bytes.append(UInt8(ascii: " "))
    } else if bytes.last == 0xc2 && byte < 0xa0 {
      // U+0080 to U+009F are 0xC2 and the character's number in UTF-8.
      bytes[bytes.count - 1] = UInt8(ascii: " ")
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
