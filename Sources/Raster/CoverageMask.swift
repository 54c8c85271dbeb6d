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

  /// Cells that one band may hold: 64 KiB, of which an edge touches a few lines of a nearest cache.
  private static var pool: Int32 { 8 << 10 }

  @usableFromInline let bandHeight: Int32
  @usableFromInline let rows: CellRows

  /// Scratch for masks of one size; all that it will ever allocate. Width and height are 1 ... `Path.limit`.
  public init(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0 && width <= Path.limit && height <= Path.limit, "a mask without pixels")
    self.width = width
    self.height = height
    bandHeight = min(height, max(1, Self.pool / width))
    rows = CellRows(width: width, rows: bandHeight)
  }

  deinit { rows.deallocate() }

  /// Gives `consumer` every row from top to bottom, and in it every pixel once, from left to right.
  ///
  /// Generic, so that the compiler sees sweep and consumer as one loop.
  @inlinable public func sweep<Consumer: CoverageConsumer & ~Copyable>(
    _ boundary: Boundary, into consumer: inout Consumer
  ) {
    var top: Int32 = 0
    while top < height {
      let count = min(bandHeight, height &- top)
      rows.add(boundary, top: top, rows: count)
      var (cells, touched) = (rows.cells, rows.touched)
      for row in 0..<count {
        consumer.beginRow(top &+ row)
        sweepRow(cells, touched, into: &consumer)
        cells += Int(width)
        touched += rows.words
      }
      top &+= count
    }
  }

  /// One row: touched cells change the coverage, and a run goes from each to the next. The cells are cleared on the way.
  @inlinable @inline(__always)
  func sweepRow<Consumer: CoverageConsumer & ~Copyable>(
    _ cells: UnsafeMutablePointer<Cell>, _ touched: UnsafeMutablePointer<CellRows.Word>, into consumer: inout Consumer
  ) {
    let (width, words) = (Int(width), rows.words)
    // The sum of all heights up to here.
    var height: Int32 = 0
    var told = 0
    var word = 0
    while true {
      while word < words && touched[word] == 0 { word &+= 1 }
      if word == words { break }
      var bits = touched[word]
      touched[word] = 0
      let base = word &* CellRows.Word.bitWidth
      repeat {
        let x = base &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        if x > told { consumer.run(from: told, to: x, coverage: coverage255(height)) }
        told = x &+ 1
        let cell = cells[x]
        cells[x] = .empty
        height &+= cell.height
        consumer.pixel(x, coverage: coverage255(height &- cell.area))
      } while bits != 0
      word &+= 1
    }
    if told < width { consumer.run(from: told, to: width, coverage: coverage255(height)) }
  }
}

/// An area of 0 ... 65,536 in 1/65536 px² as coverage, 0...255, rounded to nearest. Rounded areas of many edges may sum up to
/// a little less or more.
@inlinable func coverage255(_ area: Int32) -> UInt8 {
  let coverage = (area &* 255 &+ 32768) >> 16
  if _slowPath(UInt32(bitPattern: coverage) > 255) { return coverage < 0 ? 0 : 255 }
  return UInt8(truncatingIfNeeded: coverage)
}

/// What takes a mask's rows. In each row every pixel is told once, from left to right, those that are not covered, too.
public protocol CoverageConsumer: ~Copyable {
  /// A row of pixels comes; rows come one by one from 0.
  mutating func beginRow(_ y: Int32)
  /// A pixel through which a boundary may go; `coverage` is 0...255.
  mutating func pixel(_ x: Int, coverage: UInt8)
  /// Pixels `start ..< end`, one or more, all have `coverage`, 0...255.
  mutating func run(from start: Int, to end: Int, coverage: UInt8)
}
