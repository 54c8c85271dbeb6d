import Geometry

/// Cells for all pixels of a small mask. Edges are added whole, one after the other: nothing is put in order, and nothing is
/// asked of a row before its coverage is told. Of a shape of few pixels that is most of the work, since its edges are short,
/// and in nearly every row one of them begins or ends.
@usableFromInline struct CellField {
  /// In pixels.
  @usableFromInline let width: Int32
  /// In pixels.
  @usableFromInline let height: Int32
  /// One `CellRow` after the other, each with one word of bits.
  @usableFromInline let memory: UnsafeMutableRawPointer
  /// From row to row, bytes.
  @usableFromInline let stride: Int

  @usableFromInline typealias Word = CellRow.Word

  /// A mask is small if it is not wider, nor higher: pixels. As many as a word has bits.
  private static var limit: Int32 { Int32(Word.bitWidth) }
  /// How many edges may be added. Each may round what a pixel has of it by 4/65536 px² at most, so that no sum of theirs is
  /// beyond its limits by more than what rounding to 8 bits takes away (`CellSum.coverage`).
  @usableFromInline static var edgeLimit: Int { 32 }

  /// How much memory it takes, bytes; none where the mask is not small.
  static func byteCount(width: Int32, height: Int32) -> Int {
    max(width, height) <= limit ? Int(height) * CellRow.byteCount(width: width) : 0
  }

  /// Rows that nothing touched, in memory with room for `byteCount` that is aligned for words; `nil` where the mask is not
  /// small.
  init?(width: Int32, height: Int32, in memory: UnsafeMutableRawPointer) {
    let bytes = Self.byteCount(width: width, height: height)
    if bytes == 0 { return nil }
    self.width = width
    self.height = height
    self.memory = memory
    stride = CellRow.byteCount(width: width)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
  }

  /// Adds all edges of a boundary that has `edgeLimit` at most.
  @usableFromInline func add(_ boundary: Boundary) { boundary.withEdges { add($0, winding: boundary.winding) } }

  @inline(never)
  private func add(_ edges: UnsafeBufferPointer<Edge>, winding: Int32) {
    for edge in edges where edge.y0 != edge.y1 {
      if isWithin(edge) {
        add(Crossing(edge, winding: winding))
      } else {
        addClipped(Crossing(edge, winding: winding))
      }
    }
  }

  /// Whether no piece of an edge, rounded as it may be, leaves the mask.
  @inline(__always)
  private func isWithin(_ edge: Edge) -> Bool {
    let (columns, rows) = (UInt32(bitPattern: width << 16 &- 1), UInt32(bitPattern: height << 16))
    return UInt32(bitPattern: edge.x0 &- 1) < columns && UInt32(bitPattern: edge.x1 &- 1) < columns
      && UInt32(bitPattern: edge.y0) <= rows && UInt32(bitPattern: edge.y1) <= rows
  }

  /// An edge within the mask: what it has of its first row, of the rows that it crosses whole, and of its last row.
  @inline(__always)
  private func add(_ crossing: Crossing) {
    var x = Int64(crossing.upperX) << 16
    var top = crossing.upper
    var line = memory + Int(top >> 16) &* stride
    let next = (top &+ 65535) & ~65535
    if next > top {
      x = addPart(of: crossing, from: x, height: min(next, crossing.lower) &- top, to: line)
      line += stride
      top = next
    }
    let rows = (crossing.lower &- top) >> 16
    if rows > 0 {
      x = addWhole(of: crossing, from: x, rows: Int(rows), to: line)
      line += Int(rows) &* stride
      top &+= rows << 16
    }
    if crossing.lower > top { _ = addPart(of: crossing, from: x, height: crossing.lower &- top, to: line) }
  }

  /// What an edge has of a row that it does not cross whole; `x` is where it enters it, 32.32 px. Returns where it leaves it.
  @inline(__always)
  private func addPart(of crossing: Crossing, from x: Int64, height: Int32, to line: UnsafeMutableRawPointer) -> Int64 {
    let end = x &+ (crossing.perRow &* Int64(height)) >> 16
    var bits: Word = 0
    Self.cells(line).add(
      from: position(min(x, end)), to: position(max(x, end)), height: height, weight: crossing.weight,
      perColumn: crossing.perColumn
    ) { bits |= 1 &<< Word(truncatingIfNeeded: $0) }
    line.assumingMemoryBound(to: Word.self).pointee |= bits
    return end
  }

