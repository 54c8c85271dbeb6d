import Display

/// A file is rejected, or it makes a picture with all its pixels.
func fuzzPNG(_ bytes: [UInt8]) {
  let limit: Int32 = 64
  if let (rgb, size) = try? PNG.decode(bytes, limit: limit) {
    require(size.width <= limit && size.height <= limit, "larger than allowed")
    require(rgb.count == Int(size.width) * Int(size.height) * 3, "not one color for each pixel")
    guard let file = try? PNG.encode(rgb: rgb, width: size.width, height: size.height),
      let again = try? PNG.decode(file)
    else { fatalError("it cannot read what it wrote") }
    require(again.rgb == rgb && again.size == size, "it reads back another picture")
  }
  if let image = try? PNG.decodeImage(bytes, limit: limit) {
    require(image.width <= limit && image.height <= limit, "larger than allowed")
  }
}
