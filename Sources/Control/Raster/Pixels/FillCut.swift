import Geometry

/// The end of a fill within the pixels of one column or row, the *slice*.
package struct FillCut: Hashable, Sendable {
  /// The index of the column or row in the viewer's orientation.
  package let slice: Int32
  /// The part of the slice to the left of (above) the fill edge, 1...255 of 256.
  package let fraction: Int32
  /// Whether the slice is a row.
  package let isRow: Bool
  /// Whether the part to the right of (below) the fill edge is filled, instead of the other one.
  package let isReversed: Bool

  package init(slice: Int32, fraction: Int32, isRow: Bool, isReversed: Bool) {
    (self.slice, self.fraction, self.isRow, self.isReversed) = (slice, fraction, isRow, isReversed)
  }

  /// The filled share of the slice, 0...65536.
  var share: Int64 { Int64(isReversed ? 256 &- fraction : fraction) << 8 }

  /// Returns the filled share, 0...65536, of the part of a pixel that an outline covers. `coverage` is 1...254 of 255.
  @inline(__always) func share(
    of edges: UnsafeBufferPointer<Edge>, _ winding: Int32, _ x: Int32, _ y: Int32, coverage: UInt8
  ) -> Int64 {
    var area: Int64 = 0
    unsafe EdgePiece.forEach(of: edges, winding: winding, x: x, y: y, isRow: isRow) { piece in
      area &+= piece.area(leftOf: Int64(fraction) << 8)
    }
    // The area in 1/65536 px² divided by the coverage in 1/255 px².
    let share = min(max(area, 0) &* 255 / Int64(coverage), 65536)
    return isReversed ? 65536 &- share : share
  }

  /// Returns the share of a pixel that an outline covers, and the filled share of the covered part, from exact areas.
  fileprivate func layer(of outline: Outline?, _ x: Int32, _ y: Int32, coverage: UInt8) -> ShapeLights.Layer {
    guard let outline, 1...254 ~= coverage else { return (ShapeLights.share(coverage), share) }
    var (area, all): (Int64, Int64) = (0, 0)
    unsafe outline.withEdges { edges in
      unsafe EdgePiece.forEach(of: edges, winding: outline.winding, x: x, y: y, isRow: isRow) { piece in
        area &+= piece.area(leftOf: Int64(fraction) << 8)
        all &+= piece.area(leftOf: 65536)
      }
    }
    all = min(max(all, 0), 65536)
    if all == 0 { return (0, 0) }
    let filled = min(max(area, 0), all) << 16 / all
    return (all, isReversed ? 65536 &- filled : filled)
  }

  /// Returns the pixel at a position along the slice, in the viewer's orientation.
  func pixel(_ place: Int32) -> (x: Int32, y: Int32) { isRow ? (place, slice) : (slice, place) }

  /// Returns the slice's words in the order of the scanout, beginning at its left or top. `lights` are in the viewer's order.
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
  /// Returns the words of the slices in which fill edges cut a shape, in the order of the scanout. `emptyStroke` is the color of stroke and
  /// ink where the shape is empty.
  @export(interface)
  package func slices(_ outlines: ShapeOutlines, _ cuts: [FillCut], emptyStroke: Color) -> [[UInt32]] {
    let layers = [outlines.inside, outlines.stroke, outlines.ink].map { ($0, plane(of: $0)) }
    defer { for layer in layers { layer.1.deallocate() } }
    let emptyStroke = Light(emptyStroke, lights.encoder.blending)
    return cuts.map { cut in
      let count = cut.isRow ? transform.layout.width : transform.layout.height
      let mixed = (0..<count).map { place in
        let (x, y) = cut.pixel(place)
        func layer(_ index: Int) -> ShapeLights.Layer {
          cut.layer(of: layers[index].0, x, y, coverage: layers[index].1[Int(x), Int(y)])
        }
        return lights.light(inside: layer(0), stroke: layer(1), ink: layer(2), emptyStroke: emptyStroke)
      }
      return cut.words(mixed, lights.encoder, format, on: transform)
    }
  }
}

extension Picture {
  /// Returns the lights of a slice, in the viewer's order.
  package func lights(at cut: FillCut) -> [Light] {
    (0..<(cut.isRow ? size.width : size.height)).map { place in
      let (x, y) = cut.pixel(place)
      return lights[Int(y) * Int(size.width) + Int(x)]
    }
  }

  /// Returns the words, in the order of the scanout, of a slice of this picture whose filled part has other lights.
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
