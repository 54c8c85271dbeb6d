import Geometry

/// A picture in memory, sixteen bits a channel, that shapes and images are painted into before it is translated into a
/// screen's format. For what is made once (tiles, goldens), not for frames.
@usableFromInline package struct Picture: Sendable {
  /// Pixels.
  @usableFromInline package let size: Size<PhysicalSpace>
  /// What was there before anything was painted.
  @usableFromInline package let background: Color
  /// In which numbers layers are mixed.
  @usableFromInline package let blending: Blending
  /// Row by row, `size.width` a row.
  package var lights: [Light]

  /// `size` is not negative.
  @usableFromInline package init(size: Size<PhysicalSpace>, background: Color, blending: Blending = .encoded) {
    self.size = size
    self.background = background
    self.blending = blending
    lights = [Light](repeating: Light(background, blending), count: Int(size.width) * Int(size.height))
  }

  /// Takes away all that was painted.
  package mutating func clear() {
    let light = Light(background, blending)
    lights.withUnsafeMutableBufferPointer { $0.update(repeating: light) }
  }

  /// A pixel, to the nearest of eight bits a channel.
  package subscript(x: Int32, y: Int32) -> Color {
    lights[Int(y) * Int(size.width) + Int(x)].color(blending)
  }

  /// All pixels, row by row.
  @usableFromInline package var pixels: [Color] { lights.map { $0.color(blending) } }

  /// The same picture on a scanout that is turned: pixels are moved, none is computed again.
  @export(interface) package func turned(by rotation: Rotation) -> Picture {
    if rotation == .none { return self }
    let physical =
      rotation.swapsAxes ? Size<PhysicalSpace>(width: size.height, height: size.width) : size
    let transform = ScreenTransform(physical: physical, rotation: rotation)
    var turned = Picture(size: physical, background: background, blending: blending)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = transform.toPhysical(Rect<LayoutSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
        turned.lights[Int(place.minY) * Int(physical.width) + Int(place.minX)] =
          lights[Int(y) * Int(size.width) + Int(x)]
      }
    }
    return turned
  }
}
