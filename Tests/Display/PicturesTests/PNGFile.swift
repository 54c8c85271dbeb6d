/// A PNG file built chunk by chunk, so that each part can be made invalid. See the PNG specification, third edition (W3C
/// 2025), and for zlib's stored blocks RFC 1950 and 1951.
struct PNGFile {
  var width: UInt32
  var height: UInt32
  var bits: UInt8 = 8
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA.
  var kind: UInt8 = 6
  var interlaced = false
  /// The chunks between the header and the pixels.
  var extra: [(name: String, bytes: [UInt8])] = []
  /// The rows, each after its filter byte.
  var rows: [UInt8] = []

  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += Self.chunk(
      "IHDR", Self.big(width) + Self.big(height) + [bits, kind, 0, 0, interlaced ? 1 : 0] as [UInt8])
    for (name, bytes) in extra { file += Self.chunk(name, bytes) }
    file += Self.chunk("IDAT", Self.zlib(rows))
    return file + Self.chunk("IEND", [])
  }

  static func big(_ n: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: n >> (24 - 8 * UInt32($0))) } }

  static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let body = [UInt8](name.utf8) + bytes
    return big(UInt32(bytes.count)) + body + big(crc(body))
  }

  /// Encodes bytes as stored blocks of at most 65,535 bytes.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var position = 0
    repeat {
      let count = min(bytes.count - position, 65535)
      let isLast = position + count == bytes.count
      stream += [
        isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8((~count >> 8) & 255),
      ]
      stream += bytes[position..<position + count]
      position += count
    } while position < bytes.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return stream + big(b << 16 | a)
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0xedb8_8320 }
    }
    return ~crc
  }
}
