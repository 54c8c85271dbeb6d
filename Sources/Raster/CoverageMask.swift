import Geometry

/// Exact area coverage of a boundary, row by row. How cells give coverage is told at `CellRows`.
///
/// The sweep jumps from touched cell to touched cell; what lies between is one run of equal coverage. Memory is bounded by
/// the pool made at the start: a wide mask has fewer rows in a band.
public struct CoverageMask: ~Copyable {
  /// In pixels; at most `Path.limit`.
  public let width: Int32
  /// In pixels; at most `Path.limit`.
  public let height: Int32

  /// Cells that one band may hold.
  private static var pool: Int { 32 << 10 }

  @usableFromInline let bandHeight: Int32
  @usableFromInline let rows: CellRows

  /// Scratch for masks of one size; all that it will ever allocate. Width and height are 1 ... `Path.limit`.
  public init(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0 && width <= Path.limit && height <= Path.limit, "a mask without pixels")
    self.width = width
    self.height = height
    let stride = CellRows.stride(width: width)
    let words = CellRows.words(width: width)
    bandHeight = min(height, Int32(max(1, Self.pool / stride)))
    let count = Int(bandHeight)
    let cells = UnsafeMutablePointer<Int32>.allocate(capacity: stride * count)
    cells.initialize(repeating: 0, count: stride * count)
    let touched = UnsafeMutablePointer<CellRows.Word>.allocate(capacity: words * count)
    touched.initialize(repeating: 0, count: words * count)
    rows = CellRows(width: width, stride: stride, words: words, cells: cells, touched: touched)
  }

  deinit {
    rows.cells.deallocate()
    rows.touched.deallocate()
  }

  /// Gives `consumer` every row from top to bottom, and in it every run of equal coverage that is not 0, from left to
  /// right.
  ///
  /// Generic, so that the compiler sees sweep and consumer as one loop.
  @inlinable public func sweep<Consumer: CoverageConsumer & ~Copyable>(
    _ boundary: Boundary, into consumer: inout Consumer
  ) {
    var top: Int32 = 0
    while top < height {
      let count = min(bandHeight, height - top)
      rows.add(boundary.edges, top: top, rows: count)
      for row in 0..<count {
        consumer.beginRow(top + row)
        sweepRow(Int(row), into: &consumer)
        consumer.endRow(top + row)
      }
      top += count
    }
  }

  /// One row: touched cells change the coverage, and a run goes from each to the next. The cells are cleared on the way.
  @inlinable func sweepRow<Consumer: CoverageConsumer & ~Copyable>(_ row: Int, into consumer: inout Consumer) {
    let cells = rows.cells + row &* rows.stride
    let touched = rows.touched + row &* rows.words
    var sum: Int32 = 0
    var runStart: Int32 = 0
    for word in 0..<rows.words {
      var bits = touched[word]
      if bits == 0 { continue }
      touched[word] = 0
      let base = Int32(truncatingIfNeeded: word &* CellRows.Word.bitWidth)
      while bits != 0 {
        let x = base &+ Int32(truncatingIfNeeded: bits.trailingZeroBitCount)
        bits &= bits &- 1
        if x > runStart {
          let coverage = coverage255(sum)
          let end = min(x, width)
          if coverage != 0 && runStart < end { consumer.run(from: runStart, to: end, coverage: coverage) }
          runStart = x
        }
        sum &+= cells[Int(x)]
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
