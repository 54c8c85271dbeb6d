/// A row in the text format of PostgreSQL's COPY: texts between tabs, and a line feed.
package enum CopyLine {
  package static func bytes(_ texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for text in texts {
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\\"): bytes += [byte, byte]
        case 0x09: bytes += "\\t".utf8
        case 0x0a: bytes += "\\n".utf8
        case 0x0d: bytes += "\\r".utf8
        default: bytes.append(byte)
        }
      }
      bytes.append(UInt8(ascii: "\t"))
    }
    bytes[bytes.count - 1] = UInt8(ascii: "\n")
    return bytes
  }
}
