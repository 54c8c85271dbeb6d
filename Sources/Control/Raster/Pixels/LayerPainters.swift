import Geometry

/// Stores the background and the inside.
struct InsidePainter<Word: PixelWord>: CoverageConsumer {
  private let pixels: UnsafePointer<ShapePixels<Word>>
  private let filled: LayerBlender<Word>.Table
  private let empty: LayerBlender<Word>.Table
  private let filledEnd: Int
  private let emptyStart: Int
  private var line: UnsafeMutableRawPointer
  private var biases: UnsafePointer<UInt64>
  private var kept: UnsafeMutablePointer<UInt8>

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    self.pixels = pixels
    let shape = pixels.pointee
    (filled, empty) = (shape.blender.insideTable(isFilled: true), shape.blender.insideTable(isFilled: false))
    (filledEnd, emptyStart) = (shape.filledEnd, shape.emptyStart)
    (line, biases, kept) = (shape.line(0), shape.biases(0), shape.kept.row(0))
  }

  @inline(__always)
  mutating func beginRow(_ y: Int32) {
    (line, biases, kept) = (pixels.pointee.line(y), pixels.pointee.biases(y), pixels.pointee.kept.row(y))
    pixels.pointee.kept.clear(kept)
  }

  @inline(__always)
  mutating func pixel(_ x: Int, coverage: UInt8) {
    kept[x] = coverage
    let shade = x < filledEnd ? filled[Int(coverage)] : empty[Int(coverage)]
    if shade == 0 || x >= filledEnd && x < emptyStart {
      return ShapePixels.store(pixels, line, x, biases[x & 7], coverage, 0)
    }
    (line + x &* MemoryLayout<Word>.stride).storeBytes(of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
  }

  @inline(__always)
  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 {
      ShapePixels<Word>.store(line, start, end, pixels.pointee.background, biases)
    } else if start >= emptyStart {
      run(start, end, coverage, isFilled: false, keeps: pixels.pointee.keepsEmpty)
    } else if end <= filledEnd {
      run(start, end, coverage, isFilled: true, keeps: pixels.pointee.keepsFilled)
    } else {
      split(start, end, coverage)
    }
  }

  /// Stores a run in which the fill ends.
  @inline(never)
  private mutating func split(_ start: Int, _ end: Int, _ coverage: UInt8) {
    if start < filledEnd { run(start, filledEnd, coverage, isFilled: true, keeps: pixels.pointee.keepsFilled) }
    if filledEnd < emptyStart {
      if coverage == 255, let word = pixels.pointee.mixedInside {
        kept[filledEnd] = 255
        (line + filledEnd &* MemoryLayout<Word>.stride).storeBytes(of: word, as: Word.self)
      } else {
        pixel(filledEnd, coverage: coverage)
      }
    }
    if emptyStart < end { run(emptyStart, end, coverage, isFilled: false, keeps: pixels.pointee.keepsEmpty) }
  }

  @inline(__always)
  private func run(_ start: Int, _ end: Int, _ coverage: UInt8, isFilled: Bool, keeps: Bool) {
    if keeps || coverage != 255 { CoveragePlane.fill(kept + start, end &- start, coverage) }
    let shade = pixels.pointee.blender.shade(inside: coverage, isFilled: isFilled)
    ShapePixels<Word>.store(line, start, end, shade, biases)
  }
}

/// Stores the stroke over the inside.
struct StrokePainter<Word: PixelWord>: CoverageConsumer {
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
    self.pixels = pixels
    let shape = pixels.pointee
    (background, overBackground) = (Word.word(shape.background, bias: 0), shape.blender.strokeOverBackground)
    overFilled = shape.blender.strokeTable(isFilled: true)
    overEmpty = shape.blender.strokeTable(isFilled: false)
    stroke = shape.blender.shade(inside: 0, stroke: 255, isFilled: false)
    filledEnd = shape.filledEnd
    (line, biases, kept) = (shape.line(0), shape.biases(0), shape.kept.row(0))
    // A pixel at the stroke's edge may have no coverage.
    overBackground[0] = shape.background
    overFilled[0] = shape.blender.shade(inside: 255, isFilled: true)
    overEmpty[0] = shape.blender.shade(inside: 255, isFilled: false)
  }

  @inline(__always)
  mutating func beginRow(_ y: Int32) {
    (line, biases, kept) = (pixels.pointee.line(y), pixels.pointee.biases(y), pixels.pointee.kept.row(y))
  }

  @inline(__always)
  mutating func pixel(_ x: Int, coverage: UInt8) {
    let (address, inside) = (line + x &* MemoryLayout<Word>.stride, kept[x])
    // A stroke that covers the whole pixel hides the inside.
    if inside != 0 && coverage != 255 {
      return ShapePixels.storeStroke(pixels, line, x, biases[x & 7], inside, coverage)
    }
    let isInside = address.loadUnaligned(as: Word.self) != background
    let shade = (isInside ? x < filledEnd ? overFilled : overEmpty : overBackground)[Int(coverage)]
    if shade == 0 {
      return ShapePixels.store(pixels, line, x, biases[x & 7], isInside ? 255 : 0, coverage)
    }
    address.storeBytes(of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
  }

  @inline(__always)
  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 255 {
      ShapePixels<Word>.store(line, start, end, stroke, biases)
    } else if coverage != 0 {
      // Along a level edge.
      for x in start..<end { pixel(x, coverage: coverage) }
    }
  }
}

/// Stores the pixels that ink covers, over the other layers.
struct InkPainter<Word: PixelWord>: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  private let pixels: UnsafePointer<ShapePixels<Word>>
  private let inside: CoveragePlane
  private let stroke: CoveragePlane
  private var y: Int32 = 0

  init(_ pixels: UnsafePointer<ShapePixels<Word>>, inside: CoveragePlane, stroke: CoveragePlane) {
    (self.pixels, self.inside, self.stroke) = (pixels, inside, stroke)
  }

  mutating func beginRow(_ y: Int32) { self.y = y }

  mutating func pixel(_ x: Int, coverage: UInt8) {
    if coverage == 0 { return }
    let shape = pixels.pointee
    shape.store(shape.line(y), x) { isFilled in
      let shade = shape.blender.lights.pointee.shade(
        Word.self, inside: inside.row(y)[x], stroke: stroke.row(y)[x], ink: coverage, isFilled: isFilled)
      return Word.word(shade, bias: shape.biases(y)[x & 7])
    }
  }

  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    for x in start..<end { pixel(x, coverage: coverage) }
  }
}