  /// What an edge has of rows that it crosses whole, one or more; `x` is where it enters the first, 32.32 px. Returns where it
  /// leaves the last.
  ///
  /// The arithmetic is that of a part of height 65536. Rows are taken so that x grows, down or up: whatever a row begins with, the
  /// row before has ended with.
  @inline(__always)
  private func addWhole(of crossing: Crossing, from x: Int64, rows: Int, to line: UnsafeMutableRawPointer) -> Int64 {
    let (perColumn, weight) = (crossing.perColumn, crossing.weight)
    let (end, below) = (x &+ crossing.perRow &* Int64(rows), line + rows &* stride)
    let isDown = crossing.perRow >= 0
    let (start, stop) = isDown ? (line, below) : (below - stride, line - stride)
    let (step, perRow) = (isDown ? stride : 0 &- stride, Int64(bitPattern: crossing.perRow.magnitude))
    var line = start
    var reached = isDown ? x : end
    // In 1/65536 px, and in pixels; and the pixel's bit.
    var left = reached >> 16
    var column = Int(reached >> 32)
    var bit: Word = 1 &<< Word(truncatingIfNeeded: column)
    let whole = 65536 &* weight
    repeat {
      reached &+= perRow
      let right = reached >> 16
      let last = Int(reached >> 32)
      let cells = Self.cells(line)
      var bits = bit
      if column == last {
        let area = Int32(truncatingIfNeeded: (left &+ right &+ 1) >> 1 & 65535) &* weight
        cells[column] &+= whole &- area
        cells[column &+ 1] &+= area
      } else {
        let toBorder = 65536 &- (left & 65535)
        let height = perColumn &* toBorder
        var given = min(height >> 32, 65536)
        var area = (given &* (131072 &- toBorder) &+ 65536) >> 17
        cells[column] &+= Int32(truncatingIfNeeded: given &- area) &* weight
        column &+= 1
        bit &<<= 1
        bits |= bit
        if column < last {
          var height = height >> 16
          repeat {
            height &+= perColumn
            // Not above 65536: whole columns are crossed at 45 degrees at most, so `toBorder`'s rounding adds less than one.
            let sum = height >> 16
            let share = sum &- given
            given = sum
            let half = (share &+ 1) >> 1
            cells[column] &+= Int32(truncatingIfNeeded: area &+ share &- half) &* weight
            area = half
            column &+= 1
            bit &<<= 1
            bits |= bit
          } while column < last
        }
        let rest = 65536 &- given
        let lastArea = (rest &* (right & 65535) &+ 65536) >> 17
        cells[last] &+= Int32(truncatingIfNeeded: area &+ rest &- lastArea) &* weight
        cells[last &+ 1] &+= Int32(truncatingIfNeeded: lastArea) &* weight
      }
      line.assumingMemoryBound(to: Word.self).pointee |= bits
      (left, column) = (right, last)
      line += step
    } while line != stop
    return end
  }

  /// An edge that leaves the mask, row by row.
  @inline(never)
  private func addClipped(_ crossing: Crossing) {
    var row = max(crossing.upper >> 16, 0)
    while row < height && row << 16 < crossing.lower {
      crossing.add(row: row, to: CellRow(width: width, cleared: memory + Int(row) &* stride))
      row &+= 1
    }
  }

  /// A row's cells, behind its bits.
  @inlinable @inline(__always)
  static func cells(_ line: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Int32> {
    (line + MemoryLayout<CellRow.Word>.stride).assumingMemoryBound(to: Int32.self)
  }

  /// Tells all rows' pixels from left to right and forgets them.
  @inlinable @inline(__always)
  func sweep<Consumer: CoverageConsumer>(into consumer: inout Consumer) {
    var line = memory
    for y in 0..<height {
      let touched = line.assumingMemoryBound(to: CellRow.Word.self)
      let bits = touched.pointee
      if !Consumer.skipsUncovered || bits != 0 {
        touched.pointee = 0
        consumer.beginRow(y)
        var sum = CellSum()
        if bits != 0 { sum.tell(bits, Self.cells(line), from: 0, isExact: true, into: &consumer) }
        sum.finish(Int(width), isExact: true, into: &consumer)
      }
      line += stride
    }
  }
}
