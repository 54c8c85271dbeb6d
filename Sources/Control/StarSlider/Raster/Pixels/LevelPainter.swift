/// Stores the pixels of a shape without ink by their levels (`LevelScale`).
///
/// Safety: a mask of the surfaces' size reports no pixel outside them, and painters do not outlive the `ShapePixels`.
@safe struct LevelPainter<Word: PixelWord, Images: ShapeImages>: RowConsumer {
  private let pixels: UnsafePointer<ShapePixels<Word>>
  private let scale: LevelScale
  private let isExact: Bool

  init(_ pixels: UnsafePointer<ShapePixels<Word>>, _ scale: LevelScale, isExact: Bool) {
    unsafe (self.pixels, self.scale, self.isExact) = (pixels, scale, isExact)
  }

  @inline(never) mutating func rows(_ start: Int32, _ end: Int32, _ first: AccumulatorRow) {
    let pixels = unsafe pixels.pointee
    let (blender, surface) = (pixels.blender, pixels.surface)
    let (filled, empty) = unsafe (blender.ramp(isFilled: true), blender.ramp(isFilled: false))
    let (filledEnd, isExact, unfilled) = (Images.isPair ? Int.max : pixels.filledEnd, isExact, scale.unfilledLevels)
    let background = unsafe blender.shade(0, empty)
    // The background of a small shape is stored first.
    let storesBackground = Images.isPair || first.wordCount > 1 || !Word.isExact(background)
    if !storesBackground {
      let (rows, columns) = (Int(end &- start), first.width)
      let isOneRun = columns &* MemoryLayout<Word>.stride == surface.pitch
      unsafe Word.storeRows(
        surface.line(start), surface.pitch, isOneRun ? 1 : rows, isOneRun ? rows &* columns : columns,
        Word.word(background, bias: 0).bits)
    }
    var row = first
    var y = start
    while y < end {
      let (line, biases) = unsafe (surface.line(y), pixels.biases(y))
      unsafe row.report { start, end, accumulators, before in
        // Most spans are exact, and filled or empty as a whole.
        if Images.isPair || !isExact || UInt(bitPattern: filledEnd &- start) < UInt(bitPattern: end &- start) {
          return unsafe store(start, end, accumulators, before, y)
        }
        let ramp = unsafe start < filledEnd ? filled : empty
        var (x, sum) = (start, before)
        repeat {
          unsafe sum &+= accumulators[x]
          unsafe accumulators[x] = 0
          let shade = unsafe blender.shade(Int(sum &>> 16), ramp)
          unsafe (line + x &* MemoryLayout<Word>.stride).storeBytes(
            of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
          x &+= 1
        } while x != end
        return sum
      } run: { start, end, sum in
        let level = isExact ? Int(sum &>> 16) : limited(sum)
        if level == 0 && !storesBackground { return }
        if Images.isPair || level > unfilled { return storeRun(start, end, level, y) }
        unsafe ShapePixels<Word>.store(line, start, end, blender.shade(level, empty), biases)
      }
      unsafe row.line += row.stride
      y &+= 1
    }
  }

  @inline(__always) private func limited(_ sum: CoverageSum) -> Int { min(max(Int(sum &>> 16), 0), scale.highest) }

  /// Stores a run of an inside that may be filled in part.
  @inline(__always) private func storeRun(_ start: Int, _ end: Int, _ level: Int, _ y: Int32) {
    let pixels = unsafe pixels.pointee
    let (blender, line, biases) = unsafe (pixels.blender, pixels.surface.line(y), pixels.biases(y))
    let (filled, empty) = unsafe (blender.ramp(isFilled: true), blender.ramp(isFilled: false))
    let middle = Images.isPair ? end : min(max(start, pixels.filledEnd), end)
    if start < middle {
      unsafe ShapePixels<Word>.store(line, start, middle, blender.shade(level, filled), biases)
    }
    if middle < end {
      unsafe ShapePixels<Word>.store(line, middle, end, blender.shade(level, empty), biases)
      if start <= pixels.column.x { pixels.column.keep(Int(y), scale.coverage(level)) }
    }
    if Images.isPair, let empty = pixels.empty {
      let shade = unsafe blender.shade(level, blender.ramp(isFilled: false))
      unsafe ShapePixels<Word>.store(empty.line(y), start, end, shade, biases)
    }
  }

  /// Stores a span that `rows` does not store itself: one for two images, with sums that may be out of range, or in which the filled part
  /// ends.
  @inline(never) private func store(
    _ start: Int, _ end: Int, _ accumulators: UnsafeMutablePointer<Int32>, _ before: CoverageSum, _ y: Int32
  ) -> CoverageSum {
    let pixels = unsafe pixels.pointee
    let (blender, biases, stride) = unsafe (pixels.blender, pixels.biases(y), MemoryLayout<Word>.stride)
    let (filled, empty) = unsafe (blender.ramp(isFilled: true), blender.ramp(isFilled: false))
    let line = unsafe pixels.surface.line(y)
    var sum = before
    for x in start..<end {
      unsafe sum &+= accumulators[x]
      unsafe accumulators[x] = 0
      let level = limited(sum)
      if !Images.isPair && x == pixels.column.x { pixels.column.keep(Int(y), scale.coverage(level)) }
      let shade = unsafe blender.shade(level, Images.isPair || x < pixels.filledEnd ? filled : empty)
      unsafe (line + x &* stride).storeBytes(of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
      if Images.isPair, let other = pixels.empty {
        let shade = unsafe blender.shade(level, empty)
        unsafe (other.line(y) + x &* stride).storeBytes(of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
      }
    }
    return sum
  }
}

extension ShapePixels {
  /// Stores the pixels of any shape, from the coverage of its layers.
  func store(_ layers: ShapeCoverage) {
    let width = layers.width
    for y in 0..<layers.height {
      let row = Int32(truncatingIfNeeded: y)
      let (line, biases) = unsafe (surface.line(row), biases(row))
      var x = 0
      while x < width {
        let (start, coverage) = (x, layers[x, y])
        repeat { x &+= 1 } while x < width && layers[x, y] == coverage
        let middle = empty == nil ? min(max(start, filledEnd), x) : x
        let shade = blender.shade(coverage, isFilled: false)
        if start < middle { unsafe Self.store(line, start, middle, blender.shade(coverage, isFilled: true), biases) }
        if middle < x { unsafe Self.store(line, middle, x, shade, biases) }
        if let empty { unsafe Self.store(empty.line(row), start, x, shade, biases) }
        if start <= column.x && column.x < x { column.keep(y, coverage) }
      }
    }
  }
}

/// The pixels of a shape while it is painted: either one image that is filled up to an edge, or a filled and an empty image with the same
/// coverage.
///
/// Safety: the surfaces have the size of the mask, which reports no pixel outside it.
@safe struct ShapePixels<Word: PixelWord> {
  /// The image that shows the filled shape in the columns to the left of `filledEnd`, and the empty shape in the others.
  var surface: Surface
  let filledEnd: Int
  /// The image that shows the empty shape, if there are two images.
  var empty: Surface?
  /// The column `filledEnd`, if it is partially filled.
  let column: FillColumn
  let blender: LayerBlender<Word>
  /// The dither biases of 8 x 8 pixels.
  let biases: UnsafePointer<UInt64>

  func biases(_ y: Int32) -> UnsafePointer<UInt64> { unsafe biases + Int(y & 7) &* 8 }

  /// Stores pixels of the same shade.
  @inline(__always) static func store(
    _ line: UnsafeMutableRawPointer, _ start: Int, _ end: Int, _ shade: Word.Shade, _ biases: UnsafePointer<UInt64>
  ) {
    if Word.isExact(shade) {
      unsafe Word.storeRun(line + start &* MemoryLayout<Word>.stride, end &- start, Word.word(shade, bias: 0).bits)
    } else {
      unsafe storeDithered(line, start, end, shade, biases)
    }
  }

  @inline(never) private static func storeDithered(
    _ line: UnsafeMutableRawPointer, _ start: Int, _ end: Int, _ shade: Word.Shade, _ biases: UnsafePointer<UInt64>
  ) {
    for x in start..<end {
      unsafe (line + x &* MemoryLayout<Word>.stride).storeBytes(
        of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
    }
  }
}

/// The number of images that are painted. It is a type, so that painting one image takes no instructions for a second.
protocol ShapeImages {
  static var isPair: Bool { get }
}

enum OneImage: ShapeImages { static var isPair: Bool { false } }
enum TwoImages: ShapeImages { static var isPair: Bool { true } }
