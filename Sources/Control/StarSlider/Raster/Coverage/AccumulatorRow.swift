/// The sum of the accumulators up to a pixel, plus one half for rounding. Its upper 16 bits are the coverage, 255 per px².
typealias CoverageSum = Int32

/// A row of accumulators to which all edges have been added.
///
/// Safety: a row is valid only during a sweep, which passes it to its consumer.
@safe struct AccumulatorRow {
  /// Bits of touched pixels, then accumulators.
  var line: UnsafeMutableRawPointer
  let stride: Int
  let wordCount: Int
  let width: Int

  /// Reports all pixels from left to right, and clears the row. `pixels` receives each span of pixels that edges cross, the accumulators,
  /// and the sum before the span. It clears the span's accumulators and returns the sum after them. `run` receives the pixels between two
  /// spans, and their sum.
  @inline(__always) func report(
    pixels: (_ start: Int, _ end: Int, UnsafeMutablePointer<Int32>, CoverageSum) -> CoverageSum,
    run: (_ start: Int, _ end: Int, CoverageSum) -> Void
  ) {
    var sum: CoverageSum = 32768
    var x = 0
    let (touched, accumulators) = unsafe (
      line.assumingMemoryBound(to: UInt64.self), (line + wordCount &* 8).assumingMemoryBound(to: Int32.self)
    )
    var word = 0
    repeat {
      let bits = unsafe touched[word]
      if bits != 0 {
        unsafe touched[word] = 0
        var place = word &* 64
        // A single pixel between two spans is reported together with them.
        var all = bits | bits &<< 1 & bits &>> 1
        repeat {
          let skipped = all.trailingZeroBitCount
          place &+= skipped
          all &>>= UInt64(truncatingIfNeeded: skipped)
          if place > x { run(x, place, sum) }
          let count = (~all).trailingZeroBitCount
          x = place &+ count
          sum = unsafe pixels(place, x, accumulators, sum)
          unsafe sum &+= accumulators[x]
          unsafe accumulators[x] = 0
          place = x
          all = (all &>> UInt64(truncatingIfNeeded: count &- 1)) &>> 1
        } while all != 0
      }
      word &+= 1
    } while word < wordCount
    if x < width { run(x, width, sum) }
  }
}

/// A receiver of the rows of an accumulation buffer.
protocol RowConsumer {
  /// Receives the mask's rows `start ..< end`, at least one. `first` is the first of them, and the others follow it in memory.
  mutating func rows(_ start: Int32, _ end: Int32, _ first: AccumulatorRow)
}
