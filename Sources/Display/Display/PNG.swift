import CMemory
import CPNG
import Geometry
import Raster

/// PNG pictures through libpng's simplified interface, which never leaps out of its caller by longjmp(3). To and from
/// memory only: files are the edges' business.
package enum PNG {
  /// Why bytes are no picture, in libpng's words.
  package struct Failure: Error {
    /// In words, as libpng says it.
    package let reason: String
  }

  /// A surface as an eight-bit RGB picture: what the channels' bits show on a screen. `layout` turns it as the viewer
  /// sees it.
  package static func encode(_ surface: Surface, rotation: Rotation = .none) throws(Failure) -> [UInt8] {
    let transform = ScreenTransform(physical: surface.size, rotation: rotation)
    let seen = transform.layout
    let rgb = try memory(Int(seen.width) * Int(seen.height) * 3)
    defer { cmemory_free(rgb.baseAddress) }
    var i = 0
    for y in 0..<seen.height {
      for x in 0..<seen.width {
        let pixel = transform.toPhysical(Rect<LayoutSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
        let color = surface.color(x: pixel.minX, y: pixel.minY)
        (rgb[i], rgb[i + 1], rgb[i + 2]) = (color.red, color.green, color.blue)
        i += 3
      }
    }
    return try encode(UnsafeRawBufferPointer(rgb), seen.width, seen.height).get()
  }

  /// Three bytes a pixel, red first, row by row without gaps.
  package static func encode(rgb: [UInt8], width: Int32, height: Int32) throws(Failure) -> [UInt8] {
    precondition(rgb.count == Int(width) * Int(height) * 3, "a picture of another size")
    return try rgb.withUnsafeBytes { encode($0, width, height) }.get()
  }

  private static func encode(
    _ rgb: UnsafeRawBufferPointer, _ width: Int32, _ height: Int32
  ) -> Result<[UInt8], Failure> {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    // The size of a PNG is not known before it is made; deflate and filter bytes add less than this to raw pixels.
    var size = rgb.count + rgb.count / 100 + Int(height) * 8 + 4096
    do throws(Failure) {
      let file = try memory(size)
      defer { cmemory_free(file.baseAddress) }
      if png_image_write_to_memory(&image, file.baseAddress, &size, 0, rgb.baseAddress, 0, nil) == 0 {
        return .failure(Failure(reason: message(of: image)))
      }
      return .success([UInt8](file[..<size]))
    } catch { return .failure(error) }
  }

  /// For `cmemory_free`.
  private static func memory(_ bytes: Int) throws(Failure) -> UnsafeMutableBufferPointer<UInt8> {
    guard let memory = cmemory_allocate(bytes) else { throw tooLarge(bytes) }
    return UnsafeMutableBufferPointer(start: memory.bindMemory(to: UInt8.self, capacity: bytes), count: bytes)
  }

  private static func tooLarge(_ bytes: Int) -> Failure {
    Failure(reason: "it takes \(bytes) bytes, and there is not enough memory")
  }

  /// A picture's pixels: three bytes each, red first, on `background` where it is transparent. `limit` is the longest
  /// side, pixels.
  package static func decode(
    _ file: [UInt8], background: Color = .white, limit: Int32 = 8192
  ) throws(Failure) -> (rgb: [UInt8], size: Size<PhysicalSpace>) {
    let decoded = try pixels(of: file, channels: 3, background, limit)
    return (decoded.bytes, Size(width: decoded.width, height: decoded.height))
  }

  /// A picture with its alpha, whatever its kind: grey, palette, 16 bits, interlaced. `limit` is the longest side, pixels,
  /// at most `Image.limit`.
  package static func decodeImage(_ file: [UInt8], limit: Int32 = Image.limit) throws(Failure) -> Image {
    let decoded = try pixels(of: file, channels: 4, nil, min(limit, Image.limit))
    guard let image = Image(width: decoded.width, height: decoded.height, rgba: decoded.bytes) else {
      throw Failure(reason: "a picture without pixels")
    }
    return image
  }

  private typealias Pixels = (bytes: [UInt8], width: Int32, height: Int32)

  /// Three or four bytes a pixel; three need a background.
  private static func pixels(
    of file: [UInt8], channels: Int, _ background: Color?, _ limit: Int32
  ) throws(Failure) -> Pixels {
    if let reason = fault(in: file) { throw Failure(reason: reason) }
    // libpng keeps the address from one call to the next, so it is taken once for both.
    return try file.withUnsafeBytes { read($0, channels, background, limit) }.get()
  }

  private static func read(
    _ file: UnsafeRawBufferPointer, _ channels: Int, _ background: Color?, _ limit: Int32
  ) -> Result<Pixels, Failure> {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    if png_image_begin_read_from_memory(&image, file.baseAddress, file.count) == 0 {
      return .failure(Failure(reason: message(of: image)))
    }
    // Only the header was read: nothing has been allocated for pixels yet.
    if image.width > png_uint_32(max(limit, 0)) || image.height > png_uint_32(max(limit, 0)) {
      return .failure(Failure(reason: "\(image.width)x\(image.height) pixels, and \(limit) a side is the most"))
    }
    // A colour profile that libpng finds odd is no reason to refuse a picture. From here on, warnings are about pixels.
    image.warning_or_error = 0
    // Sixteen bits without a word about their meaning are sRGB in all files that people have; libpng would say linear.
    image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR) | (channels == 4 ? png_uint_32(PNG_FORMAT_FLAG_ALPHA) : 0)
    let count = Int(image.width) * Int(image.height) * channels
    if !cmemory_has(count) { return .failure(tooLarge(count)) }
    var bytes = [UInt8](repeating: 0, count: count)
    let isRead: Bool
    if let background {
      var behind = png_color(red: background.red, green: background.green, blue: background.blue)
      isRead = png_image_finish_read(&image, &behind, &bytes, 0, nil) != 0
    } else {
      isRead = png_image_finish_read(&image, nil, &bytes, 0, nil) != 0
    }
    if !isRead || image.warning_or_error != 0 { return .failure(Failure(reason: message(of: image))) }
    return .success((bytes, Int32(image.width), Int32(image.height)))
  }

  /// What is wrong with a file's chunks, seen from their lengths alone: libpng stops reading with the last pixel, and
  /// would not miss what a cut took away behind it.
  private static func fault(in file: [UInt8]) -> String? {
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    if file.isEmpty { return "an empty file" }
    if !file.starts(with: signature.prefix(file.count)) { return "not a PNG" }
    // A chunk: its length in four bytes, the highest first, four letters, so many bytes, four of a checksum.
    var position = signature.count
    while file.count - position >= 12 {
      var length: UInt32 = 0
      for byte in file[position..<position + 4] { length = length << 8 | UInt32(byte) }
      if length > UInt32(file.count - position - 12) { return "cut off at \(file.count) bytes" }
      if file[position + 4..<position + 8].elementsEqual([0x49, 0x45, 0x4e, 0x44] as [UInt8]) { return nil }
      position += 12 + Int(length)
    }
    return "cut off at \(file.count) bytes"
  }

  /// libpng's last message, which lies in the image as an array of characters.
  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
