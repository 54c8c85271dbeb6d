// The inside and the stroke of a small shape are swept together: each pixel is stored once, and with one image no coverage is kept.

extension AccumulationBuffer {
  /// Paints all rows of a shape and clears both buffers. This buffer holds its inside, `strokes` its stroke; both have the same size.
  @inline(__always)
  func sweep<Word: PixelWord, Images: ShapeImages>(
    with strokes: AccumulationBuffer, into painter: inout LayerPainter<Word, Images>
  ) {
    var (line, strokeLine) = unsafe (memory, strokes.memory)
    let width = Int(width)
    var y: Int32 = 0
    while y < height {
      painter.beginRow(y)
      let touched = unsafe line.assumingMemoryBound(to: AccumulatorRow.Word.self)
      let strokeTouched = unsafe strokeLine.assumingMemoryBound(to: AccumulatorRow.Word.self)
      let all = unsafe touched.pointee | strokeTouched.pointee
      var x = 0
      // As in `RowSweep`.
      var (sum, strokeSum) = (32768 as Int32, 32768 as Int32)
      if all != 0 {
        unsafe (touched.pointee, strokeTouched.pointee) = (0, 0)
        let (insides, strokes) = unsafe (Self.accumulators(line), Self.accumulators(strokeLine))
        var bits = all | all &<< 1 & all &>> 1
        x = bits.trailingZeroBitCount
        if x > 0 { painter.run(from: 0, to: x, inside: 0, stroke: 0) }
        bits &>>= AccumulatorRow.Word(truncatingIfNeeded: x)
        while true {
          repeat {
            unsafe (sum, strokeSum) = (sum &+ insides[x], strokeSum &+ strokes[x])
            unsafe (insides[x], strokes[x]) = (0, 0)
            painter.pixel(
              x, inside: UInt8(truncatingIfNeeded: sum >> 16), stroke: UInt8(truncatingIfNeeded: strokeSum >> 16))
            x &+= 1
            bits &>>= 1
          } while bits & 1 != 0
          unsafe (sum, strokeSum) = (sum &+ insides[x], strokeSum &+ strokes[x])
          unsafe (insides[x], strokes[x]) = (0, 0)
          if bits == 0 { break }
          let end = x &+ bits.trailingZeroBitCount
          bits &>>= AccumulatorRow.Word(truncatingIfNeeded: end &- x)
          painter.run(
            from: x, to: end, inside: UInt8(truncatingIfNeeded: sum >> 16),
            stroke: UInt8(truncatingIfNeeded: strokeSum >> 16))
          x = end
        }
      }
      if x < width {
        painter.run(
          from: x, to: width, inside: UInt8(truncatingIfNeeded: sum >> 16),
          stroke: UInt8(truncatingIfNeeded: strokeSum >> 16))
      }
      unsafe line += stride
      unsafe strokeLine += strokes.stride
      y &+= 1
    }
  }
}

/// Stores background, inside and stroke of pixels with known coverages. Like `InsidePainter` and `StrokePainter`, it keeps the coverages
/// of all pixels if there are two images, otherwise only those of the column in which the fill ends.
///
/// Unsafe for the same reasons as these.
@safe struct LayerPainter<Word: PixelWord, Images: ShapeImages> {
  private var row: ShapeRow<Word, Images>
  private let blender: LayerBlender<Word>
  private let background: Word.Shade
  private let stroke: Word.Shade
  private let overBackground: LayerBlender<Word>.Table
  private let overEmpty: LayerBlender<Word>.Table
  private let overFilled: LayerBlender<Word>.Table
  private let inside: CoveragePlane
  private let column: FillColumn
  private let columnX: Int
  private let plane: CoveragePlane
  private var kept: UnsafeMutablePointer<UInt8>

  init(_ pixels: UnsafePointer<ShapePixels<Word>>) {
    unsafe row = ShapeRow(pixels)
    (blender, inside, plane) = unsafe (pixels.pointee.blender, pixels.pointee.inside, pixels.pointee.stroke)
    blender.prepareStroke()
    background = blender.shade(inside: 0, isFilled: false)
    stroke = blender.shade(inside: 0, stroke: 255, isFilled: false)
    unsafe overBackground = blender.strokeOverBackground
    unsafe (overEmpty, overFilled) = (blender.strokeTable(isFilled: false), blender.strokeTable(isFilled: true))
    column = unsafe pixels.pointee.column
    unsafe (columnX, kept) = (column.x, column.stroke)
  }

  @inline(__always) mutating func beginRow(_ y: Int32) {
    row.begin(y)
    if Images.isPair { unsafe inside.clear(row.inside) }
    unsafe kept = Images.isPair ? plane.row(y) : column.stroke + Int(y)
  }

  @inline(__always) private func keep(_ x: Int, _ inside: UInt8, _ stroke: UInt8) {
    if Images.isPair || x == columnX {
      unsafe row.inside[x] = inside
      unsafe kept[Images.isPair ? x : 0] = stroke
    }
  }

  @inline(__always) mutating func pixel(_ x: Int, inside: UInt8, stroke: UInt8) {
    keep(x, inside, stroke)
    row.store(x) { isFilled in
      let known: Word.Shade
      if inside == 0 || stroke == 255 {
        // A stroke that covers the whole pixel hides the inside.
        known = unsafe overBackground[Int(stroke)]
      } else if inside == 255 {
        known = unsafe (isFilled ? overFilled : overEmpty)[Int(stroke)]
      } else {
        return blender.partialShade(inside: inside, stroke: stroke, isFilled: isFilled)
      }
      return known != 0 ? known : blender.make(stroke == 255 ? 0 : inside, stroke, isFilled)
    }
  }

  @inline(__always) mutating func run(from start: Int, to end: Int, inside: UInt8, stroke: UInt8) {
    if stroke == 255 || inside == 0 && stroke == 0 {
      row.store(start, end, stroke == 0 ? background : self.stroke)
    } else if stroke == 0 {
      row.store(start, end) { blender.shade(inside: inside, isFilled: $0) }
    } else {
      // This occurs along a level edge.
      for x in start..<end { pixel(x, inside: inside, stroke: stroke) }
      return
    }
    if Images.isPair {
      if inside != 0 { unsafe CoveragePlane.fill(row.inside + start, end &- start, inside) }
    } else if start <= columnX && columnX < end {
      keep(columnX, inside, stroke)
    }
  }
}
