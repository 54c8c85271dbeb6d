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

  /// The meaning of the levels, if the shape can be painted by them.
  var scale: LevelScale { stroke == nil ? .inside : .sides }

  /// Whether the stroke consists of both sides of the inside's only contour.
  var hasSides: Bool {
    guard let stroke else { return false }
    return stroke.isSides && inside.isOneContour
  }
}

/// Paints shapes of one size, one set of colors and one pixel format, from outlines to pixels.
///
/// The layers are background, inside, stroke and ink. Every pixel is one mixture of colors, rounded once. The two sides of most strokes
/// never cross the same pixel. A single number then determines what a pixel shows (`LevelScale`), and one sweep of both sides paints the
/// shape. Other shapes are painted from the coverage of each layer.
///
/// Safety: it owns its memory, and `paint` checks the surface's size and format.
@safe package final class ShapePainter {
  let format: PixelFormat
  package let transform: ScreenTransform
  let lights: ShapeLights
  private let buffer: AccumulationBuffer
  /// The dither biases of 8 x 8 pixels, in the viewer's orientation.
  private let biases: UnsafeMutablePointer<UInt64>
  /// The memory of blenders.
  private let mixtures: UnsafeMutableRawPointer
  /// The memory of a `FillColumn`.
  private let column: UnsafeMutablePointer<LayerCoverage>

  /// Allocates all memory that painting by levels uses, except for rotated surfaces and pixels of three bytes. `physical` is the size of
  /// the surfaces to paint on, each side 1 ... `Path.limit`; `rotation` is the rotation of their scanout.
  @export(interface)
  package init(_ colors: ShapeColors, size physical: Size<PhysicalSpace>, rotation: Rotation, format: PixelFormat) {
    self.format = format
    transform = ScreenTransform(physical: physical, rotation: rotation)
    buffer = AccumulationBuffer(width: transform.layout.width, height: transform.layout.height)
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
    unsafe column = .allocate(capacity: Int(transform.layout.height))
  }

  deinit {
    unsafe biases.deallocate()
    unsafe mixtures.deallocate()
    unsafe column.deallocate()
  }

  /// Paints a shape on a whole surface. Its inside is filled to the left of `fillX`, in pixels of the viewer's orientation.
  @export(interface) package func paint(_ outlines: ShapeOutlines, on surface: Surface, filledTo fillX: Fixed) {
    paint(outlines, on: surface, min(max(fillX, .zero), Fixed(transform.layout.width)), empty: nil)
  }

  /// Paints the empty and the filled shape on two whole surfaces.
  @export(interface) package func paint(_ outlines: ShapeOutlines, empty: Surface, filled: Surface) {
    paint(outlines, on: filled, Fixed(transform.layout.width), empty: empty)
  }

  /// Returns the coverage of all pixels.
  package func coverage(of outlines: ShapeOutlines) -> ShapeCoverage {
    ShapeCoverage(of: outlines, buffer)
  }

  private func paint(_ outlines: ShapeOutlines, on surface: Surface, _ fillX: Fixed, empty: Surface?) {
    func isRight(_ surface: Surface) -> Bool { surface.size == transform.physical && surface.format == format }
    precondition(isRight(surface) && isRight(empty ?? surface), "a surface of another size or format")
    let column = unsafe FillColumn(endingAt: fillX, height: transform.layout.height, in: self.column)
    func paint<Word: PixelWord, Stored: PixelWord>(_: Word.Type, as _: Stored.Type) {
      let pixels = unsafe ShapePixels(
        surface: surface, filledEnd: Int(fillX.floor), empty: empty, column: column,
        blender: LayerBlender<Word>(in: mixtures, outlines.scale), biases: biases)
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

  /// Paints in the viewer's orientation in additional memory, and then stores the pixels in their places.
  private func paintAside<Word: PixelWord, Stored: PixelWord>(
    _ outlines: ShapeOutlines, _ pixels: ShapePixels<Word>, as _: Stored.Type
  ) {
    let size = Size<PhysicalSpace>(width: transform.layout.width, height: transform.layout.height)
    let count = Int(size.width) * Int(size.height)
    let words = UnsafeMutablePointer<Word>.allocate(capacity: pixels.empty == nil ? count : 2 * count)
    func surface(_ words: UnsafeMutablePointer<Word>) -> Surface {
      unsafe Surface(base: words, pitch: Int(size.width) * MemoryLayout<Word>.stride, size: size, format: format)
    }
    let emptyWords = unsafe words + count
    var upright = pixels
    unsafe upright.surface = surface(words)
    upright.empty = pixels.empty.map { _ in unsafe surface(emptyWords) }
    paintUpright(outlines, upright)
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
    let isLevel = outlines.ink == nil && (outlines.stroke == nil || outlines.hasSides)
    if isLevel {
      unsafe withUnsafePointer(to: pixels) { pixels in
        let scale = outlines.scale
        buffer.add(outlines.stroke ?? outlines.inside, isSides: scale == .sides)
        var painter = unsafe LevelPainter<Word, Images>(pixels, scale, isExact: buffer.isExact)
        buffer.sweep(into: &painter)
      }
    } else {
      pixels.store(coverage(of: outlines))
    }
    pixels.column.store(pixels, of: outlines)
  }
}

extension Surface {
  /// Stores a picture in the viewer's orientation, whose size is the transform's, on this whole scanout of `Stored` pixels.
  fileprivate func store<Word: PixelWord, Stored: PixelWord>(
    _ upright: UnsafePointer<Word>, as _: Stored.Type, through transform: ScreenTransform
  ) {
    func offset(_ x: Int32, _ y: Int32) -> Int {
      let pixel = transform.toPhysical(x: x, y: y)
      return Int(pixel.y) * pitch + Int(pixel.x) * MemoryLayout<Stored>.stride
    }
    let (first, layout) = (offset(0, 0), transform.layout)
    let (perColumn, perRow) = (offset(1, 0) - first, offset(0, 1) - first)
    var next = unsafe upright
    for y in 0..<Int(layout.height) {
      let line = unsafe base + (first + y * perRow)
      for x in 0..<Int(layout.width) {
        unsafe (line + x &* perColumn).storeBytes(
          of: Stored(bits: next.pointee.bits), as: Stored.self)
        unsafe next += 1
      }
    }
  }
}
