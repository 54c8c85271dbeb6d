import Geometry

/// A row of accumulators, one per pixel, to which edges add signed areas.
///
/// The algorithm is that of libart, FreeType's `ftgrays.c` and font-rs. An edge that crosses a pixel changes the coverage of that pixel by
/// the area to the edge's right within it, and the coverage of all pixels further right by the edge's height. An accumulator holds the
/// difference between the coverage of its pixel and that of the pixel to the left. An edge of height h whose mean x is at fraction m of the
/// pixel adds h * (1 - m) there and h * m to the next accumulator. The coverage of a pixel is the sum of all accumulators up to it, in
/// 1/65536 px² times 255, so that the upper half of the sum is an 8-bit coverage.
///
/// A bit before the accumulators is set for each pixel that an edge crosses. A sweep visits those pixels and the pixels after them. An edge
/// at or beyond the right side has no effect.
///
/// Unsafe: pieces of edges are clipped to `width`, for which the memory is large enough.
@safe @usableFromInline struct AccumulatorRow {
  /// The bits are read one word at a time.
  @usableFromInline typealias Word = UInt64

  /// The width in pixels.
  @usableFromInline let width: Int32
  /// The bits, followed by the accumulators. There are two more accumulators than pixels, for edges that end at the right side.
  @usableFromInline let memory: UnsafeMutableRawPointer

  /// Returns the number of bytes that a row needs, a multiple of 8.
  static func byteCount(width: Int32) -> Int {
    wordCount(width) * MemoryLayout<Word>.stride + (Int(width) + 3) / 2 * 2 * MemoryLayout<Int32>.stride
  }

  @inlinable static func wordCount(_ width: Int32) -> Int { (Int(width) &+ (Word.bitWidth - 1)) / Word.bitWidth }

  /// Creates a row in `memory`, which it clears. The memory has `byteCount` bytes and is aligned for words.
  init(width: Int32, in memory: UnsafeMutableRawPointer) {
    unsafe self.init(width: width, cleared: memory)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.byteCount(width: width))
  }

  /// Creates a row in memory that has already been cleared.
  @inlinable @inline(__always) init(width: Int32, cleared memory: UnsafeMutableRawPointer) {
    self.width = width
    unsafe self.memory = memory
  }

  @inlinable @inline(__always)
  var touched: UnsafeMutablePointer<Word> { unsafe memory.assumingMemoryBound(to: Word.self) }

  @inlinable @inline(__always) var accumulators: UnsafeMutablePointer<Int32> {
    unsafe (memory + Self.wordCount(width) &* MemoryLayout<Word>.stride).assumingMemoryBound(to: Int32.self)
  }

  /// Adds a piece of an edge from x `from` to x `to` in 32.32 px, with a `height` of 1...65536 of the row. `weight` is 255 if the inside is
  /// to the piece's right and -255 otherwise. `perColumn` is the edge's height per pixel of width, in 1/2^32 px.
  @inline(__always) func add(from: Int64, to: Int64, height: Int32, weight: Int32, perColumn: Int64) {
    let (left, right) = (position(min(from, to)), position(max(from, to)))
    // As an unsigned number, a negative x is also beyond the right side.
    if max(UInt32(bitPattern: left), UInt32(bitPattern: right)) < UInt32(bitPattern: width << 16) {
      unsafe accumulators.add(from: left, to: right, height: height, weight: weight, perColumn: perColumn) { touch($0) }
    } else {
      addClipped(left, right, height, weight, perColumn)
    }
  }

  /// Adds a piece that leaves the row. The part to the left of the row covers all pixels; the part to the right covers none.
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
      unsafe accumulators[0] &+= before &* weight
    }
    let within = (right > limit ? part(upTo: limit) : height) - before
    if within <= 0 { return }
    unsafe accumulators.add(
      from: max(left, 0), to: min(right, limit), height: within, weight: weight, perColumn: perColumn
    ) {
      if $0 < Int(width) { touch($0) }
    }
  }

  @inline(__always) private func touch(_ column: Int) {
    let bit = UInt(bitPattern: column)
    unsafe touched[Int(bitPattern: bit / UInt(Word.bitWidth))] |= 1 &<< Word(truncatingIfNeeded: bit)
  }

  /// Reports the row's pixels from left to right and clears them.
  @inlinable @inline(__always) func sweep<Consumer: CoverageConsumer>(into consumer: inout Consumer) {
    var sum = RowSweep()
    for word in 0..<Self.wordCount(width) {
      let bits = unsafe touched[word]
      if bits == 0 { continue }
      unsafe touched[word] = 0
      unsafe sum.report(bits, accumulators, from: word &* Word.bitWidth, isExact: false, into: &consumer)
    }
    sum.finish(Int(width), isExact: false, into: &consumer)
  }
}

extension UnsafeMutablePointer<Int32> {
  /// Adds a piece of an edge with 0 <= left <= right in 1/65536 px, and calls `touch` with each column that it crosses.
  ///
  /// Each column gets its share of the height, and the last one the rest, so that the heights always add up. A column's area to the left of
  /// the edge goes to the next accumulator.
  @inline(__always) func add(
    from left: Int32, to right: Int32, height: Int32, weight: Int32, perColumn: Int64, touch: (Int) -> Void
  ) {
    var column = Int(left >> 16)
    let last = Int(right >> 16)
    touch(column)
    if column == last {
      let area = product(height, (left & 65535) &+ (right & 65535)) &* weight
      unsafe self[column] &+= height &* weight &- area
      unsafe self[column &+ 1] &+= area
      return
    }
    let toBorder = 65536 &- (left & 65535)
    var reached = (perColumn &* Int64(toBorder)) >> 16
    var given = min(Int32(truncatingIfNeeded: reached >> 16), height)
    var area = product(given, 131072 &- toBorder)
    unsafe self[column] &+= (given &- area) &* weight
    column &+= 1
    while column < last {
      touch(column)
      reached &+= perColumn
      let share = min(Int32(truncatingIfNeeded: reached >> 16), height) &- given
      given &+= share
      let half = (share &+ 1) >> 1
      unsafe self[column] &+= (area &+ share &- half) &* weight
      area = half
      column &+= 1
    }
    touch(last)
    let rest = height &- given
    let lastArea = product(rest, right & 65535)
    unsafe self[last] &+= (area &+ rest &- lastArea) &* weight
    unsafe self[last &+ 1] &+= lastArea &* weight
  }
}

/// Converts a 32.32 position to 16.16.
@inlinable @inline(__always) func position(_ x: Int64) -> Int32 { Int32(truncatingIfNeeded: x >> 16) }

/// Returns half the product of a height and a sum of two fractions, rounded to nearest. This is an area; all values are in 1/65536.
@inlinable @inline(__always) func product(_ height: Int32, _ fractions: Int32) -> Int32 {
  Int32(truncatingIfNeeded: (Int64(height) &* Int64(fractions) &+ 65536) >> 17)
}
