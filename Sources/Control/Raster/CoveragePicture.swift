import Geometry

/// How much of each pixel is covered, whatever the colour: text, once it is set.
@usableFromInline package struct CoveragePicture: Hashable, Sendable {
  /// Pixels.
  @usableFromInline package let width: Int32
  /// Pixels.
  @usableFromInline package let height: Int32
  /// 0...255, row by row, `width` a row.
  @usableFromInline package let bytes: [UInt8]

  /// Width and height are not negative; `bytes` has their product.
  @usableFromInline package init(width: Int32, height: Int32, bytes: [UInt8]) {
    precondition(width >= 0 && height >= 0 && bytes.count == Int(width) * Int(height), "bytes of another size")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Without pixels.
  @usableFromInline package static let empty = CoveragePicture(width: 0, height: 0, bytes: [])

  /// One pixel's, 0...255.
  @inlinable package subscript(x: Int32, y: Int32) -> UInt8 { bytes[Int(y) * Int(width) + Int(x)] }

  /// The same on a scanout that is turned: pixels are moved, none is computed again.
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
