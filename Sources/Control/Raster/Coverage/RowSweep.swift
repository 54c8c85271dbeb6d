/// Adds up the accumulators of a row from left to right (`AccumulatorRow`).
@usableFromInline struct RowSweep {
  /// The coverage from `x` to the next accumulator that is not 0, in 1/65536 px² times 255, plus one half, so that the upper half is
  /// rounded to nearest.
  @usableFromInline var sum: Int32 = 32768
  /// Pixels left of this one have been reported.
  @usableFromInline var x = 0

  @inlinable @inline(__always) init() {}

  /// Returns the coverage, 0...255. The rounded areas of many edges may add up to a little less than 0 or more than 1. `isExact` promises
  /// that the error is at most 128/65536 px², which rounding to 8 bits removes.
  @inlinable @inline(__always) func coverage(isExact: Bool) -> UInt8 {
    let coverage = sum >> 16
    if !isExact && UInt32(bitPattern: coverage) > 255 { return coverage < 0 ? 0 : 255 }
    return UInt8(truncatingIfNeeded: coverage)
  }

  /// Reports, of the 64 pixels beginning at `base`, those whose bit is set, and the pixels between them and before the first. Clears their
  /// accumulators. At least one bit is set.
  @inlinable @inline(__always) mutating func report<Consumer: CoverageConsumer>(
    _ touched: AccumulatorRow.Word, _ accumulators: UnsafeMutablePointer<Int32>, from base: Int, isExact: Bool,
    into consumer: inout Consumer
  ) {
    // A single pixel between two spans is reported together with them.
    var bits = touched | touched &<< 1 & touched &>> 1
    let first = bits.trailingZeroBitCount
    // There is no coverage before a row's first accumulator.
    if !(Consumer.skipsUncovered && base == 0) && base &+ first > x {
      consumer.run(from: x, to: base &+ first, coverage: coverage(isExact: isExact))
    }
    x = base &+ first
    bits &>>= AccumulatorRow.Word(truncatingIfNeeded: first)
    while true {
      repeat {
        unsafe sum &+= accumulators[x]
        unsafe accumulators[x] = 0
        consumer.pixel(x, coverage: coverage(isExact: isExact))
        x &+= 1
        bits &>>= 1
      } while bits & 1 != 0
      unsafe sum &+= accumulators[x]
      unsafe accumulators[x] = 0
      if bits == 0 { return }
      let skipped = bits.trailingZeroBitCount
      bits &>>= AccumulatorRow.Word(truncatingIfNeeded: skipped)
      consumer.run(from: x, to: x &+ skipped, coverage: coverage(isExact: isExact))
      x &+= skipped
    }
  }

  /// Reports the rest of a row of `width` pixels.
  @inlinable @inline(__always)
  func finish<Consumer: CoverageConsumer>(_ width: Int, isExact: Bool, into consumer: inout Consumer) {
    if x < width { consumer.run(from: x, to: width, coverage: coverage(isExact: isExact)) }
  }
}
