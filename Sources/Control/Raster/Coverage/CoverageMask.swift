import Geometry

/// Computes the exact area coverage of outlines, row by row.
///
/// In a small mask, each edge adds its area to the accumulators of all rows (`AccumulationBuffer`). In a large mask, rows whose edges are
/// far enough apart are reported directly from the edges (`ActiveEdgeTable`), and other rows through one row of accumulators
/// (`AccumulatorRow`). All of these report the same coverage.
///
/// Unsafe: the scratch memory has `byteCount` bytes, and larger outlines get additional memory.
@safe @usableFromInline package struct CoverageMask: ~Copyable {
  // The size in pixels, at most `Path.limit`.
  @usableFromInline package let width: Int32
  @usableFromInline package let height: Int32

  @usableFromInline let accumulators: AccumulatorRow
  /// The accumulators of a small mask; `nil` if the mask is not small.
  @usableFromInline let field: AccumulationBuffer?
  /// Memory for active edges, large enough for most shapes.
  @usableFromInline let room: UnsafeMutableBufferPointer<ActiveEdge>
  /// The memory of accumulators and edges, if the mask allocated it.
  private let own: UnsafeMutableRawPointer?

  private static var crossingCount: Int { ActiveEdgeTable.room(forEdges: 32) }

  /// Returns the number of bytes of scratch memory that a mask needs.
  @usableFromInline package static func byteCount(width: Int32, height: Int32) -> Int {
    crossingCount * MemoryLayout<ActiveEdge>.stride + AccumulatorRow.byteCount(width: width)
      + AccumulationBuffer.byteCount(width: width, height: height)
  }

  /// Creates a mask of 1 ... `Path.limit` by 1 ... `Path.limit` pixels. It uses `scratch`, which has `byteCount` bytes, is aligned to 16
  /// and outlives the mask; without it, the mask allocates as much.
  @usableFromInline package init(width: Int32, height: Int32, in scratch: UnsafeMutableRawPointer? = nil) {
    precondition(width > 0 && height > 0 && width <= Path.limit && height <= Path.limit, "a mask without pixels")
    (self.width, self.height) = (width, height)
    let memory =
      unsafe scratch ?? .allocate(byteCount: Self.byteCount(width: width, height: height), alignment: 16)
    unsafe own = scratch == nil ? memory : nil
    let count = Self.crossingCount
    unsafe room = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: ActiveEdge.self, capacity: count), count: count)
    let row = unsafe memory + count * MemoryLayout<ActiveEdge>.stride
    accumulators = unsafe AccumulatorRow(width: width, in: row)
    field = unsafe AccumulationBuffer(width: width, height: height, in: row + AccumulatorRow.byteCount(width: width))
  }

  deinit { unsafe own?.deallocate() }

  /// Reports every row from top to bottom, and each pixel of a row once, from left to right.
  ///
  /// It is generic, so that the sweep and the consumer are compiled into one loop.
  @inlinable package func sweep<Consumer: CoverageConsumer>(_ outline: Outline, into consumer: inout Consumer) {
    if let field, outline.edgeCount <= AccumulationBuffer.edgeLimit {
      field.add(outline)
      field.sweep(into: &consumer)
    } else {
      sweepRows(of: outline, into: &consumer)
    }
  }

  /// Sweeps row by row, whether or not the mask is small.
  @inlinable func sweepRows<Consumer: CoverageConsumer>(of outline: Outline, into consumer: inout Consumer) {
    let needed = ActiveEdgeTable.room(forEdges: outline.edgeCount)
    if unsafe needed <= room.count { return unsafe sweep(ActiveEdgeTable(outline, in: room), into: &consumer) }
    let larger = UnsafeMutableBufferPointer<ActiveEdge>.allocate(capacity: needed)
    unsafe sweep(ActiveEdgeTable(outline, in: larger), into: &consumer)
    unsafe larger.deallocate()
  }

  @inlinable func sweep<Consumer: CoverageConsumer>(_ crossings: ActiveEdgeTable, into consumer: inout Consumer) {
    var crossings = crossings
    var y: Int32 = 0
    while y < height {
      let (plainStart, plainEnd) = crossings.rows(from: y, width: width, height: height)
      while y < plainStart {
        crossings.add(row: y, to: accumulators)
        consumer.beginRow(y)
        accumulators.sweep(into: &consumer)
        y &+= 1
      }
      if y >= plainEnd { continue }
      if Consumer.skipsUncovered {
        for pair in 0..<crossings.activeCount / 2 {
          unsafe sweepPlainRows(y, plainEnd, between: crossings.active + 2 &* pair, into: &consumer)
        }
        y = plainEnd
      } else {
        repeat {
          consumer.beginRow(y)
          unsafe sweepPlainRow(crossings.active, crossings.activeCount, into: &consumer)
          y &+= 1
        } while y < plainEnd
      }
    }
  }

  /// Reports a plain row: a run, an entry, a run, an exit, and so on.
  @inlinable @inline(__always) func sweepPlainRow<Consumer: CoverageConsumer>(
    _ crossings: UnsafeMutablePointer<ActiveEdge>, _ count: Int, into consumer: inout Consumer
  ) {
    var reported = 0
    var crossing = unsafe crossings
    let end = unsafe crossings + count
    while unsafe crossing != end {
      reported = unsafe cross(&crossing.pointee, reported, isEntry: true, into: &consumer)
      reported = unsafe cross(&(crossing + 1).pointee, reported, isEntry: false, into: &consumer)
      unsafe crossing += 2
    }
    if reported < Int(width) { consumer.run(from: reported, to: Int(width), coverage: 0) }
  }

  /// Reports the pixels between an entry and the next exit, in all rows. A branch then handles the same edge again and again, which
  /// processors predict well.
  @inlinable @inline(__always) func sweepPlainRows<Consumer: CoverageConsumer>(
    _ start: Int32, _ end: Int32, between crossings: UnsafeMutablePointer<ActiveEdge>, into consumer: inout Consumer
  ) {
    var (entry, exit) = unsafe (crossings[0], crossings[1])
    var y = start
    while y < end {
      consumer.beginRow(y)
      let reported = cross(&entry, 0, isEntry: true, into: &consumer)
      _ = cross(&exit, reported, isEntry: false, into: &consumer)
      y &+= 1
    }
    unsafe (crossings[0].x, crossings[1].x) = (entry.x, exit.x)
  }

  /// Reports the run before an edge and the edge's own pixels, and returns the column after them. The arithmetic is that of
  /// `AccumulatorRow` for an edge that crosses the whole row and shares its pixels with no other edge.
  @inlinable @inline(__always) func cross<Consumer: CoverageConsumer>(
    _ crossing: inout ActiveEdge, _ reported: Int, isEntry: Bool, into consumer: inout Consumer
  ) -> Int {
    let from = crossing.x
    let to = from &+ crossing.perRow
    crossing.x = to
    let (left, right) = (position(min(from, to)), position(max(from, to)))
    var column = Int(left >> 16)
    let last = Int(right >> 16)
    if column > reported { consumer.run(from: reported, to: column, coverage: isEntry ? 0 : 255) }
    // A consumer is compiled into each of its calls, so a single one reports all of the edge's pixels.
    var covered: Int32
    let perColumn = crossing.perColumn
    var (reached, given) = (0 as Int64, 0 as Int32)
    if column == last {
      covered = 65536 &- ((left & 65535) &+ (right & 65535) &+ 1) >> 1
    } else {
      let toBorder = 65536 &- (left & 65535)
      reached = (perColumn &* Int64(toBorder)) >> 16
      given = min(Int32(truncatingIfNeeded: reached >> 16), 65536)
      covered = given &- product(given, 131072 &- toBorder)
    }
    while true {
      consumer.pixel(column, coverage: coverage255(isEntry ? covered : 65536 &- covered))
      column &+= 1
      if column > last { return column }
      if column == last {
        covered = 65536 &- product(65536 &- given, right & 65535)
      } else {
        reached &+= perColumn
        let before = given
        given = min(Int32(truncatingIfNeeded: reached >> 16), 65536)
        covered = given &- (given &- before &+ 1) >> 1
      }
    }
  }
}

/// Converts an area of 0 ... 65,536 in 1/65536 px² to a coverage of 0...255, rounded to nearest.
@inlinable @inline(__always)
func coverage255(_ area: Int32) -> UInt8 { UInt8(truncatingIfNeeded: (area &* 255 &+ 32768) >> 16) }

/// A receiver of the rows of a mask. In each row every pixel is reported once, from left to right.
@usableFromInline package protocol CoverageConsumer {
  /// Whether pixels without coverage may be omitted. Rows may then arrive in parts: from top to bottom, and then the same rows again with
  /// pixels further right.
  static var skipsUncovered: Bool { get }
  /// Begins a row; rows arrive one by one from 0.
  mutating func beginRow(_ y: Int32)
  /// Receives a pixel that an edge may cross; `coverage` is 0...255.
  mutating func pixel(_ x: Int, coverage: UInt8)
  /// Receives the pixels `start ..< end`, at least one, which share a `coverage` of 0...255.
  mutating func run(from start: Int, to end: Int, coverage: UInt8)
}

extension CoverageConsumer {
  @inlinable package static var skipsUncovered: Bool { false }
}
