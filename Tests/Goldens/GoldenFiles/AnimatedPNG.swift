import Display
import Pictures

/// A PNG file whose pictures follow each other (https://www.w3.org/TR/png-3/#apng-frame-based-animation). Every picture but the first one is
/// the rectangle in which it differs from the one before.
package struct AnimatedPNG {
  /// A rectangle of new pixels, and how long they are shown.
  package struct Frame: Equatable {
    let x: Int
    let y: Int
    let pixels: Pixels
    fileprivate(set) var milliseconds: Int
  }

  package private(set) var frames: [Frame] = []
  private var last = Pixels.none

  package init() {}

  /// Adds a picture that is shown for some time. One that equals the picture before prolongs it.
  package mutating func add(_ picture: Pixels, for milliseconds: Int) {
    let (width, height) = (picture.width, picture.height)
    var (left, right, top, bottom) = frames.isEmpty ? (0, width - 1, 0, height - 1) : (width, -1, height, -1)
    if !frames.isEmpty && picture.rgb != last.rgb {
      for (i, value) in picture.rgb.enumerated() where value != last.rgb[i] {
        let (x, y) = (i / 3 % width, i / 3 / width)
        (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), y)
      }
    }
    last = picture
    if bottom < top {
      frames[frames.count - 1].milliseconds += milliseconds
      return
    }
    var rgb: [UInt8] = []
    for y in top...bottom { rgb += picture.rgb[3 * (y * width + left)..<3 * (y * width + right + 1)] }
    let part = Pixels(rgb: rgb, width: right - left + 1, height: bottom - top + 1)
    frames.append(Frame(x: left, y: top, pixels: part, milliseconds: milliseconds))
  }

  // MARK: Files

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Returns the file, which repeats forever.
  package func file() throws(PNGError) -> [UInt8] {
    var (file, number) = (Self.signature, 0)
    func numbered() -> [UInt8] {
      number += 1
      return Self.bytes(number - 1)
    }
    for (i, frame) in frames.enumerated() {
      let chunks = Self.chunks(try frame.pixels.png())
      if i == 0 {
        file += Self.chunk("IHDR", chunks.first { $0.type == "IHDR" }?.data ?? [])
        file += Self.chunk("acTL", Self.bytes(frames.count) + Self.bytes(0))
      }
      let place = [frame.pixels.width, frame.pixels.height, frame.x, frame.y].flatMap { Self.bytes($0) }
      let time = Self.bytes(frame.milliseconds, 2) + Self.bytes(1000, 2)
      file += Self.chunk("fcTL", numbered() + place + time + [0, 0])
      let data = chunks.filter { $0.type == "IDAT" }.flatMap { $0.data }
      file += i == 0 ? Self.chunk("IDAT", data) : Self.chunk("fdAT", numbered() + data)
    }
    return file + Self.chunk("IEND", [])
  }

  /// Reads a file that `file` has made.
  package init(file: [UInt8]) throws {
    let chunks = Self.chunks(file)
    for (control, pixels) in zip(chunks, chunks.dropFirst()) where control.type == "fcTL" {
      func number(_ offset: Int, _ count: Int = 4) -> Int {
        control.data[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
      }
      // Each rectangle becomes a file of its own.
      let header = control.data[4..<12] + (chunks.first?.data.dropFirst(8) ?? [])
      let data = pixels.type == "fdAT" ? Array(pixels.data.dropFirst(4)) : pixels.data
      let picture =
        Self.signature + Self.chunk("IHDR", Array(header)) + Self.chunk("IDAT", data) + Self.chunk("IEND", [])
      frames.append(
        Frame(x: number(12), y: number(16), pixels: try Pixels(png: picture), milliseconds: number(20, 2)))
    }
  }

  /// Returns a number, the highest byte first.
  private static func bytes(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bytes(data.count) + body + bytes(Int(checksum(body)))
  }

  private static func chunks(_ file: [UInt8]) -> [(type: String, data: [UInt8])] {
    var (chunks, next): ([(type: String, data: [UInt8])], Int) = ([], signature.count)
    while next + 12 <= file.count {
      let count = file[next..<next + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: file[next + 4..<next + 8], as: UTF8.self)
      chunks.append((type, Array(file[next + 8..<min(next + 8 + count, file.count)])))
      next += count + 12
    }
    return chunks
  }

  /// Returns the CRC-32 of a chunk's type and data.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
