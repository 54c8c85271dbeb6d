import CPNG
import StarSlider

/// A PNG file that libpng cannot decode.
package struct PNGDecodingFailure: Error { package let reason: String }

/// Decodes a PNG of any size to three bytes per pixel, red first, blended over white, by libpng's simplified interface. It is independent
/// of the program's own decoder.
package func pixels(ofPNG file: [UInt8]) throws(PNGDecodingFailure) -> (rgb: [UInt8], size: Size<PhysicalSpace>) {
  var image = png_image()
  image.version = png_uint_32(PNG_IMAGE_VERSION)
  defer { png_image_free(&image) }
  // libpng keeps the address from one call to the next: both calls need the same pointer.
  return try file.withUnsafeBufferPointer { file throws(PNGDecodingFailure) in
    var rgb: [UInt8] = []
    if png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 {
      // 16-bit files without a color space are sRGB in practice; libpng would assume linear light.
      image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
      // libpng blends the picture over what the buffer holds: white.
      rgb = [UInt8](repeating: 0xff, count: Int(image.width) * Int(image.height) * 3)
      _ = png_image_finish_read(&image, nil, &rgb, 0, nil)
    }
    let message = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if image.warning_or_error & 2 != 0 { throw PNGDecodingFailure(reason: message) }
    return (rgb, Size(width: Int32(image.width), height: Int32(image.height)))
  }
}
