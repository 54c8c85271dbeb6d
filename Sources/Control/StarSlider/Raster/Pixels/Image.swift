/// Pixels of an image file: sRGB with straight (not premultiplied) alpha, eight bits per channel.
package struct Image: Hashable, Sendable {
  // The size in pixels, 1 ... `Image.limit` on each side.
  package let width: Int32
  package let height: Int32
  /// The red, green, blue and alpha of each pixel, row by row without gaps.
  package private(set) var rgba: [UInt8]

  /// The longest side in pixels. The limit keeps sums over a scaled image's pixels from overflowing, and an image below 64 MiB.
  package static let limit: Int32 = 4096

  /// Creates an image. Returns `nil` if a side is outside 1 ... `limit`, or if there are not exactly four bytes per pixel.
  package init?(width: Int32, height: Int32, rgba: [UInt8]) {
    if !(1...Self.limit ~= width) || !(1...Self.limit ~= height) { return nil }
    if rgba.count != Int(width) * Int(height) * 4 { return nil }
    (self.width, self.height, self.rgba) = (width, height, rgba)
  }

  /// Returns the largest size with the image's proportions that fits in a square, rounded to the nearest pixel and at least 1. `side` is 1
  /// or more.
  package func fitted(inSquareOf side: Int32) -> (width: Int32, height: Int32) {
    func shorter(_ a: Int32, _ b: Int32) -> Int32 {
      max(Int32((Int64(side) * Int64(a) * 2 + Int64(b)) / (2 * Int64(b))), 1)
    }
    return width >= height ? (side, shorter(height, width)) : (shorter(width, height), side)
  }

  /// Returns the largest rectangle with the image's proportions in the middle of a square. It consists of whole pixels, so that an image of
  /// the right size is not scaled; an odd pixel remains at the right or bottom.
  func place(inSquareOf side: Int32) -> Rect<PhysicalSpace> {
    let (width, height) = fitted(inSquareOf: side)
    let (left, top) = ((side - width) / 2, (side - height) / 2)
    return Rect(minX: left, minY: top, maxX: left + width, maxY: top + height)
  }

  /// Returns the largest part in the middle of the image that has the proportions of a size, which must not be empty.
  package func cropped(like size: Size<LayoutSpace>) -> Image {
    let wanted = (width: Int64(size.width), height: Int64(size.height))
    let columns = min(width, max(Int32(Int64(height) * wanted.width / wanted.height), 1))
    let rows = min(height, max(Int32(Int64(width) * wanted.height / wanted.width), 1))
    if columns == width && rows == height { return self }
    let (left, top) = (Int((width - columns) / 2), Int((height - rows) / 2))
    var part: [UInt8] = []
    part.reserveCapacity(Int(columns) * Int(rows) * 4)
    for row in top..<top + Int(rows) {
      let start = (row * Int(width) + left) * 4
      part += rgba[start..<start + Int(columns) * 4]
    }
    return Image(width: columns, height: rows, rgba: part) ?? self
  }

  /// The image with its colors moved halfway to gray and with three fifths of its opacity.
  package var faded: Image {
    var faded = self
    for i in stride(from: 0, to: rgba.count, by: 4) {
      let color = Color(red: rgba[i], green: rgba[i + 1], blue: rgba[i + 2])
      let paler = color.mixed(with: color.gray, 128)
      (faded.rgba[i], faded.rgba[i + 1], faded.rgba[i + 2]) = (paler.red, paler.green, paler.blue)
      faded.rgba[i + 3] = UInt8((UInt32(rgba[i + 3]) * 3 + 2) / 5)
    }
    return faded
  }
}
