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
    if rotation == .none { return self }
    let physical = rotation.swapsAxes ? Size(width: size.height, height: size.width) : size
    var rotated = Picture(size: physical, background: background, blending: blending)
    rotate(rows: 0..<size.height, by: rotation, into: &rotated)
    return rotated
  }
}

extension Picture {
  /// Returns every pixel as a word of a screen's format, row by row, dithered as described at `PixelEncoder`. The pattern depends only on a
  /// pixel's position in the picture, so that a part of it looks the same as in the whole.
  package func words(in format: PixelFormat) -> [UInt32] {
    let width = Int(size.width)
    return unsafe [UInt32](unsafeUninitializedCapacity: lights.count) { words, count in
      unsafe encode(in: format) { row, line in
        for x in 0..<width { unsafe words.initializeElement(at: row * width + x, to: line[x]) }
      }
      count = lights.count
    }
  }

  /// Stores some rows of pixels on a surface of the same size.
  package func store(rows: Range<Int32>, on surface: Surface) {
    precondition(surface.size == size && rows.upperBound <= size.height, "a surface of another size")
    unsafe encode(in: surface.format, rows: Int(rows.lowerBound)..<Int(rows.upperBound)) { row, line in
      let y = Int32(truncatingIfNeeded: row)
      for x in 0..<size.width { unsafe surface.setPixel(x: x, y: y, to: line[Int(x)]) }
    }
  }

  /// Calls `body` with the number of each row, or of some `rows`, and its `size.width` words, which are valid only during the call.
  func encode(in format: PixelFormat, rows: Range<Int>? = nil, _ body: (Int, UnsafePointer<UInt32>) -> Void) {
    if size.width == 0 { return }
    let rows = rows ?? 0..<Int(size.height)
    let encoder = PixelEncoder(background: background, blending, format)
    switch format.bytesPerPixel {
    case 4: unsafe encode(UInt32.self, encoder, rows, body)
    case 2: unsafe encode(UInt16.self, encoder, rows, body)
    default: unsafe encode(Pixel24.self, encoder, rows, body)
    }
  }

  private func encode<Word: PixelWord>(
    _: Word.Type, _ encoder: PixelEncoder, _ rows: Range<Int>, _ body: (Int, UnsafePointer<UInt32>) -> Void
  ) {
    let width = Int(size.width)
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { words in
      // `width` is above 0.
      let line = words.baseAddress!
      for row in rows {
        var last = lights[row * width]
        var shade = Word.shade(last, encoder)
        for x in 0..<width {
          // Most pixels equal the pixel before them.
          let light = lights[row * width + x]
          if light != last { (last, shade) = (light, Word.shade(light, encoder)) }
          let bias = DitherPattern.bias(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: row))
          unsafe (line + x).initialize(to: Word.word(shade, bias: bias).bits)
        }
        unsafe body(row, line)
      }
    }
  }
}
