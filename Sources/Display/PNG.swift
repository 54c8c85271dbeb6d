import CPNG
import Geometry
import Raster

/// PNG pictures through libpng's simplified interface, which never leaps out of its caller by longjmp(3). To and from
/// memory only: files are the edges' business.
public enum PNG {
  /// Why bytes are no picture, in libpng's words.
  public struct Failure: Error {
    /// In words, as libpng says it.
    public let reason: String
  }

  /// A surface as an eight-bit RGB picture: what the channels' bits show on a screen. `layout` turns it as the viewer
  /// sees it.
  public static func encode(_ surface: Surface, rotation: Rotation = .none) throws(Failure) -> [UInt8] {
    let transform = ScreenTransform(physical: surface.size, rotation: rotation)
    let seen = transform.layout
    var rgb = [UInt8](repeating: 0, count: Int(seen.width) * Int(seen.height) * 3)
    var i = 0
    for y in 0..<seen.height {
      for x in 0..<seen.width {
        let pixel = transform.toPhysical(Rect<LayoutSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
        let color = surface.color(x: pixel.minX, y: pixel.minY)
        (rgb[i], rgb[i + 1], rgb[i + 2]) = (color.red, color.green, color.blue)
        i += 3
      }
    }
    return try encode(rgb: rgb, width: seen.width, height: seen.height)
  }

  /// Three bytes a pixel, red first, row by row without gaps.
  public static func encode(rgb: [UInt8], width: Int32, height: Int32) throws(Failure) -> [UInt8] {
    precondition(rgb.count == Int(width) * Int(height) * 3, "a picture of another size")
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    // The size of a PNG is not known before it is made; deflate and filter bytes add less than this to raw pixels.
    var size = rgb.count + rgb.count / 100 + Int(height) * 8 + 4096
    var file = [UInt8](repeating: 0, count: size)
    if png_image_write_to_memory(&image, &file, &size, 0, rgb, 0, nil) == 0 {
      throw Failure(reason: message(of: image))
    }
    file.removeLast(file.count - size)
    return file
  }

  /// A picture's pixels: three bytes each, red first, on `background` where it is transparent. `limit` is the longest
  /// side, pixels.
  public static func decode(
    _ file: [UInt8], background: Color = .white, limit: Int32 = 8192
  ) throws(Failure) -> (rgb: [UInt8], size: Size<PhysicalSpace>) {
    // libpng keeps the address from one call to the next, so it is taken once for both.
    let result = file.withUnsafeBytes { read($0, background, limit) }
    return try result.get()
  }

  private static func read(
    _ file: UnsafeRawBufferPointer, _ background: Color, _ limit: Int32
  ) -> Result<(rgb: [UInt8], size: Size<PhysicalSpace>), Failure> {
    guard let start = file.baseAddress else { return .failure(Failure(reason: "an empty file")) }
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    if png_image_begin_read_from_memory(&image, start, file.count) == 0 {
      return .failure(Failure(reason: message(of: image)))
    }
    if image.width > png_uint_32(limit) || image.height > png_uint_32(limit) {
      return .failure(Failure(reason: "\(image.width)x\(image.height) pixels, and \(limit) a side is the most"))
    }
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    var rgb = [UInt8](repeating: 0, count: Int(image.width) * Int(image.height) * 3)
    var behind = png_color(red: background.red, green: background.green, blue: background.blue)
    if png_image_finish_read(&image, &behind, &rgb, 0, nil) == 0 {
      return .failure(Failure(reason: message(of: image)))
    }
    return .success((rgb, Size(width: Int32(image.width), height: Int32(image.height))))
  }

  /// libpng's last message, which lies in the image as an array of characters.
  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
