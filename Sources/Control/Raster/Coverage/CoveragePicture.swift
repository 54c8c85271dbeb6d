import Geometry

/// The coverage of each pixel, without a color: text after layout, for example.
@usableFromInline package struct CoveragePicture: Hashable, Sendable {
  /// Pixels.
  @usableFromInline package let width: Int32
  /// Pixels.
  @usableFromInline package let height: Int32
  /// 0...255, row by row, `width` per row.
  @usableFromInline package let bytes: [UInt8]

  /// Width and height are not negative; `bytes` has as many elements as their product.
  @usableFromInline package init(width: Int32, height: Int32, bytes: [UInt8]) {
    precondition(width >= 0 && height >= 0 && bytes.count == Int(width) * Int(height), "bytes of another size")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// A picture without pixels.
  @usableFromInline package static let empty = CoveragePicture(width: 0, height: 0, bytes: [])

  /// The coverage of one pixel, 0...255.
  @inlinable package subscript(x: Int32, y: Int32) -> UInt8 { bytes[Int(y) * Int(width) + Int(x)] }

  /// Returns the same picture on a rotated scanout; pixels are only moved.
  @export(interface) package func turned(by rotation: Rotation) -> CoveragePicture {
    if rotation == .none { return self }
    let physical =
      rotation.swapsAxes
      ? Size<PhysicalSpace>(width: height, height: width) : Size<PhysicalSpace>(width: width, height: height)
    let transform = ScreenTransform(physical: physical, rotation: rotation)
    var turned = [UInt8](repeating: 0, count: bytes.count)
    for y in 0..<height {
      for x in 0..<width {
        let place = transform.toPhysical(Rect<LayoutSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
        turned[Int(place.minY) * Int(physical.width) + Int(place.minX)] = self[x, y]
      }
    }
    return CoveragePicture(width: physical.width, height: physical.height, bytes: turned)
  }
}
