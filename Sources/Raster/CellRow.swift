import Geometry

/// One pixel's share of a boundary, both in 1/65536.
@usableFromInline struct Cell {
  /// The height of the edges in the pixel: what all pixels further right gain.
  @usableFromInline var height: Int32
  /// Of that height, what lies to the left of the edges: what the pixel itself does not gain.
  @usableFromInline var area: Int32

  @inlinable static var empty: Cell { Cell(height: 0, area: 0) }

  @inlinable init(height: Int32, area: Int32) {
    self.height = height
    self.area = area
  }
}

/// A row of cells, one cell a pixel, that pieces of edges are added to: where coverage comes from.
///
/// Signed areas, as in libart, FreeType's `ftgrays.c` and font-rs: an edge that crosses a pixel changes the coverage of
/// that pixel by the area to the edge's right in it, and of all pixels further right by the edge's height. An edge of
/// height h with its mean x at fraction m of the pixel adds h to `height` and h * m to `area`; the coverage of a pixel is
/// the sum of all heights up to it less its own area, in 1/65536 px².
///
/// Cells lie dense in memory, with a bit for each that was touched. An edge at or beyond the right side touches nothing.
@usableFromInline struct CellRow {
  /// Bits are looked at by machine words.
  @usableFromInline typealias Word = UInt

  /// In pixels.
  @usableFromInline let width: Int32
  /// How many words of bits there are.
  @usableFromInline let words: Int
  @usableFromInline let cells: UnsafeMutablePointer<Cell>
  @usableFromInline let touched: UnsafeMutablePointer<Word>

  /// How much memory a row takes, bytes.
  static func byteCount(width: Int32) -> Int {
    wordCount(width) * MemoryLayout<Word>.stride + Int(width) * MemoryLayout<Cell>.stride
  }

  private static func wordCount(_ width: Int32) -> Int { (Int(width) + Word.bitWidth - 1) / Word.bitWidth }

  /// A row that nothing touched, in memory with room for `byteCount` that is aligned for words.
  init(width: Int32, in memory: UnsafeMutableRawPointer) {
    self.width = width
    words = Self.wordCount(width)
    touched = memory.initializeMemory(as: Word.self, repeating: 0, count: words)
    cells = (memory + words * MemoryLayout<Word>.stride)
      .initializeMemory(as: Cell.self, repeating: .empty, count: Int(width))
  }

  /// Adds a piece of an edge: from x `from` to x `to`, 32.32 px, `height` 1...65536 of the row; `sign` is 1 where the inside
  /// is to its right, else -1. `perColumn` is the edge's height per pixel of width, in 1/2^32 px.
  @inline(__always)
  func add(from: Int64, to: Int64, height: Int32, sign: Int32, perColumn: Int64) {
    let (left, right) = (position(min(from, to)), position(max(from, to)))
    // What is left of the row is beyond its right side as well, as a number without a sign.
    if max(UInt32(bitPattern: left), UInt32(bitPattern: right)) < UInt32(bitPattern: width << 16) {
      addColumns(left, right, height, sign, perColumn)
    } else {
      addClipped(left, right, height, sign, perColumn)
    }
  }

  /// A piece that leaves the row: what is left of it covers all pixels from x 0, what is right of it nothing.
  @inline(never)
  private func addClipped(_ left: Int32, _ right: Int32, _ height: Int32, _ sign: Int32, _ perColumn: Int64) {
    let limit = width << 16
    if left >= limit { return }
    if right <= 0 {
      touch(0, height: height &* sign, area: 0)
      return
    }
    let length = Int64(right) - Int64(left)
    func part(upTo x: Int32) -> Int32 {
      Int32(divideRounding((Int64(x) - Int64(left)) * Int64(height), by: length))
    }
    let before = left < 0 ? part(upTo: 0) : 0
    let within = (right > limit ? part(upTo: limit) : height) - before
    if before > 0 { touch(0, height: before &* sign, area: 0) }
    if within > 0 { addColumns(max(left, 0), min(right, limit), within, sign, perColumn) }
  }

  /// A piece with 0 <= left <= right <= width, 1/65536 px. Cells from left to right, each with its share of the height; the
  /// last one takes what is left, so that heights always sum up.
  @inline(__always)
  private func addColumns(_ left: Int32, _ right: Int32, _ height: Int32, _ sign: Int32, _ perColumn: Int64) {
    let last = Int(right >> 16)
    var column = Int(left >> 16)
    if column == last {
      if last == Int(width) { return }
      touch(column, height: height &* sign, area: product(height, (left & 65535) &+ (right & 65535)) &* sign)
      return
    }
    let toBorder = 65536 &- (left & 65535)
    var reached = (perColumn &* Int64(toBorder)) >> 16
    var given = min(Int32(truncatingIfNeeded: reached >> 16), height)
    touch(column, height: given &* sign, area: product(given, 131072 &- toBorder) &* sign)
    column &+= 1
    while column < last {
      reached &+= perColumn
      let share = min(Int32(truncatingIfNeeded: reached >> 16), height) &- given
      given &+= share
      touch(column, height: share &* sign, area: ((share &+ 1) >> 1) &* sign)
      column &+= 1
    }
    if last == Int(width) { return }
    let rest = height &- given
    touch(last, height: rest &* sign, area: product(rest, right & 65535) &* sign)
  }

  /// A piece of an edge in one pixel. `column` is in 0 ..< width.
  @inline(__always)
  private func touch(_ column: Int, height: Int32, area: Int32) {
    cells[column].height &+= height
    cells[column].area &+= area
    let bit = UInt(bitPattern: column)
    touched[Int(bitPattern: bit / UInt(Word.bitWidth))] |= 1 &<< bit
  }

  /// Tells the row's pixels from left to right and forgets them: touched cells change the coverage, and a run goes from where
  /// some of them end to where the next begin.
  @inlinable @inline(__always)
  func sweep<Consumer: CoverageConsumer>(into consumer: inout Consumer) {
    let width = Int(width)
    // The sum of all heights up to here.
    var height: Int32 = 0
    var told = 0
    for word in 0..<words {
      var bits = touched[word]
      if bits == 0 { continue }
      touched[word] = 0
      let base = word &* Word.bitWidth
      repeat {
        // Most edges touch some cells side by side: those are looked for once, and then nobody looks at bits.
        let first = bits.trailingZeroBitCount
        let last = first &+ (~(bits &>> Word(truncatingIfNeeded: first))).trailingZeroBitCount
        bits = last < Word.bitWidth ? bits & (~0 &<< Word(truncatingIfNeeded: last)) : 0
        var x = base &+ first
        if x > told { consumer.run(from: told, to: x, coverage: coverage255(height)) }
        told = base &+ last
        repeat {
          let cell = cells[x]
          cells[x] = .empty
          height &+= cell.height
          consumer.pixel(x, coverage: coverage255(height &- cell.area))
          x &+= 1
        } while x < told
      } while bits != 0
    }
    if told < width { consumer.run(from: told, to: width, coverage: coverage255(height)) }
  }
}

/// A 32.32 position in 16.16.
@inlinable @inline(__always)
func position(_ x: Int64) -> Int32 { Int32(truncatingIfNeeded: x >> 16) }

/// height * (sum of two fractions) / 2, in 1/65536, rounded to nearest.
@inlinable @inline(__always)
func product(_ height: Int32, _ fractions: Int32) -> Int32 {
  Int32(truncatingIfNeeded: (Int64(height) &* Int64(fractions) &+ 65536) >> 17)
}
