import Geometry

/// A row of cells, one cell a pixel, that pieces of edges are added to: where coverage comes from.
///
/// Signed areas, as in libart, FreeType's `ftgrays.c` and font-rs: an edge that crosses a pixel changes the coverage of
/// that pixel by the area to the edge's right in it, and of all pixels further right by the edge's height. A cell holds by
/// how much a pixel's coverage differs from that of the pixel to its left (font-rs): an edge of height h with its mean x at
/// fraction m of the pixel adds h * (1 - m) there and h * m to the next cell. The coverage of a pixel is the sum of all cells
/// up to it, in 1/65536 px² times 255, so that the sum's upper half is an 8-bit coverage.
///
/// Cells lie dense in memory, behind a bit for each pixel that an edge goes through. The cell behind such a pixel is looked
/// at with or without a bit of its own. An edge at or beyond the right side touches nothing.
@usableFromInline struct CellRow {
  /// Bits are looked at by words.
  @usableFromInline typealias Word = UInt64

  /// In pixels.
  @usableFromInline let width: Int32
  /// Bits, then two cells more than there are pixels, for what edges that end at the right side leave behind it.
  @usableFromInline let memory: UnsafeMutableRawPointer

  /// How much memory a row takes, bytes: a multiple of 8.
  static func byteCount(width: Int32) -> Int {
    wordCount(width) * MemoryLayout<Word>.stride + (Int(width) + 3) / 2 * 2 * MemoryLayout<Int32>.stride
  }

  @inlinable static func wordCount(_ width: Int32) -> Int { (Int(width) &+ (Word.bitWidth - 1)) / Word.bitWidth }

  /// A row that nothing touched, in memory with room for `byteCount` that is aligned for words.
  init(width: Int32, in memory: UnsafeMutableRawPointer) {
    self.init(width: width, cleared: memory)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.byteCount(width: width))
  }

  /// The same in memory that is cleared already.
  @inlinable @inline(__always)
  init(width: Int32, cleared memory: UnsafeMutableRawPointer) {
    self.width = width
    self.memory = memory
  }

  @inlinable @inline(__always)
  var touched: UnsafeMutablePointer<Word> { memory.assumingMemoryBound(to: Word.self) }

  @inlinable @inline(__always)
  var cells: UnsafeMutablePointer<Int32> {
    (memory + Self.wordCount(width) &* MemoryLayout<Word>.stride).assumingMemoryBound(to: Int32.self)
  }

  /// Adds a piece of an edge: from x `from` to x `to`, 32.32 px, `height` 1...65536 of the row; `weight` is 255 where the
  /// inside is to its right, else -255. `perColumn` is the edge's height per pixel of width, in 1/2^32 px.
  @inline(__always)
  func add(from: Int64, to: Int64, height: Int32, weight: Int32, perColumn: Int64) {
    let (left, right) = (position(min(from, to)), position(max(from, to)))
    // What is left of the row is beyond its right side as well, as a number without a sign.
    if max(UInt32(bitPattern: left), UInt32(bitPattern: right)) < UInt32(bitPattern: width << 16) {
      cells.add(from: left, to: right, height: height, weight: weight, perColumn: perColumn) { touch($0) }
    } else {
      addClipped(left, right, height, weight, perColumn)
    }
  }

  /// A piece that leaves the row: what is left of it covers all pixels from x 0, what is right of it nothing.
  @inline(never)
  private func addClipped(_ left: Int32, _ right: Int32, _ height: Int32, _ weight: Int32, _ perColumn: Int64) {
    let limit = width << 16
    if left >= limit { return }
    let length = max(Int64(right) - Int64(left), 1)
    func part(upTo x: Int32) -> Int32 {
      Int32(divideRounding((Int64(x) - Int64(left)) * Int64(height), by: length))
    }
    let before = right <= 0 ? height : left < 0 ? part(upTo: 0) : 0
    if before > 0 {
      touch(0)
      cells[0] &+= before &* weight
    }
    let within = (right > limit ? part(upTo: limit) : height) - before
    if within <= 0 { return }
    cells.add(from: max(left, 0), to: min(right, limit), height: within, weight: weight, perColumn: perColumn) {
      if $0 < Int(width) { touch($0) }
    }
  }

  @inline(__always)
  private func touch(_ column: Int) {
    let bit = UInt(bitPattern: column)
    touched[Int(bitPattern: bit / UInt(Word.bitWidth))] |= 1 &<< Word(truncatingIfNeeded: bit)
  }

  /// Tells the row's pixels from left to right and forgets them.
  @inlinable @inline(__always)
  func sweep<Consumer: CoverageConsumer>(into consumer: inout Consumer) {
    var sum = CellSum()
    for word in 0..<Self.wordCount(width) {
      let bits = touched[word]
      if bits == 0 { continue }
      touched[word] = 0
      sum.tell(bits, cells, from: word &* Word.bitWidth, isExact: false, into: &consumer)
    }
    sum.finish(Int(width), isExact: false, into: &consumer)
  }
}

extension UnsafeMutablePointer<Int32> {
  /// Adds a piece of an edge with 0 <= left <= right, 1/65536 px, to a row of cells, and calls `touch` with each column that
  /// it goes through. Columns from left to right, each with its share of the height; the last one takes what is left, so that
  /// heights always sum up. A column's area to the left of the edge is given to the cell behind it.
  @inline(__always)
  func add(
    from left: Int32, to right: Int32, height: Int32, weight: Int32, perColumn: Int64, touch: (Int) -> Void
  ) {
    var column = Int(left >> 16)
    let last = Int(right >> 16)
    touch(column)
    if column == last {
      let area = product(height, (left & 65535) &+ (right & 65535)) &* weight
      self[column] &+= height &* weight &- area
      self[column &+ 1] &+= area
      return
    }
    let toBorder = 65536 &- (left & 65535)
    var reached = (perColumn &* Int64(toBorder)) >> 16
    var given = min(Int32(truncatingIfNeeded: reached >> 16), height)
    var area = product(given, 131072 &- toBorder)
    self[column] &+= (given &- area) &* weight
    column &+= 1
    while column < last {
      touch(column)
      reached &+= perColumn
      let share = min(Int32(truncatingIfNeeded: reached >> 16), height) &- given
      given &+= share
      let half = (share &+ 1) >> 1
      self[column] &+= (area &+ share &- half) &* weight
      area = half
      column &+= 1
    }
    touch(last)
    let rest = height &- given
    let lastArea = product(rest, right & 65535)
    self[last] &+= (area &+ rest &- lastArea) &* weight
    self[last &+ 1] &+= lastArea &* weight
  }
}

/// A 32.32 position in 16.16.
@inlinable @inline(__always)
func position(_ x: Int64) -> Int32 { Int32(truncatingIfNeeded: x >> 16) }

/// A height times a sum of two fractions, halved and rounded to nearest: an area, all in 1/65536.
@inlinable @inline(__always)
func product(_ height: Int32, _ fractions: Int32) -> Int32 {
  Int32(truncatingIfNeeded: (Int64(height) &* Int64(fractions) &+ 65536) >> 17)
}
