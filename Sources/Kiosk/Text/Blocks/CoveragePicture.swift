import StarSlider

/// The coverage of each pixel, without a color, for example of a laid-out text.
package struct CoveragePicture: Hashable, Sendable {
  // The size in pixels.
  package let width: Int32
  package let height: Int32
  /// The coverage, 0...255, row by row with `width` bytes per row.
  package let bytes: [UInt8]

  /// Creates a picture. Width and height are not negative; `bytes` has as many elements as their product.
  package init(width: Int32, height: Int32, bytes: [UInt8]) {
    precondition(width >= 0 && height >= 0 && bytes.count == Int(width) * Int(height), "bytes of another size")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Sweeps an outline whose points lie in a picture of `width` x `height` pixels, each at most `Path.limit`.
  @export(interface) package init(_ outline: Outline, width: Int32, height: Int32) {
    if width < 1 || height < 1 {
      self = .empty
      return
    }
    self.init(width: width, height: height, bytes: outline.coverage(width: width, height: height))
  }

  package static let empty = CoveragePicture(width: 0, height: 0, bytes: [])

  /// The coverage of one pixel, 0...255.
  package subscript(x: Int32, y: Int32) -> UInt8 { bytes[Int(y) * Int(width) + Int(x)] }

  /// Returns the same picture on a rotated scanout. The pixels are only moved.
  @export(interface) package func rotated(by rotation: Rotation) -> CoveragePicture {
    if rotation == .none { return self }
    let size = rotation.swapsAxes ? (width: height, height: width) : (width: width, height: height)
    let transform = ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: rotation)
    var (rotated, next) = (bytes, 0)
    for y in 0..<height {
      for x in 0..<width {
        let place = transform.toPhysical(x: x, y: y)
        rotated[Int(place.y) * Int(size.width) + Int(place.x)] = bytes[next]
        next += 1
      }
    }
    return CoveragePicture(width: size.width, height: size.height, bytes: rotated)
  }
}
