import Geometry

/// The outlines of a shape in the pixels of its square, as the viewer sees them.
package struct ShapeOutlines: Sendable {
  package let inside: Outline
  /// The stroke along the inside's edges; `nil` for none.
  package let stroke: Outline?
  /// Drawn on top in the stroke's color; `nil` for none.
  package let ink: Outline?

  package init(inside: Outline, stroke: Outline? = nil, ink: Outline? = nil) {
    (self.inside, self.stroke, self.ink) = (inside, stroke, ink)
  }
}

/// Paints shapes of one size, one set of colors and one pixel format, from outlines to pixels.
///
/// The layers are background, inside, stroke, ink. Every pixel is one mixture of colors, rounded once. The sweep of the inside
/// stores background and inside, and keeps the coverage of pixels whose word does not tell it; the sweep of the stroke mixes
/// pixels anew from both coverages.
///
/// Unsafe: it owns its memory, and `paint` checks the surface's size and format.
@safe package final class ShapePainter {
  private let format: PixelFormat
  private let transform: ScreenTransform
  private let mask: CoverageMask
  /// The dither biases of 8 x 8 pixels, in the order in which the viewer sees them.
  private let biases: UnsafeMutablePointer<UInt64>
  /// The memory of blenders.
  private let mixtures: UnsafeMutableRawPointer
  /// The coverage that `ShapePixels` keeps.
  private let coverage: CoveragePlane

  /// Allocates all memory that painting uses, except for ink and for rotated surfaces. `physical` is the size of the surfaces
  /// to paint on, each side 1 ... `Path.limit`; `rotation` is that of their scanout.
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
    func prepared<Word: PixelWord>(_: Word.Type) -> UnsafeMutableRawPointer {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: LayerBlender<Word>.byteCount, alignment: 16)
      unsafe LayerBlender<Word>.prepare(memory, lights)
      return unsafe memory
    }
    unsafe mixtures =
      switch format.bytesPerPixel {
      case 4: unsafe prepared(UInt32.self)
      case 2: unsafe prepared(UInt16.self)
      default: unsafe prepared(Pixel24.self)
      }
    coverage = CoveragePlane(transform.layout)
  }

  deinit {
    unsafe biases.deallocate()
    unsafe mixtures.deallocate()
    coverage.deallocate()
  }

  /// Paints a shape on a whole surface. Its inside is filled left of `fillX`, in pixels as the viewer sees them; the column
  /// in which `fillX` lies shows both colors, mixed as a slider mixes them.
  package func paint(_ outlines: ShapeOutlines, on surface: Surface, filledTo fillX: Fixed) {
    precondition(surface.size == transform.physical && surface.format == format, "a surface of another size or format")
    switch format.bytesPerPixel {
    case 4: paint(UInt32.self, outlines, on: surface, fillX)
    case 2: paint(UInt16.self, outlines, on: surface, fillX)
    default: paint(Pixel24.self, outlines, on: surface, fillX)
    }
  }

  /// Reports the coverage of one outline as painting uses it.
  package func sweep<Consumer: CoverageConsumer>(_ outline: Outline, into consumer: inout Consumer) {
    mask.sweep(outline, into: &consumer)
  }

  private func paint<Word: PixelWord>(
    _: Word.Type, _ outlines: ShapeOutlines, on surface: Surface, _ fillX: Fixed
  ) {
    if transform.rotation == .none { return paintUpright(Word.self, outlines, on: surface, fillX) }
    let size = Size<PhysicalSpace>(width: transform.layout.width, height: transform.layout.height)
    let words = UnsafeMutablePointer<Word>.allocate(capacity: Int(size.width) * Int(size.height))
    let pitch = Int(size.width) * MemoryLayout<Word>.stride
    unsafe paintUpright(Word.self, outlines, on: Surface(base: words, pitch: pitch, size: size, format: format), fillX)
    unsafe surface.copy(Word.self, words, through: transform)
    unsafe words.deallocate()
  }

  private func paintUpright<Word: PixelWord>(
    _: Word.Type, _ outlines: ShapeOutlines, on surface: Surface, _ fillX: Fixed
  ) {
    let blender = unsafe LayerBlender<Word>(in: mixtures)
    let pixels = unsafe ShapePixels(surface, blender, coverage, biases, filledTo: fillX)
    unsafe withUnsafePointer(to: pixels) { pixels in
      var inside = unsafe InsidePainter(pixels)
      mask.sweep(outlines.inside, into: &inside)
      if let outline = outlines.stroke {
        var stroke = unsafe StrokePainter(pixels)
        mask.sweep(outline, into: &stroke)
      }
      if let ink = outlines.ink { unsafe paint(ink, over: outlines, pixels) }
    }
  }

  private func paint<Word: PixelWord>(
    _ ink: Outline, over outlines: ShapeOutlines, _ pixels: UnsafePointer<ShapePixels<Word>>
  ) {
    let (inside, stroke) = (CoveragePlane(transform.layout), CoveragePlane(transform.layout))
    func sweep(_ outline: Outline, into plane: CoveragePlane) {
      var store = CoverageStore(plane)
      mask.sweep(outline, into: &store)
    }
    sweep(outlines.inside, into: inside)
    if let outline = outlines.stroke { sweep(outline, into: stroke) }
    var painter = unsafe InkPainter(pixels, inside: inside, stroke: stroke)
    mask.sweep(ink, into: &painter)
    inside.deallocate()
    stroke.deallocate()
  }
}
