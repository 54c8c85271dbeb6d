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
    let layers = coverage(of: outlines)
    return cuts.map { cut in
      var mixer = mixer(outlines, emptyStroke: emptyStroke, isRow: cut.isRow, isReversed: cut.isReversed)
      let count = cut.isRow ? transform.layout.width : transform.layout.height
      let lights = (0..<count).map { place in
        let (x, y) = cut.pixel(place)
        mixer.choose(x: x, y: y, layers[Int(x), Int(y)])
        return mixer.light(cut.share)
      }
      return cut.words(lights, self.lights.encoder, format, on: transform)
    }
  }

  /// Returns the mixer of a shape's fill edges, which are horizontal if `isRow` is true.
  package func mixer(_ outlines: ShapeOutlines, emptyStroke: Color, isRow: Bool, isReversed: Bool) -> FillMixer {
    FillMixer(
      outlines, lights, emptyStroke: Light(emptyStroke, lights.encoder.blending), isRow: isRow, isReversed: isReversed)
  }
}

/// The column of pixels in which the fill of an image ends, while the image is painted.
///
/// Safety: the memory has an element for each row.
@safe struct FillColumn {
  /// The index of the column; -1 if there is none.
  let x: Int
  /// The filled share of the column, 0...65536.
  private let share: Int64
  private let height: Int
  private let coverage: UnsafeMutablePointer<LayerCoverage>

  init(endingAt fillX: Fixed, height: Int32, in memory: UnsafeMutablePointer<LayerCoverage>) {
    x = fillX.fraction > 0 ? Int(fillX.floor) : -1
    (share, self.height) = (Int64(fillX.fraction) << 8, Int(height))
    unsafe coverage = memory
    if x >= 0 { unsafe memory.initialize(repeating: LayerCoverage(inside: 0, stroke: 0), count: self.height) }
  }

  /// Keeps the coverage of a row's pixel.
  @inline(__always) func keep(_ y: Int, _ coverage: LayerCoverage) { unsafe self.coverage[y] = coverage }

  /// Stores the pixels of the column, which so far show the empty shape.
  func store<Word: PixelWord>(_ pixels: ShapePixels<Word>, of outlines: ShapeOutlines) {
    if x < 0 { return }
    let lights = unsafe pixels.blender.lights.pointee
    var mixer = FillMixer(outlines, lights, emptyStroke: lights.stroke, isRow: false, isReversed: false)
    let inside = lights.inside(filled: share)
    let plain = Word.shade(inside, lights.encoder)
    for y in 0..<height {
      let (coverage, row) = unsafe (self.coverage[y], Int32(truncatingIfNeeded: y))
      if coverage.inside == 0 { continue }
      var mixed = plain
      if mixer.isCut(coverage) {
        mixer.choose(x: Int32(truncatingIfNeeded: x), y: row, coverage)
        mixed = Word.shade(mixer.light(share), lights.encoder)
      } else if coverage != .plain {
        mixed = Word.shade(lights.light(coverage, inside: inside), lights.encoder)
      }
      unsafe pixels.surface.line(row).storeBytes(
        of: Word.word(mixed, bias: pixels.biases(row)[x & 7]), toByteOffset: x &* MemoryLayout<Word>.stride,
        as: Word.self)
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

  /// Returns the words of a slice of this picture, in the order of the scanout. The filled part of the slice has other lights.
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
