import Geometry

/// The outlines of a shape in the pixels of its square, in the viewer's orientation.
package struct ShapeOutlines: Sendable {
  package let inside: Outline
  /// The stroke along the inside's edges; `nil` for none.
  package let stroke: Outline?
  /// An outline drawn on top in the stroke's color; `nil` for none.
  package let ink: Outline?

  package init(inside: Outline, stroke: Outline? = nil, ink: Outline? = nil) {
    (self.inside, self.stroke, self.ink) = (inside, stroke, ink)
  }
}

/// Paints shapes of one size, one set of colors and one pixel format, from outlines to pixels.
///
/// The layers are background, inside, stroke and ink. Every pixel is one mixture of colors, rounded once. The sweep of the inside stores
/// background and inside, and keeps the coverage. The sweep of the stroke mixes pixels again from both coverages. The empty and the filled
/// image of a shape come from the same two sweeps.
///
/// Unsafe: it owns its memory, and `paint` checks the surface's size and format.
@safe package final class ShapePainter {
  let format: PixelFormat
  let transform: ScreenTransform
  let lights: ShapeLights
  private let mask: CoverageMask
  /// The dither biases of 8 x 8 pixels, in the viewer's orientation.
  private let biases: UnsafeMutablePointer<UInt64>
  /// The memory of blenders.
  private let mixtures: UnsafeMutableRawPointer
  /// The inside's coverage; and, after two images were painted, the stroke's coverage of the pixels that it covers partially.
  let coverage: CoveragePlane
  let strokeCoverage: CoveragePlane
  /// The memory of a `FillColumn`.
  private let column: UnsafeMutablePointer<UInt8>
  /// A small shape's stroke while both layers are swept together, and its memory.
  private let strokeField: AccumulationBuffer?
  private let strokeMemory: UnsafeMutableRawPointer?

  /// Allocates all memory that painting uses, except for ink, rotated surfaces and pixels of three bytes. `physical` is the size of the
  /// surfaces to paint on, each side 1 ... `Path.limit`; `rotation` is the rotation of their scanout.
  @export(interface)
  package init(_ colors: ShapeColors, size physical: Size<PhysicalSpace>, rotation: Rotation, format: PixelFormat) {
    self.format = format
    transform = ScreenTransform(physical: physical, rotation: rotation)
    mask = unsafe CoverageMask(width: transform.layout.width, height: transform.layout.height)
    unsafe biases = .allocate(capacity: 64)
    for y in 0..<8 as Range<Int32> {
      for x in 0..<8 as Range<Int32> {
        let pixel = transform.toPhysical(x: x, y: y)
        unsafe (biases + Int(y * 8 + x)).initialize(to: DitherPattern.bias(pixel.x, pixel.y))
      }
    }
    let lights = ShapeLights(colors, PixelEncoder(background: colors.background, colors.blending, format))
    self.lights = lights
    func prepared<Word: PixelWord>(_: Word.Type) -> UnsafeMutableRawPointer {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: LayerBlender<Word>.byteCount, alignment: 16)
      unsafe LayerBlender<Word>.prepare(memory, lights)
      return unsafe memory
    }
    unsafe mixtures =
      switch format.bytesPerPixel {
      case 2: unsafe prepared(UInt16.self)
      default: unsafe prepared(UInt32.self)
      }
    (coverage, strokeCoverage) = (CoveragePlane(transform.layout), CoveragePlane(transform.layout))
    unsafe column = .allocate(capacity: 2 * Int(transform.layout.height))
    let (width, height) = (transform.layout.width, transform.layout.height)
    let bytes = AccumulationBuffer.byteCount(width: width, height: height)
    let memory = bytes == 0 ? nil : UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
    strokeField = unsafe memory.flatMap { unsafe AccumulationBuffer(width: width, height: height, in: $0) }
    unsafe strokeMemory = memory
  }

  deinit {
    unsafe biases.deallocate()
    unsafe mixtures.deallocate()
    coverage.deallocate()
    strokeCoverage.deallocate()
    unsafe column.deallocate()
    unsafe strokeMemory?.deallocate()
  }

  /// Paints a shape on a whole surface. Its inside is filled to the left of `fillX`, in pixels of the viewer's orientation.
  @export(interface) package func paint(_ outlines: ShapeOutlines, on surface: Surface, filledTo fillX: Fixed) {
    paint(outlines, on: surface, min(max(fillX, .zero), Fixed(transform.layout.width)), empty: nil)
  }

  /// Paints the empty and the filled shape on two whole surfaces.
  @export(interface) package func paint(_ outlines: ShapeOutlines, empty: Surface, filled: Surface) {
    paint(outlines, on: filled, Fixed(transform.layout.width), empty: empty)
  }

  /// Keeps the inside's and the stroke's coverage of all pixels.
  func sweepLayers(of outlines: ShapeOutlines) {
    for (outline, plane) in [(outlines.inside, coverage), (outlines.stroke, strokeCoverage)] {
      var store = CoverageStore(plane)
      plane.clear()
      if let outline { mask.sweep(outline, into: &store) }
    }
  }

  private func paint(_ outlines: ShapeOutlines, on surface: Surface, _ fillX: Fixed, empty: Surface?) {
    func isRight(_ surface: Surface) -> Bool { surface.size == transform.physical && surface.format == format }
    precondition(isRight(surface) && isRight(empty ?? surface), "a surface of another size or format")
    let column = unsafe FillColumn(endingAt: fillX, height: transform.layout.height, in: self.column)
    func paint<Word: PixelWord, Stored: PixelWord>(_: Word.Type, as _: Stored.Type) {
      let pixels = unsafe ShapePixels(
        surface: surface, filledEnd: Int(fillX.floor), empty: empty, column: column,
        blender: LayerBlender<Word>(in: mixtures), inside: coverage,
        stroke: strokeCoverage, biases: biases)
      let isDirect = transform.rotation == .none && MemoryLayout<Word>.stride == MemoryLayout<Stored>.stride
      isDirect ? paintUpright(outlines, pixels) : paintAside(outlines, pixels, as: Stored.self)
    }
    switch format.bytesPerPixel {
    case 4: paint(UInt32.self, as: UInt32.self)
    case 2: paint(UInt16.self, as: UInt16.self)
    // Few screens have pixels of three bytes, so painting is not compiled for them.
    default: paint(UInt32.self, as: Pixel24.self)
    }
  }

  /// Reports the coverage of one outline as it is used for painting.
  package func sweep<Consumer: CoverageConsumer>(_ outline: Outline, into consumer: inout Consumer) {
    mask.sweep(outline, into: &consumer)
  }

  /// Paints in the viewer's orientation in additional memory, and then stores the pixels in their places.
  private func paintAside<Word: PixelWord, Stored: PixelWord>(
    _ outlines: ShapeOutlines, _ pixels: ShapePixels<Word>, as _: Stored.Type
  ) {
    let size = Size<PhysicalSpace>(width: transform.layout.width, height: transform.layout.height)
    let count = Int(size.width) * Int(size.height)
    let words = UnsafeMutablePointer<Word>.allocate(capacity: pixels.empty == nil ? count : 2 * count)
    func upright(_ words: UnsafeMutablePointer<Word>) -> Surface {
      unsafe Surface(base: words, pitch: Int(size.width) * MemoryLayout<Word>.stride, size: size, format: format)
    }
    let emptyWords = unsafe words + count
    let empty = pixels.empty.map { _ in unsafe upright(emptyWords) }
    unsafe paintUpright(outlines, pixels.on(upright(words), empty: empty))
    unsafe pixels.surface.store(words, as: Stored.self, through: transform)
    if let empty = pixels.empty { unsafe empty.store(emptyWords, as: Stored.self, through: transform) }
    unsafe words.deallocate()
  }

  private func paintUpright<Word: PixelWord>(_ outlines: ShapeOutlines, _ pixels: ShapePixels<Word>) {
    if pixels.empty == nil {
      paint(OneImage.self, outlines, pixels)
    } else {
      paint(TwoImages.self, outlines, pixels)
    }
  }

  private func paint<Word: PixelWord, Images: ShapeImages>(
    _: Images.Type, _ outlines: ShapeOutlines, _ pixels: ShapePixels<Word>
  ) {
    unsafe withUnsafePointer(to: pixels) { pixels in
      // Both ways give the same pixels. In a browser, a smaller module is worth more than a tenth of a small star's time.
      #if !arch(wasm32)
        if unsafe paintTogether(outlines, pixels, Images.self) { return }
      #endif
      var inside = unsafe InsidePainter<Word, Images>(pixels)
      mask.sweep(outlines.inside, into: &inside)
      if let outline = outlines.stroke {
        var stroke = unsafe StrokePainter<Word, Images>(pixels)
        mask.sweep(outline, into: &stroke)
      }
      if outlines.ink != nil { unsafe paintInk(outlines, pixels, Images.self) }
      unsafe pixels.pointee.column.store(pixels.pointee, of: outlines.inside)
    }
  }

  /// Paints a small shape without ink, both layers at once. Returns false for any other shape.
  @inline(never)
  private func paintTogether<Word: PixelWord, Images: ShapeImages>(
    _ outlines: ShapeOutlines, _ pixels: UnsafePointer<ShapePixels<Word>>, _: Images.Type
  ) -> Bool {
    guard let field = mask.field, let strokeField, let stroke = outlines.stroke, outlines.ink == nil,
      max(outlines.inside.edgeCount, stroke.edgeCount) <= AccumulationBuffer.edgeLimit
    else { return false }
    field.add(outlines.inside)
    strokeField.add(stroke)
    var painter = unsafe LayerPainter<Word, Images>(pixels)
    field.sweep(with: strokeField, into: &painter)
    unsafe pixels.pointee.column.store(pixels.pointee, of: outlines.inside)
    return true
  }

  /// Paints the ink over the other layers.
  private func paintInk<Word: PixelWord, Images: ShapeImages>(
    _ outlines: ShapeOutlines, _ pixels: UnsafePointer<ShapePixels<Word>>, _: Images.Type
  ) {
    let (stroke, ink) = (plane(of: outlines.stroke), plane(of: outlines.ink))
    let (lights, column) = unsafe (pixels.pointee.blender.lights, pixels.pointee.column)
    var row = unsafe ShapeRow<Word, Images>(pixels)
    for y in 0..<Int(transform.layout.height) {
      row.begin(Int32(truncatingIfNeeded: y))
      for x in 0..<Int(transform.layout.width) {
        let coverage = ink[x, y]
        if coverage == 0 { continue }
        row.store(x) { isFilled in
          unsafe lights.pointee.shade(
            Word.self, inside: row.inside[x], stroke: stroke[x, y], ink: coverage, filled: isFilled ? 65536 : 0)
        }
        if x == column.x { unsafe column.ink[y] = coverage }
      }
    }
    stroke.deallocate()
    ink.deallocate()
  }

  /// Returns the coverage of an outline in new memory.
  func plane(of outline: Outline?) -> CoveragePlane {
    let plane = CoveragePlane(transform.layout)
    var store = CoverageStore(plane)
    if let outline { mask.sweep(outline, into: &store) }
    return plane
  }
}
