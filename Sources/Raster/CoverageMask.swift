import Geometry

/// Exact area coverage of a boundary, row by row.
///
/// Signed areas, as in libart, FreeType's `ftgrays.c` and font-rs: an edge that crosses a pixel changes the coverage of
/// that pixel by the area to the edge's right in it, and of all pixels further right by the edge's height. So each pixel
/// has one cell, which keeps the *change* from its left neighbour: an edge of height h with its mean x at fraction m of
/// pixel i adds `h * (1 - m)` to cell i and `h * m` to cell i + 1, and a running sum over the row is the coverage.
///
/// The cells of a band of rows lie dense in memory, with a bit for each that was touched: the sweep jumps from touched
/// cell to touched cell, and what lies between is one run of equal coverage. Memory is bounded by the pool made at the
/// start: a wide mask has fewer rows in a band.
///
/// Areas are in 1/65536 px²; the error of a pixel is below 1/65536 for each edge that crosses it.
public struct CoverageMask: ~Copyable {
  /// In pixels; at most `Path.limit`.
  public let width: Int32
  /// In pixels; at most `Path.limit`.
  public let height: Int32

  /// Cells that one band may hold.
  private static let pool: Int32 = 32 << 10

  @usableFromInline let bandHeight: Int32
  /// Changes of coverage, `stride` a row: one more than there are pixels, for what leaves on the right.
  @usableFromInline let cells: UnsafeMutablePointer<Int32>
  /// A bit per cell, `words` a row.
  @usableFromInline let touched: UnsafeMutablePointer<UInt32>
  @usableFromInline let stride: Int
  @usableFromInline let words: Int

  /// Scratch for masks of one size; all that it will ever allocate. Width and height are 1 ... `Path.limit`.
  public init(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0 && width <= Path.limit && height <= Path.limit, "a mask without pixels")
    self.width = width
    self.height = height
    stride = Int(width) + 2
    words = (stride + 31) / 32
    bandHeight = min(height, max(1, Self.pool / Int32(stride)))
    let rows = Int(bandHeight)
    cells = .allocate(capacity: stride * rows)
    cells.initialize(repeating: 0, count: stride * rows)
    touched = .allocate(capacity: words * rows)
    touched.initialize(repeating: 0, count: words * rows)
  }

  deinit {
    cells.deallocate()
    touched.deallocate()
  }

  /// Gives `row` every row from top to bottom, and in it every run of equal coverage that is not 0, from left to right.
  ///
  /// Generic, so that the compiler sees sweep and consumer as one loop.
  @inlinable public func sweep<Consumer: CoverageConsumer & ~Copyable>(
    _ boundary: Boundary, into consumer: inout Consumer
  ) {
    var top: Int32 = 0
    while top < height {
      let rows = min(bandHeight, height - top)
      accumulate(boundary.edges, top: top, rows: rows)
      for row in 0..<rows {
        consumer.beginRow(top + row)
        sweepRow(Int(row), into: &consumer)
        consumer.endRow(top + row)
      }
      top += rows
    }
  }

  /// One row: touched cells change the coverage, and a run goes from each to the next. The cells are cleared on the way.
  @inlinable func sweepRow<Consumer: CoverageConsumer & ~Copyable>(_ row: Int, into consumer: inout Consumer) {
    let cells = cells + row * stride
    let touched = touched + row * words
    var sum: Int32 = 0
    var runStart: Int32 = 0
    for word in 0..<words {
      var bits = touched[word]
      if bits == 0 { continue }
      touched[word] = 0
      while bits != 0 {
        let x = Int32(word) * 32 + Int32(bits.trailingZeroBitCount)
        bits &= bits - 1
        if x > runStart {
          let coverage = coverage255(sum)
          if coverage != 0 && runStart < width {
            consumer.run(from: runStart, to: min(x, width), coverage: coverage)
          }
          runStart = x
        }
        sum += cells[Int(x)]
        cells[Int(x)] = 0
      }
    }
    let coverage = coverage255(sum)
    if coverage != 0 && runStart < width { consumer.run(from: runStart, to: width, coverage: coverage) }
  }
}

/// A signed area of 1/65536 px² as coverage, 0...255, rounded to nearest. Either direction of a contour covers.
@inlinable func coverage255(_ area: Int32) -> UInt8 {
  UInt8(truncatingIfNeeded: (min(abs(area), 65536) &* 255 &+ 32768) >> 16)
}

/// What takes a mask's rows. Calls come in order: `beginRow`, its runs from left to right, `endRow`.
public protocol CoverageConsumer: ~Copyable {
  /// A row of pixels comes; rows come one by one from 0.
  mutating func beginRow(_ y: Int32)
  /// Pixels `start ..< end`, one or more, all have `coverage`, 1...255. Runs of a row do not overlap.
  mutating func run(from start: Int32, to end: Int32, coverage: UInt8)
  /// The row has no more runs.
  mutating func endRow(_ y: Int32)
}
