import Pictures

/// A file is rejected, or it makes a picture with all its pixels.
func fuzzPNG(_ bytes: [UInt8]) {
  let limit: Int32 = 64
  guard let image = try? PNG.decodeImage(bytes, limit: limit) else { return }
  require(image.width <= limit && image.height <= limit, "larger than allowed")
  require(image.rgba.count == Int(image.width) * Int(image.height) * 4, "not one color for each pixel")
  var opaque: [UInt8] = []
  var rgb: [UInt8] = []
  for start in stride(from: 0, to: image.rgba.count, by: 4) {
    rgb += image.rgba[start..<start + 3]
    opaque += image.rgba[start..<start + 3] + [255]
  }
  guard let file = try? PNG.encode(rgb: rgb, width: image.width, height: image.height),
    let again = try? PNG.decodeImage(file)
  else { fatalError("it cannot read what it wrote") }
  require(again.rgba == opaque, "it reads back another picture")
}
