/// A picture in memory with sixteen bits per channel, onto which images are drawn before it is encoded in a screen's format. It is meant
/// for sprites and widgets, which are made once, not for frames.
package struct Picture: Sendable {
  /// The size in pixels.
  package let size: Size<PhysicalSpace>
  /// The color of all pixels before anything is painted.
  package let background: Color
  /// The color space in which layers are mixed.
  package let blending: Blending
  /// The pixels, row by row, with `size.width` pixels per row.
  package var lights: [Light]

  /// Creates a picture of background pixels. `size` is not negative.
  package init(size: Size<PhysicalSpace>, background: Color, blending: Blending = .encoded) {
    (self.size, self.background, self.blending) = (size, background, blending)
    lights = [Light](repeating: Light(background, blending), count: Int(size.width) * Int(size.height))
  }

  /// Sets all pixels to the background again.
  package mutating func clear() {
    let light = Light(background, blending)
    for i in lights.indices { lights[i] = light }
  }

  /// Moves the pixels of some rows to their places on a rotated scanout.
  package func rotate(rows: Range<Int32>, by rotation: Rotation, into rotated: inout Picture) {
    let transform = ScreenTransform(physical: rotated.size, rotation: rotation)
    var next = Int(rows.lowerBound) * Int(size.width)
    for y in rows {
      for x in 0..<size.width {
        let place = transform.toPhysical(x: x, y: y)
        rotated.lights[Int(place.y) * Int(rotated.size.width) + Int(place.x)] = lights[next]
        next += 1
      }
    }
  }

  /// Returns the same picture on a rotated scanout. The pixels are only moved.
  @export(interface) package func rotated(by rotation: Rotation) -> Picture {
    let (physical, lights) = rotation.rotated(lights, size)
    var rotated = Picture(size: physical, background: background, blending: blending)
    rotated.lights = lights
    return rotated
  }
}

extension Rotation {
  /// Returns the size and the pixels, row by row, of a rotated picture.
  func rotated<Pixel>(_ pixels: [Pixel], _ size: Size<PhysicalSpace>) -> (Size<PhysicalSpace>, [Pixel]) {
    if self == .none { return (size, pixels) }
    let physical = swapsAxes ? Size<PhysicalSpace>(width: size.height, height: size.width) : size
    let transform = ScreenTransform(physical: physical, rotation: self)
    var (rotated, next) = (pixels, 0)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = transform.toPhysical(x: x, y: y)
        rotated[Int(place.y) * Int(physical.width) + Int(place.x)] = pixels[next]
        next += 1
      }
    }
    return (physical, rotated)
  }
}
