import Geometry

/// Exact area coverage of a boundary, row by row.
///
/// A small mask has cells for all of its pixels, and each edge adds to them what it covers (`CellField`). In a large one rows
/// that edges cross one after the other are told straight from the edges (`Crossings`); where edges begin, end or come close
/// to each other, the cells of one row add up what each of them covers (`CellRow`). All tell the same coverage.
@usableFromInline package struct CoverageMask: ~Copyable {
  /// In pixels; at most `Path.limit`.
  @usableFromInline package let width: Int32
  /// In pixels; at most `Path.limit`.
  @usableFromInline package let height: Int32

  /// Of whichever row it is.
  @usableFromInline let cells: CellRow
  /// `nil` where the mask is not small.
  @usableFromInline let field: CellField?
  /// Where crossings are kept, for as many edges as most shapes have.
  @usableFromInline let room: UnsafeMutableBufferPointer<Crossing>
  /// What cells and crossings are in, if it is the mask's own.
  private let own: UnsafeMutableRawPointer?

  private static var crossingCount: Int { Crossings.room(forEdges: 32) }

  /// How much scratch memory a mask takes, bytes.
  @usableFromInline package static func byteCount(width: Int32, height: Int32) -> Int {
    crossingCount * MemoryLayout<Crossing>.stride + CellRow.byteCount(width: width)
      + CellField.byteCount(width: width, height: height)
  }

  /// Scratch for masks of one size. Width and height are 1 ... `Path.limit`.
  @usableFromInline package init(width: Int32, height: Int32) {
    let own = UnsafeMutableRawPointer.allocate(byteCount: Self.byteCount(width: width, height: height), alignment: 16)
    self.init(width: width, height: height, in: own, own: own)
  }

  /// The same in memory of the caller's that has room for `byteCount`, aligned to 16, and outlives the mask.
  @usableFromInline package init(width: Int32, height: Int32, in memory: UnsafeMutableRawPointer) {
    self.init(width: width, height: height, in: memory, own: nil)
  }

  private init(width: Int32, height: Int32, in memory: UnsafeMutableRawPointer, own: UnsafeMutableRawPointer?) {
    precondition(width > 0 && height > 0 && width <= Path.limit && height <= Path.limit, "a mask without pixels")
    self.width = width
    self.height = height
    self.own = own
    let count = Self.crossingCount
    room = UnsafeMutableBufferPointer(start: memory.bindMemory(to: Crossing.self, capacity: count), count: count)
    let row = memory + count * MemoryLayout<Crossing>.stride
    cells = CellRow(width: width, in: row)
    field = CellField(width: width, height: height, in: row + CellRow.byteCount(width: width))
  }

  deinit { own?.deallocate() }

  /// Gives `consumer` every row from top to bottom, and in it every pixel once, from left to right.
  ///
  /// Generic, so that the compiler sees sweep and consumer as one loop.
  @inlinable package func sweep<Consumer: CoverageConsumer>(_ boundary: Boundary, into consumer: inout Consumer) {
    if let field, boundary.edgeCount <= CellField.edgeLimit {
      field.add(boundary)
      field.sweep(into: &consumer)
    } else {
      sweepRows(of: boundary, into: &consumer)
    }
  }

  /// The same, row by row, whether the mask is small or not.
  @inlinable func sweepRows<Consumer: CoverageConsumer>(of boundary: Boundary, into consumer: inout Consumer) {
    let needed = Crossings.room(forEdges: boundary.edgeCount)
    if needed <= room.count { return sweep(Crossings(boundary, in: room), into: &consumer) }
    let own = UnsafeMutableBufferPointer<Crossing>.allocate(capacity: needed)
    sweep(Crossings(boundary, in: own), into: &consumer)
    own.deallocate()
  }

  @inlinable func sweep<Consumer: CoverageConsumer>(_ crossings: Crossings, into consumer: inout Consumer) {
    var crossings = crossings
    var y: Int32 = 0
    while y < height {
      let (plainStart, plainEnd) = crossings.rows(from: y, width: width, height: height)
      while y < plainStart {
        crossings.add(row: y, to: cells)
        consumer.beginRow(y)
        cells.sweep(into: &consumer)
        y &+= 1
      }
      if y >= plainEnd { continue }
      if Consumer.skipsUncovered {
        for pair in 0..<crossings.activeCount / 2 {
          sweepPlainRows(y, plainEnd, between: crossings.active + 2 &* pair, into: &consumer)
        }
        y = plainEnd
      }
      while y < plainEnd {
        consumer.beginRow(y)
        sweepPlainRow(crossings.active, crossings.activeCount, into: &consumer)
        y &+= 1
      }
    }
  }

  /// A row that edges cross one after the other: run, entry, run, exit, and so on.
  @inlinable @inline(__always)
  func sweepPlainRow<Consumer: CoverageConsumer>(
    _ crossings: UnsafeMutablePointer<Crossing>, _ count: Int, into consumer: inout Consumer
  ) {
    var told = 0
    var crossing = crossings
    let end = crossings + count
    while crossing != end {
      told = cross(&crossing.pointee, told, isEntry: true, into: &consumer)
      told = cross(&(crossing + 1).pointee, told, isEntry: false, into: &consumer)
      crossing += 2
    }
    if told < Int(width) { consumer.run(from: told, to: Int(width), coverage: 0) }
  }

  /// What lies between an entry and the next exit, down all rows: a branch then meets the same edge again and again, and the
  /// processor foresees it.
  @inlinable @inline(__always)
  func sweepPlainRows<Consumer: CoverageConsumer>(
    _ start: Int32, _ end: Int32, between crossings: UnsafeMutablePointer<Crossing>, into consumer: inout Consumer
  ) {
    var (entry, exit) = (crossings[0], crossings[1])
    var y = start
    while y < end {
      consumer.beginRow(y)
      let told = cross(&entry, 0, isEntry: true, into: &consumer)
      _ = cross(&exit, told, isEntry: false, into: &consumer)
      y &+= 1
    }
    (crossings[0].x, crossings[1].x) = (entry.x, exit.x)
  }

  /// The run before an edge and the edge's own pixels; returns the column after them. The arithmetic is that of `CellRow`,
  /// for an edge of the row's whole height with no other in its pixels.
  @inlinable @inline(__always)
  func cross<Consumer: CoverageConsumer>(
    _ crossing: inout Crossing, _ told: Int, isEntry: Bool, into consumer: inout Consumer
  ) -> Int {
    let from = crossing.x
    let to = from &+ crossing.perRow
    crossing.x = to
    let (left, right) = (position(min(from, to)), position(max(from, to)))
    var column = Int(left >> 16)
    let last = Int(right >> 16)
    if column > told { consumer.run(from: told, to: column, coverage: isEntry ? 0 : 255) }
    if column == last {
      let area = ((left & 65535) &+ (right & 65535) &+ 1) >> 1
      consumer.pixel(column, coverage: coverage255(isEntry ? 65536 &- area : area))
      return column &+ 1
    }
    let perColumn = crossing.perColumn
    let toBorder = 65536 &- (left & 65535)
    var reached = (perColumn &* Int64(toBorder)) >> 16
    var given = min(Int32(truncatingIfNeeded: reached >> 16), 65536)
    let first = given &- product(given, 131072 &- toBorder)
    consumer.pixel(column, coverage: coverage255(isEntry ? first : 65536 &- first))
    column &+= 1
    while column < last {
      reached &+= perColumn
      let before = given
      given = min(Int32(truncatingIfNeeded: reached >> 16), 65536)
      let covered = given &- (given &- before &+ 1) >> 1
      consumer.pixel(column, coverage: coverage255(isEntry ? covered : 65536 &- covered))
      column &+= 1
    }
    let area = product(65536 &- given, right & 65535)
    consumer.pixel(last, coverage: coverage255(isEntry ? 65536 &- area : area))
    return last &+ 1
  }
}

/// An area of 0 ... 65,536 in 1/65536 px² as coverage, 0...255, rounded to nearest.
@inlinable @inline(__always)
func coverage255(_ area: Int32) -> UInt8 { UInt8(truncatingIfNeeded: (area &* 255 &+ 32768) >> 16) }

/// What takes a mask's rows. In each row every pixel is told once, from left to right, those that are not covered, too.
@usableFromInline package protocol CoverageConsumer {
  /// Whether what is not covered does not matter. It may then be told or not, and rows may come in parts: rows from top to
  /// bottom, then the same rows again with what is further right.
  static var skipsUncovered: Bool { get }
  /// A row of pixels comes; rows come one by one from 0.
  mutating func beginRow(_ y: Int32)
  /// A pixel through which a boundary may go; `coverage` is 0...255.
  mutating func pixel(_ x: Int, coverage: UInt8)
  /// Pixels `start ..< end`, one or more, all have `coverage`, 0...255.
  mutating func run(from start: Int, to end: Int, coverage: UInt8)
}

extension CoverageConsumer {
  @inlinable package static var skipsUncovered: Bool { false }
}
