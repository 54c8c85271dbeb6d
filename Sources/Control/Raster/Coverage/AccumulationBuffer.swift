import Geometry

/// The accumulators of all pixels of a small mask.
///
/// Edges are added as a whole, one after another, without sorting them and without examining rows. This suits shapes of few pixels, where
/// an edge begins or ends in nearly every row.
///
/// Unsafe: edges within the mask stay within `byteCount` bytes, and all others are clipped.
@safe @usableFromInline struct AccumulationBuffer {
  // The size in pixels.
  @usableFromInline let width: Int32
  @usableFromInline let height: Int32
  /// One `AccumulatorRow` after another, each with one word of bits.
  @usableFromInline let memory: UnsafeMutableRawPointer
  /// The number of bytes per row.
  @usableFromInline let stride: Int

  @usableFromInline typealias Word = AccumulatorRow.Word

  /// The largest width and height of a small mask in pixels, which is the number of bits in a word.
  private static var limit: Int32 { Int32(Word.bitWidth) }
  /// The maximum number of edges. Each edge may cause an error of 4/65536 px² in a pixel, so the error of the sum does not exceed what
  /// rounding to 8 bits removes (`RowSweep.coverage`).
  @usableFromInline static var edgeLimit: Int { 32 }

  /// Returns the number of bytes that a buffer needs; 0 if the mask is not small.
  static func byteCount(width: Int32, height: Int32) -> Int {
    max(width, height) <= limit ? Int(height) * AccumulatorRow.byteCount(width: width) : 0
  }

  /// Creates a buffer in `memory`, which it clears. The memory has `byteCount` bytes and is aligned for words. Returns `nil` if the mask is
  /// not small.
  init?(width: Int32, height: Int32, in memory: UnsafeMutableRawPointer) {
    let bytes = Self.byteCount(width: width, height: height)
    if bytes == 0 { return nil }
    self.width = width
    self.height = height
    unsafe self.memory = memory
    stride = AccumulatorRow.byteCount(width: width)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
  }

  /// Adds all edges of an outline, at most `edgeLimit`.
  @usableFromInline func add(_ outline: Outline) {
    // The winding number is read first, so that the closure does not retain the outline's arrays.
    let winding = outline.winding
    unsafe outline.withEdges { unsafe add($0, winding: winding) }
  }

  @inline(never) private func add(_ edges: UnsafeBufferPointer<Edge>, winding: Int32) {
    for i in 0..<edges.count where unsafe edges[i].y0 != edges[i].y1 {
      let edge = unsafe edges[i]
      if isWithin(edge) {
        add(ActiveEdge(edge, winding: winding))
      } else {
        addClipped(ActiveEdge(edge, winding: winding))
      }
    }
  }

  /// Whether an edge stays within the mask, however it is rounded.
  @inline(__always) private func isWithin(_ edge: Edge) -> Bool {
    let (columns, rows) = (UInt32(bitPattern: width << 16 &- 1), UInt32(bitPattern: height << 16))
    return UInt32(bitPattern: edge.x0 &- 1) < columns && UInt32(bitPattern: edge.x1 &- 1) < columns
      && UInt32(bitPattern: edge.y0) <= rows && UInt32(bitPattern: edge.y1) <= rows
  }

  /// Adds an edge within the mask: part of its first row, whole rows, and part of its last row.
  @inline(__always) private func add(_ crossing: ActiveEdge) {
    var x = Int64(crossing.upperX) << 16
    var top = crossing.upper
    var line = unsafe memory + Int(top >> 16) &* stride
    let next = (top &+ 65535) & ~65535
    if next > top {
      x = unsafe addPart(of: crossing, from: x, height: min(next, crossing.lower) &- top, to: line)
      unsafe line += stride
      top = next
    }
    let rows = (crossing.lower &- top) >> 16
    if rows > 0 {
      x = unsafe addWhole(of: crossing, from: x, rows: Int(rows), to: line)
      unsafe line += Int(rows) &* stride
      top &+= rows << 16
    }
    if crossing.lower > top { _ = unsafe addPart(of: crossing, from: x, height: crossing.lower &- top, to: line) }
  }

  /// Adds the part of an edge in a row that it does not cross completely. `x` is where the edge enters the row, in 32.32 px. Returns where
  /// it leaves the row.
  @inline(__always)
  private func addPart(of crossing: ActiveEdge, from x: Int64, height: Int32, to line: UnsafeMutableRawPointer) -> Int64
  {
    let end = x &+ (crossing.perRow &* Int64(height)) >> 16
    var bits: Word = 0
    unsafe Self.accumulators(line).add(
      from: position(min(x, end)), to: position(max(x, end)), height: height, weight: crossing.weight,
      perColumn: crossing.perColumn
    ) { bits |= 1 &<< Word(truncatingIfNeeded: $0) }
    unsafe line.assumingMemoryBound(to: Word.self).pointee |= bits
    return end
  }

