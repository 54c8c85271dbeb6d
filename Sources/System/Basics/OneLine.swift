/// Returns a text as one line of a log or a report. Control characters (U+0000 to U+001F, U+007F to U+009F), which could end the line or
/// control a terminal, become spaces. The names of devices, connectors and folders come from outside the program.
package func oneLine(_ text: String) -> String {
  var bytes: [UInt8] = []
  for byte in text.utf8 {
    if byte < 0x20 || byte == 0x7f {
      bytes.append(UInt8(ascii: " "))
    } else if bytes.last == 0xc2 && byte < 0xa0 {
      // UTF-8 encodes U+0080 to U+009F as 0xC2 followed by the code point's low byte.
      bytes[bytes.count - 1] = UInt8(ascii: " ")
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
