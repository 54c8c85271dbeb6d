import Geometry

/// Where a fill ends within pixels: in one column or row, the *slice*.
package struct FillCut: Hashable, Sendable {
  /// The column or row, as the viewer sees it.
  package let slice: Int32
  /// Its part left of (above) the fill edge, 1...255 of 256.
  package let fraction: Int32
  /// Whether the slice is a row.
  package let isRow: Bool
  /// Whether the part right of (below) the edge is filled, not the other one.
  package let isReversed: Bool

  package init(slice: Int32, fraction: Int32, isRow: Bool, isReversed: Bool) {
    (self.slice, self.fraction, self.isRow, self.isReversed) = (slice, fraction, isRow, isReversed)
  }

  /// Returns the share of the slice that is filled, 0...65536.
  var share: Int64 { Int64(isReversed ? 256 &- fraction : fraction) << 8 }

  /// Returns the pixel at a place along the slice, as the viewer sees it.
  func pixel(_ place: Int32) -> (x: Int32, y: Int32) { isRow ? (place, slice) : (slice, place) }

  /// Returns the slice's words in the order of the scanout, from its left or top, from its lights in the viewer's order.
  func words(_ lights: [Light], _ encoder: PixelEncoder, _ format: PixelFormat, on transform: ScreenTransform)
    -> [UInt32]
  {
    var words = [UInt32](repeating: 0, count: lights.count)
    for place in 0..<lights.count {
      let (x, y) = pixel(Int32(truncatingIfNeeded: place))
      let pixel = transform.toPhysical(x: x, y: y)
      func word<Word: PixelWord>(_: Word.Type) -> UInt32 {
        Word.word(Word.shade(lights[place], encoder), bias: DitherPattern.bias(pixel.x, pixel.y)).bits
      }
      words[Int(isRow == transform.rotation.swapsAxes ? pixel.y : pixel.x)] =
        switch format.bytesPerPixel {
        case 4: word(UInt32.self)
        case 2: word(UInt16.self)
        default: word(Pixel24.self)
        }
    }
    return words
  }
}

extension ShapePainter {
  /// Returns the words of the slices in which fill edges cut a shape, in the order of the scanout.
  package func slices(_ outlines: ShapeOutlines, _ cuts: [FillCut]) -> [[UInt32]] {
    let planes = [outlines.inside, outlines.stroke, outlines.ink].map { plane(of: $0) }
    defer { for plane in planes { plane.deallocate() } }
    return cuts.map { cut in
      let count = cut.isRow ? transform.layout.width : transform.layout.height
      let shares = FillShares(of: outlines.inside, at: cut, count: count)
      let mixed = (0..<count).map { place in
        let (x, y) = cut.pixel(place)
        func coverage(_ layer: Int) -> UInt8 { planes[layer][Int(x), Int(y)] }
        return lights.light(
          inside: coverage(0), stroke: coverage(1), ink: coverage(2), filled: shares[Int(place)])
      }
      return cut.words(mixed, lights.encoder, format, on: transform)
    }
  }
}

extension Picture {
  /// Returns the lights of a slice, in the order in which the viewer sees them.
  package func lights(at cut: FillCut) -> [Light] {
    (0..<(cut.isRow ? size.width : size.height)).map { place in
      let (x, y) = cut.pixel(place)
      return lights[Int(y) * Int(size.width) + Int(x)]
    }
  }

  /// Returns the words of a slice in which this picture is filled by one with other lights, in the order of the scanout.
  package func slice(_ cut: FillCut, filledWith lights: [Light], in format: PixelFormat, rotatedBy rotation: Rotation)
    -> [UInt32]
  {
    let mixed = zip(self.lights(at: cut), lights).map { $0.mixed(with: $1, cut.share) }
    let physical = Size<PhysicalSpace>(
      width: rotation.swapsAxes ? size.height : size.width, height: rotation.swapsAxes ? size.width : size.height)
    return cut.words(
      mixed, PixelEncoder(background: background, blending, format), format,
      on: ScreenTransform(physical: physical, rotation: rotation))
  }
}
