import Basics
import CMemory
import CPNG
import StarSlider

package typealias PNGError = Failure<PNGFault>

/// The causes of a PNG error.
package enum PNGFault: Sendable, Hashable {
  /// The bytes are not a PNG file, or the file is damaged.
  case invalid
  /// A side is longer than the caller allows.
  case tooLarge
  case outOfMemory
}

/// PNG files in memory, read and written with libpng's simplified interface. That interface never returns to its caller by longjmp(3).
///
/// Safety: each `png_image` has its version set before libpng reads it. Every buffer has the size that libpng is given and outlives the
/// call.
package enum PNG {
  /// Encodes a surface as an 8-bit RGB picture with the colors that its pixel format shows. `rotation` turns the picture
  /// upright.
  @export(interface) package static func encode(_ surface: Surface, rotation: Rotation = .none) throws(PNGError)
    -> [UInt8]
  {
    let transform = ScreenTransform(physical: surface.size, rotation: rotation)
    let layout = transform.layout
    var rgb: [UInt8] = []
    try reserve(Int(layout.width) * Int(layout.height) * 3, of: &rgb, to: "encode")
    for y in 0..<layout.height {
      for x in 0..<layout.width {
        let pixel = transform.toPhysical(x: x, y: y)
        let color = surface.color(x: pixel.x, y: pixel.y)
        rgb.append(color.red)
        rgb.append(color.green)
        rgb.append(color.blue)
      }
    }
    return try encode(rgb: rgb, width: layout.width, height: layout.height)
  }

  /// Encodes pixels of three bytes each, red first, in rows without padding.
  @export(interface) package static func encode(rgb: [UInt8], width: Int32, height: Int32) throws(PNGError) -> [UInt8] {
    precondition(rgb.count == Int(width) * Int(height) * 3, "the number of bytes does not match the picture's size")
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe image.width = png_uint_32(width)
    unsafe image.height = png_uint_32(height)
    unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    // An upper bound: the raw pixels, plus an allowance for filter bytes, deflate blocks and chunks.
    var size = rgb.count + rgb.count / 100 + Int(height) * 8 + 4096
    var file: [UInt8] = []
    try reserve(size, of: &file, to: "encode")
    file.append(contentsOf: repeatElement(0, count: size))
    if unsafe png_image_write_to_memory(&image, &file, &size, 0, rgb, 0, nil) == 0 {
      throw unsafe error(.invalid, "encode", message(of: image))
    }
    return Array(file[..<size])
  }

  /// Decodes any PNG (gray, palette, 16 bits, interlaced) to a picture with its alpha channel. `limit` is the longest side allowed, in
  /// pixels, at most `Image.limit`.
  @export(interface) package static func decodeImage(_ file: [UInt8], limit: Int32 = Image.limit) throws(PNGError)
    -> Image
  {
    let reader = try PNGReader(file, limit: limit)
    while true {
      if let image = try reader.read(rows: .max) { return image }
    }
  }

  /// Returns what is wrong with a file's signature or chunk lengths, or `nil`. libpng stops reading after the last pixel, so it would not
  /// notice that the rest of the file is missing.
  static func chunkFault(in file: [UInt8]) -> String? {
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    if file.isEmpty { return "the file is empty" }
    if !file.starts(with: signature.prefix(file.count)) { return "not a PNG file" }
    // A chunk: a big-endian length of four bytes, a name of four letters, the data, a checksum of four bytes.
    var position = signature.count
    while file.count - position >= 12 {
      var length: UInt32 = 0
      for byte in file[position..<position + 4] { length = length << 8 | UInt32(byte) }
      if length > UInt32(file.count - position - 12) { break }
      if file[position + 4..<position + 8].elementsEqual([0x49, 0x45, 0x4e, 0x44] as [UInt8]) { return nil }
      position += 12 + Int(length)
    }
    return "truncated at \(file.count) bytes"
  }

  /// Reserves memory, because Swift terminates the program if an allocation fails.
  static func reserve(_ count: Int, of bytes: inout [UInt8], to operation: String) throws(PNGError) {
    if !cmemory_has(count) { throw error(.outOfMemory, operation, "not enough memory (\(count) bytes needed)") }
    bytes.reserveCapacity(count)
  }

  static func error(_ fault: PNGFault, _ operation: String, _ reason: String) -> PNGError {
    let suggestion = operation != "decode" ? "" : fault == .invalid ? "save it as PNG again" : "scale it down"
    return PNGError(fault, operation, "the PNG picture", reason: reason, suggestion: suggestion)
  }

  /// Returns libpng's last message, an array of characters in the image.
  private static func message(of image: png_image) -> String {
    unsafe withUnsafeBytes(of: image.message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
