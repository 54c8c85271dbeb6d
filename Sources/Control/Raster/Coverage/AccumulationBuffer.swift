import Geometry

/// The accumulators of all pixels of a small mask.
///
/// Edges are added whole, one after the other, without sorting them and without examining rows. That suits shapes of few
/// pixels, where an edge begins or ends in nearly every row.
///
/// Unsafe: edges within the mask stay within `byteCount` bytes, and all others are clipped.
@safe @usableFromInline struct AccumulationBuffer {
  // Pixels.
  @usableFromInline let width: Int32
  @usableFromInline let height: Int32
  /// One `AccumulatorRow` after the other, each with one word of bits.
  @usableFromInline let memory: UnsafeMutableRawPointer
  /// Bytes per row.
  @usableFromInline let stride: Int

  @usableFromInline typealias Word = AccumulatorRow.Word

  /// The largest width and height of a small mask, in pixels: the number of bits of a word.
  private static var limit: Int32 { Int32(Word.bitWidth) }
  /// The maximum number of edges. Each may be off by 4/65536 px² in a pixel, so that the sum is off by no more than
  /// rounding to 8 bits removes (`RowSweep.coverage`).
  @usableFromInline static var edgeLimit: Int { 32 }

  /// Returns the bytes that a buffer needs; 0 if the mask is not small.
  static func byteCount(width: Int32, height: Int32) -> Int {
    max(width, height) <= limit ? Int(height) * AccumulatorRow.byteCount(width: width) : 0
  }

  /// Clears memory of `byteCount` bytes, aligned for words; `nil` if the mask is not small.
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
    // Captured alone, so that the outline's arrays are not retained.
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

  /// Whether no part of an edge leaves the mask, whatever its rounding.
  @inline(__always) private func isWithin(_ edge: Edge) -> Bool {
    let (columns, rows) = (UInt32(bitPattern: width << 16 &- 1), UInt32(bitPattern: height << 16))
    return UInt32(bitPattern: edge.x0 &- 1) < columns && UInt32(bitPattern: edge.x1 &- 1) < columns
      && UInt32(bitPattern: edge.y0) <= rows && UInt32(bitPattern: edge.y1) <= rows
  }

  /// Adds an edge within the mask: a part of its first row, whole rows, and a part of its last row.
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

  /// Adds the part of an edge in a row that it does not cross whole. `x` is where it enters the row, 32.32 px. Returns
  /// where it leaves.
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

  /// Adds rows that an edge crosses whole, one or more. `x` is where it enters the first, 32.32 px. Returns where it
  /// leaves the last.
  ///
  /// The arithmetic is that of a part of height 65536. Rows are visited so that x grows, downwards or upwards, and each
  /// row starts where the one before ended.
  @inline(__always)
  private func addWhole(of crossing: ActiveEdge, from x: Int64, rows: Int, to line: UnsafeMutableRawPointer) -> Int64 {
    let (perColumn, weight) = (crossing.perColumn, crossing.weight)
    let (end, below) = unsafe (x &+ crossing.perRow &* Int64(rows), line + rows &* stride)
    let isDown = crossing.perRow >= 0
    let (start, stop) = unsafe isDown ? (line, below) : (below - stride, line - stride)
    let (step, perRow) = (isDown ? stride : 0 &- stride, Int64(bitPattern: crossing.perRow.magnitude))
    var line = unsafe start
    var reached = isDown ? x : end
    // In 1/65536 px, in pixels, and as a bit.
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
            // At most 65536: whole columns are crossed at 45 degrees at most, so rounding of `toBorder` adds less than one.
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

  /// Returns the accumulators of a row, behind its bits.
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
