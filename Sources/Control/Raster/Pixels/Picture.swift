import Geometry

/// A picture in memory with 16 bits per channel, into which shapes and images are painted before it is encoded in a screen's
/// format. For images that are made once (sprites, golden images), not for frames.
@usableFromInline package struct Picture: Sendable {
  /// The intensities of one pixel, 0...65535, in the numbers of the picture's blending.
  struct Light: Equatable, Sendable {
    var red: UInt16
    var green: UInt16
    var blue: UInt16

    /// All channels in one word.
    @inline(__always)
    var bits: UInt64 { UInt64(red) | UInt64(green) << 16 | UInt64(blue) << 32 }

    /// Compares without a branch per channel, because whole pictures are compared.
    @inline(__always)
    static func == (a: Light, b: Light) -> Bool { a.bits == b.bits }
  }

  /// Pixels.
  @usableFromInline package let size: Size<PhysicalSpace>
  /// The color of a cleared picture.
  @usableFromInline package let background: Color
  /// The numbers in which layers are mixed.
  @usableFromInline package let blending: Blending
  /// The pixels row by row, `size.width` per row.
  var lights: [Light]

  /// `size` is not negative.
  @usableFromInline package init(size: Size<PhysicalSpace>, background: Color, blending: Blending = .encoded) {
    self.size = size
    self.background = background
    self.blending = blending
    lights = [Light](repeating: Light(background, blending), count: Int(size.width) * Int(size.height))
  }

  /// Fills the picture with its background.
  package mutating func clear() {
    let light = Light(background, blending)
    lights.withUnsafeMutableBufferPointer { $0.update(repeating: light) }
  }

  /// The color of a pixel, rounded to eight bits per channel.
  package subscript(x: Int32, y: Int32) -> Color {
    lights[Int(y) * Int(size.width) + Int(x)].color(blending)
  }

  /// All pixels, row by row.
  @usableFromInline package var pixels: [Color] { lights.map { $0.color(blending) } }

  /// Paints the inside of an outline over the picture, each pixel in proportion to its coverage.
  @export(interface) package mutating func fill(_ outline: Outline, with color: Color) {
    if size.width == 0 || size.height == 0 { return }
    let mask = CoverageMask(width: size.width, height: size.height)
    let width = Int(size.width)
    let light = Light(color, blending)
    lights.withUnsafeMutableBufferPointer { buffer in
      var painter = PicturePainter(lights: buffer, width: width, light: light)
      mask.sweep(outline, into: &painter)
    }
  }

  /// Returns the same picture on a rotated scanout; pixels are only moved.
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

extension Picture.Light {
  init(_ color: Color, _ blending: Blending) {
    self.init(
      red: blending.intensity(color.red), green: blending.intensity(color.green), blue: blending.intensity(color.blue))
  }

  func color(_ blending: Blending) -> Color {
    // Greys and yellows have equal channels, and a code takes longer than a comparison.
    let red = blending.code(self.red)
    let green = self.green == self.red ? red : blending.code(self.green)
    return Color(red: red, green: green, blue: blue == self.green ? green : blending.code(blue))
  }

  /// Returns this light with `share` / 255 of another over it, each channel rounded to nearest.
  func mixed(with other: Self, _ share: UInt8) -> Self {
    func mix(_ a: UInt16, _ b: UInt16) -> UInt16 {
      let sum = UInt32(a) * UInt32(255 - share) + UInt32(b) * UInt32(share)
      return UInt16(truncatingIfNeeded: (sum + 127) / 255)
    }
    return Self(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}

/// Blends runs of coverage into a picture.
private struct PicturePainter: CoverageConsumer {
  let lights: UnsafeMutableBufferPointer<Picture.Light>
  let width: Int
  let light: Picture.Light
  var row = 0

  init(lights: UnsafeMutableBufferPointer<Picture.Light>, width: Int, light: Picture.Light) {
    self.lights = lights
    self.width = width
    self.light = light
  }

  mutating func beginRow(_ y: Int32) { row = Int(y) * width }

  mutating func pixel(_ x: Int, coverage: UInt8) {
    if coverage != 0 { lights[row + x] = lights[row + x].mixed(with: light, coverage) }
  }

  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 { return }
    if coverage == 255 {
      for x in start..<end { lights[row + x] = light }
    } else {
      for x in start..<end { pixel(x, coverage: coverage) }
    }
  }
}
