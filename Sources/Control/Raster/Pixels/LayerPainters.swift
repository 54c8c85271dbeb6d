import Geometry

// Unsafe: a mask of the surface's size reports no pixel outside it, and painters do not outlive the `ShapePixels`.

/// Stores the background and the inside.
@safe struct InsidePainter<Word: PixelWord>: CoverageConsumer {
  private let pixels: UnsafePointer<ShapePixels<Word>>
  private let filled: LayerBlender<Word>.Table
  private let empty: LayerBlender<Word>.Table
  private let filledEnd: Int
  private let emptyStart: Int
  private var line: UnsafeMutableRawPointer
  private var biases: UnsafePointer<UInt64>
  private var kept: UnsafeMutablePointer<UInt8>

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    unsafe self.pixels = pixels
    let shape = unsafe pixels.pointee
    unsafe (filled, empty) = (shape.blender.insideTable(isFilled: true), shape.blender.insideTable(isFilled: false))
    (filledEnd, emptyStart) = (shape.filledEnd, shape.emptyStart)
    unsafe (line, biases, kept) = (shape.line(0), shape.biases(0), shape.kept.row(0))
  }

  @inline(__always) mutating func beginRow(_ y: Int32) {
    unsafe (line, biases, kept) = (pixels.pointee.line(y), pixels.pointee.biases(y), pixels.pointee.kept.row(y))
    unsafe pixels.pointee.kept.clear(kept)
  }

  @inline(__always) mutating func pixel(_ x: Int, coverage: UInt8) {
    unsafe kept[x] = coverage
    let shade = unsafe x < filledEnd ? filled[Int(coverage)] : empty[Int(coverage)]
    if shade == 0 || x >= filledEnd && x < emptyStart {
      return unsafe ShapePixels.store(pixels, line, x, biases[x & 7], coverage, 0)
    }
    unsafe (line + x &* MemoryLayout<Word>.stride).storeBytes(of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
  }

  @inline(__always) mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 {
      unsafe ShapePixels<Word>.store(line, start, end, pixels.pointee.background, biases)
    } else if start >= emptyStart {
      unsafe run(start, end, coverage, isFilled: false, keeps: pixels.pointee.keepsEmpty)
    } else if end <= filledEnd {
      unsafe run(start, end, coverage, isFilled: true, keeps: pixels.pointee.keepsFilled)
    } else {
      split(start, end, coverage)
    }
  }

  /// Stores a run in which the fill ends.
  @inline(never) private mutating func split(_ start: Int, _ end: Int, _ coverage: UInt8) {
    if start < filledEnd { unsafe run(start, filledEnd, coverage, isFilled: true, keeps: pixels.pointee.keepsFilled) }
    if filledEnd < emptyStart {
      if coverage == 255, let word = unsafe pixels.pointee.mixedInside {
        unsafe kept[filledEnd] = 255
        unsafe (line + filledEnd &* MemoryLayout<Word>.stride).storeBytes(of: word, as: Word.self)
      } else {
        pixel(filledEnd, coverage: coverage)
      }
    }
    if emptyStart < end { unsafe run(emptyStart, end, coverage, isFilled: false, keeps: pixels.pointee.keepsEmpty) }
  }

  @inline(__always) private func run(_ start: Int, _ end: Int, _ coverage: UInt8, isFilled: Bool, keeps: Bool) {
    if keeps || coverage != 255 { unsafe CoveragePlane.fill(kept + start, end &- start, coverage) }
    let shade = unsafe pixels.pointee.blender.shade(inside: coverage, isFilled: isFilled)
    unsafe ShapePixels<Word>.store(line, start, end, shade, biases)
  }
}

/// Stores the stroke over the inside.
@safe struct StrokePainter<Word: PixelWord>: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private let pixels: UnsafePointer<ShapePixels<Word>>
  private let background: Word
  private let overBackground: LayerBlender<Word>.Table
  private let overFilled: LayerBlender<Word>.Table
  private let overEmpty: LayerBlender<Word>.Table
  private let stroke: Word.Shade
  private let filledEnd: Int
  private var line: UnsafeMutableRawPointer
  private var biases: UnsafePointer<UInt64>
  private var kept: UnsafeMutablePointer<UInt8>

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    unsafe self.pixels = pixels
    let shape = unsafe pixels.pointee
    unsafe (background, overBackground) = (Word.word(shape.background, bias: 0), shape.blender.strokeOverBackground)
    unsafe overFilled = shape.blender.strokeTable(isFilled: true)
    unsafe overEmpty = shape.blender.strokeTable(isFilled: false)
    stroke = shape.blender.shade(inside: 0, stroke: 255, isFilled: false)
    filledEnd = shape.filledEnd
    unsafe (line, biases, kept) = (shape.line(0), shape.biases(0), shape.kept.row(0))
    // A pixel at the stroke's edge may have no coverage.
    unsafe overBackground[0] = shape.background
    unsafe overFilled[0] = shape.blender.shade(inside: 255, isFilled: true)
    unsafe overEmpty[0] = shape.blender.shade(inside: 255, isFilled: false)
  }

  @inline(__always) mutating func beginRow(_ y: Int32) {
    unsafe (line, biases, kept) = (pixels.pointee.line(y), pixels.pointee.biases(y), pixels.pointee.kept.row(y))
  }

  @inline(__always) mutating func pixel(_ x: Int, coverage: UInt8) {
    let (address, inside) = unsafe (line + x &* MemoryLayout<Word>.stride, kept[x])
    // A stroke that covers the whole pixel hides the inside.
    if inside != 0 && coverage != 255 {
      return unsafe ShapePixels.storeStroke(pixels, line, x, biases[x & 7], inside, coverage)
    }
    let isInside = unsafe address.loadUnaligned(as: Word.self) != background
    let shade = unsafe (isInside ? x < filledEnd ? overFilled : overEmpty : overBackground)[Int(coverage)]
    if shade == 0 {
      return unsafe ShapePixels.store(pixels, line, x, biases[x & 7], isInside ? 255 : 0, coverage)
    }
    unsafe address.storeBytes(of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
  }

  @inline(__always) mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 255 {
      unsafe ShapePixels<Word>.store(line, start, end, stroke, biases)
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
  private let inside: CoveragePlane
  private let stroke: CoveragePlane
  private var y: Int32 = 0

  init(_ pixels: UnsafePointer<ShapePixels<Word>>, inside: CoveragePlane, stroke: CoveragePlane) {
    unsafe (self.pixels, self.inside, self.stroke) = (pixels, inside, stroke)
  }

  mutating func beginRow(_ y: Int32) { self.y = y }

  mutating func pixel(_ x: Int, coverage: UInt8) {
    if coverage == 0 { return }
    let shape = unsafe pixels.pointee
    unsafe shape.store(shape.line(y), x) { isFilled in
      let shade = unsafe shape.blender.lights.pointee.shade(
        Word.self, inside: inside.row(y)[x], stroke: stroke.row(y)[x], ink: coverage, isFilled: isFilled)
      return unsafe Word.word(shade, bias: shape.biases(y)[x & 7])
    }
  }

  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    for x in start..<end { pixel(x, coverage: coverage) }
  }
}