  /// Adds one or more rows that an edge crosses completely. `x` is where the edge enters the first row, in 32.32 px. Returns where it
  /// leaves the last row.
  ///
  /// The arithmetic is that of a part of height 65536. Rows are visited in the order, downwards or upwards, in which x grows, and each row
  /// begins where the previous one ended.
  @inline(__always)
  private func addWhole(of crossing: ActiveEdge, from x: Int64, rows: Int, to line: UnsafeMutableRawPointer) -> Int64 {
    let (perColumn, weight) = (crossing.perColumn, crossing.weight)
    let (end, below) = unsafe (x &+ crossing.perRow &* Int64(rows), line + rows &* stride)
    let isDown = crossing.perRow >= 0
    let (start, stop) = unsafe isDown ? (line, below) : (below - stride, line - stride)
    let (step, perRow) = (isDown ? stride : 0 &- stride, Int64(bitPattern: crossing.perRow.magnitude))
    var line = unsafe start
    var reached = isDown ? x : end
    // The position in 1/65536 px and in pixels; the column is also the number of a bit.
    var left = reached >> 16
    var column = Int(reached >> 32)
    var bit: Word = 1 &<< Word(truncatingIfNeeded: column)
    let whole = 65536 &* weight
    repeat {
      reached &+= perRow
      let right = reached >> 16
      let last = Int(reached >> 32)
      let accumulators = unsafe Self.accumulators(line)
      var bits = bit
      if column == last {
        let area = Int32(truncatingIfNeeded: (left &+ right &+ 1) >> 1 & 65535) &* weight
        unsafe accumulators[column] &+= whole &- area
        unsafe accumulators[column &+ 1] &+= area
      } else {
        let toBorder = 65536 &- (left & 65535)
        let height = perColumn &* toBorder
        var given = min(height >> 32, 65536)
        var area = (given &* (131072 &- toBorder) &+ 65536) >> 17
        unsafe accumulators[column] &+= Int32(truncatingIfNeeded: given &- area) &* weight
        column &+= 1
        bit &<<= 1
        bits |= bit
        if column < last {
          var height = height >> 16
          repeat {
            height &+= perColumn
            // At most 65536: columns are crossed completely only at an angle of at most 45 degrees, so rounding `toBorder` adds less than
            // one.
            let sum = height >> 16
            let share = sum &- given
            given = sum
            let half = (share &+ 1) >> 1
            unsafe accumulators[column] &+= Int32(truncatingIfNeeded: area &+ share &- half) &* weight
            area = half
            column &+= 1
            bit &<<= 1
            bits |= bit
          } while column < last
        }
        let rest = 65536 &- given
        let lastArea = (rest &* (right & 65535) &+ 65536) >> 17
        unsafe accumulators[last] &+= Int32(truncatingIfNeeded: area &+ rest &- lastArea) &* weight
        unsafe accumulators[last &+ 1] &+= Int32(truncatingIfNeeded: lastArea) &* weight
      }
      unsafe line.assumingMemoryBound(to: Word.self).pointee |= bits
      (left, column) = (right, last)
      unsafe line += step
    } while unsafe line != stop
    return end
  }

  /// Adds an edge that leaves the mask, row by row.
  @inline(never) private func addClipped(_ crossing: ActiveEdge) {
    var row = max(crossing.upper >> 16, 0)
    while row < height && row << 16 < crossing.lower {
      unsafe crossing.add(row: row, to: AccumulatorRow(width: width, cleared: memory + Int(row) &* stride))
      row &+= 1
    }
  }

  /// Returns the accumulators of a row, which follow its bits.
  @inlinable @inline(__always)
  static func accumulators(_ line: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Int32> {
    unsafe (line + MemoryLayout<AccumulatorRow.Word>.stride).assumingMemoryBound(to: Int32.self)
  }

  /// Reports all rows from left to right and clears them.
  @inlinable @inline(__always) func sweep<Consumer: CoverageConsumer>(into consumer: inout Consumer) {
    var line = unsafe memory
    for y in 0..<height {
      let touched = unsafe line.assumingMemoryBound(to: AccumulatorRow.Word.self)
      let bits = unsafe touched.pointee
      if !Consumer.skipsUncovered || bits != 0 {
        unsafe touched.pointee = 0
        consumer.beginRow(y)
        var sum = RowSweep()
        if bits != 0 { unsafe sum.report(bits, Self.accumulators(line), from: 0, isExact: true, into: &consumer) }
        sum.finish(Int(width), isExact: true, into: &consumer)
      }
      unsafe line += stride
    }
  }
}
