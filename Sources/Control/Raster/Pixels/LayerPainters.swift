import Geometry

// Unsafe: a mask of the surfaces' size reports no pixel outside them, and painters do not outlive the `ShapePixels`.

/// Stores the background and the inside.
@safe struct InsidePainter<Word: PixelWord, Images: ShapeImages>: CoverageConsumer {
  private var row: ShapeRow<Word, Images>
  private let plane: CoveragePlane
  private let blender: LayerBlender<Word>
  private let background: Word.Shade
  private let filled: LayerBlender<Word>.Table
  private let empty: LayerBlender<Word>.Table

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    unsafe row = ShapeRow(pixels)
    (plane, blender) = unsafe (pixels.pointee.inside, pixels.pointee.blender)
    background = blender.shade(inside: 0, isFilled: false)
    unsafe (filled, empty) = (blender.insideTable(isFilled: true), blender.insideTable(isFilled: false))
  }

  @inline(__always) mutating func beginRow(_ y: Int32) {
    row.begin(y)
    unsafe plane.clear(row.inside)
  }

  @inline(__always) mutating func pixel(_ x: Int, coverage: UInt8) {
    unsafe row.inside[x] = coverage
    row.store(x) { isFilled in
      let known = unsafe (isFilled ? filled : empty)[Int(coverage)]
      return known != 0 ? known : blender.make(coverage, 0, isFilled)
    }
  }

  @inline(__always) mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 { return row.store(start, end, background) }
    unsafe CoveragePlane.fill(row.inside + start, end &- start, coverage)
    row.store(start, end) { blender.shade(inside: coverage, isFilled: $0) }
  }
}

/// Stores the stroke over the inside.
@safe struct StrokePainter<Word: PixelWord, Images: ShapeImages>: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private var row: ShapeRow<Word, Images>
  private let blender: LayerBlender<Word>
  private let stroke: Word.Shade
  private let column: FillColumn
  private let columnX: Int
  /// The stroke's coverage of the fill column in the row. If there are two images, it is the coverage of the row's partially covered
  /// pixels.
  private let plane: CoveragePlane
  private var kept: UnsafeMutablePointer<UInt8>

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    unsafe row = ShapeRow(pixels)
    blender = unsafe pixels.pointee.blender
    stroke = blender.shade(inside: 0, stroke: 255, isFilled: false)
    column = unsafe pixels.pointee.column
    unsafe (columnX, kept, plane) = (column.x, column.stroke, pixels.pointee.stroke)
    blender.prepareStroke()
  }

  @inline(__always) mutating func beginRow(_ y: Int32) {
    row.begin(y)
    unsafe kept = Images.isPair ? plane.row(y) : column.stroke + Int(y)
  }

  @inline(__always) mutating func pixel(_ x: Int, coverage: UInt8) {
    if Images.isPair || x == columnX { unsafe kept[Images.isPair ? x : 0] = coverage }
    let inside = unsafe row.inside[x]
    if coverage == 0 && inside != 0 && inside != 255 { return }
    row.store(x) { isFilled in
      // Where a stroke covers the whole pixel, it hides the inside.
      if inside == 0 || coverage == 255 { return blender.shade(inside: 0, stroke: coverage, isFilled: false) }
      if inside == 255 { return blender.shade(inside: 255, stroke: coverage, isFilled: isFilled) }
      return blender.partialShade(inside: inside, stroke: coverage, isFilled: isFilled)
    }
  }

  @inline(__always) mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 255 {
      row.store(start, end, stroke)
      if !Images.isPair && start <= columnX && columnX < end { unsafe kept.pointee = 255 }
    } else if coverage != 0 {
      // Such a run lies along a horizontal edge.
      for x in start..<end { pixel(x, coverage: coverage) }
    }
  }
}
