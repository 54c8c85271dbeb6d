/// A row's coverage, from left to right: the sum of its cells (`CellRow`).
@usableFromInline struct CellSum {
  /// The coverage from `x` on until a cell changes it, 1/65536 px² times 255, and one half, so that its upper half is rounded to
  /// nearest.
  @usableFromInline var sum: Int32 = 32768
  /// Pixels before this one have been told.
  @usableFromInline var x = 0

  @inlinable @inline(__always)
  init() {}

  /// 0...255. Rounded areas of many edges may sum up to a little less than 0 or more than 1: `isExact` promises that this is by
  /// 128/65536 px² at most, which rounding to 8 bits takes away.
  @inlinable @inline(__always)
  func coverage(isExact: Bool) -> UInt8 {
    let coverage = sum >> 16
    if !isExact && _slowPath(UInt32(bitPattern: coverage) > 255) { return coverage < 0 ? 0 : 255 }
    return UInt8(truncatingIfNeeded: coverage)
  }

  /// Tells those of 64 pixels from `base` on that have a bit, what lies between them, and what lies before the first; forgets
  /// their cells. There is a bit at least.
  @inlinable @inline(__always)
  mutating func tell<Consumer: CoverageConsumer>(
    _ touched: CellRow.Word, _ cells: UnsafeMutablePointer<Int32>, from base: Int, isExact: Bool,
    into consumer: inout Consumer
  ) {
    // A single pixel between two spans is told with them.
    var bits = touched | touched &<< 1 & touched &>> 1
    let first = bits.trailingZeroBitCount
    // Nothing is covered before a row's first cell.
    if !(Consumer.skipsUncovered && base == 0) && base &+ first > x {
      consumer.run(from: x, to: base &+ first, coverage: coverage(isExact: isExact))
    }
    x = base &+ first
    bits &>>= CellRow.Word(truncatingIfNeeded: first)
    while true {
      repeat {
        sum &+= cells[x]
        cells[x] = 0
        consumer.pixel(x, coverage: coverage(isExact: isExact))
        x &+= 1
        bits &>>= 1
      } while bits & 1 != 0
      sum &+= cells[x]
      cells[x] = 0
      if bits == 0 { return }
      let skipped = bits.trailingZeroBitCount
      bits &>>= CellRow.Word(truncatingIfNeeded: skipped)
      consumer.run(from: x, to: x &+ skipped, coverage: coverage(isExact: isExact))
      x &+= skipped
    }
  }

  /// Tells what is left of a row of `width` pixels.
  @inlinable @inline(__always)
  func finish<Consumer: CoverageConsumer>(_ width: Int, isExact: Bool, into consumer: inout Consumer) {
    if x < width { consumer.run(from: x, to: width, coverage: coverage(isExact: isExact)) }
  }
}
