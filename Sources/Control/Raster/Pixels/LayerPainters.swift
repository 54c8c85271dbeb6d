import Geometry

// Unsafe: a mask of the surfaces' size reports no pixel outside them, and painters do not outlive the `ShapePixels`.

/// Stores the background and the inside.
@safe struct InsidePainter<Word: PixelWord>: CoverageConsumer {
  private var row: ShapeRow<Word>
  private let blender: LayerBlender<Word>
  private let background: Word.Shade

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    unsafe row = ShapeRow(pixels)
    blender = unsafe pixels.pointee.blender
    background = blender.shade(inside: 0, isFilled: false)
  }

  @inline(__always) mutating func beginRow(_ y: Int32) { row.begin(y) }

  @inline(__always) mutating func pixel(_ x: Int, coverage: UInt8) {
    unsafe row.inside[x] = coverage
    row.store(x) { blender.shade(inside: coverage, isFilled: $0) }
  }

  @inline(__always) mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    unsafe CoveragePlane.fill(row.inside + start, end &- start, coverage)
    if coverage == 0 {
      row.store(start, end, background)
    } else {
      row.store(
        start, end, empty: blender.shade(inside: coverage, isFilled: false),
        filled: blender.shade(inside: coverage, isFilled: true))
    }
  }
}

/// Stores the stroke over the inside.
@safe struct StrokePainter<Word: PixelWord>: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private var row: ShapeRow<Word>
  private let blender: LayerBlender<Word>
  private let stroke: Word.Shade

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    unsafe row = ShapeRow(pixels)
    blender = unsafe pixels.pointee.blender
    stroke = blender.shade(inside: 0, stroke: 255, isFilled: false)
  }

  @inline(__always) mutating func beginRow(_ y: Int32) { row.begin(y) }

  @inline(__always) mutating func pixel(_ x: Int, coverage: UInt8) {
    // A pixel at the stroke's edge may have no coverage.
    if coverage == 0 { return }
    if row.isMixed(x) { return unsafe ShapePixels.storeMixed(row.pixels, row.y, stroke: coverage) }
    // A stroke that covers the whole pixel hides the inside.
    let inside = unsafe coverage == 255 ? 0 : row.inside[x]
    row.store(x) { blender.shade(inside: inside, stroke: coverage, isFilled: $0) }
  }

  @inline(__always) mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 255 {
      row.store(start, end, stroke)
    } else if coverage != 0 {
      // Along a level edge.
      for x in start..<end { pixel(x, coverage: coverage) }
    }
  }
}

/// Stores the pixels that ink covers, over the other layers.
@safe struct InkPainter<Word: PixelWord>: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private let pixels: UnsafePointer<ShapePixels<Word>>
  private let stroke: CoveragePlane
  private var row: ShapeRow<Word>

  init(_ pixels: UnsafePointer<ShapePixels<Word>>, stroke: CoveragePlane) {
    unsafe (self.pixels, self.stroke, row) = (pixels, stroke, ShapeRow(pixels))
  }

  mutating func beginRow(_ y: Int32) { row.begin(y) }

  mutating func pixel(_ x: Int, coverage: UInt8) {
    if coverage == 0 { return }
    let stroke = stroke[x, Int(row.y)]
    if row.isMixed(x) { return unsafe ShapePixels.storeMixed(pixels, row.y, stroke: stroke, ink: coverage) }
    row.store(x) { isFilled in
      unsafe pixels.pointee.blender.lights.pointee.shade(
        Word.self, inside: row.inside[x], stroke: stroke, ink: coverage, filled: isFilled ? 65536 : 0)
    }
  }

  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    for x in start..<end { pixel(x, coverage: coverage) }
  }
}
