/// Computes the exact area coverage of outlines, row by row (`AccumulationBuffer`).
package struct CoverageMask: ~Copyable {
  let buffer: AccumulationBuffer

  /// Creates a mask of 1 ... `Path.limit` by 1 ... `Path.limit` pixels.
  package init(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0 && width <= Path.limit && height <= Path.limit, "a mask without pixels")
    buffer = AccumulationBuffer(width: width, height: height)
  }

  /// Reports every row from top to bottom, and each pixel of a row once, from left to right.
  package func sweep<Consumer: CoverageConsumer>(_ outline: Outline, into consumer: inout Consumer) {
    buffer.add(outline)
    var rows = PixelReporter(consumer: consumer)
    buffer.sweep(into: &rows)
    consumer = rows.consumer
  }
}

/// Reports pixels and runs.
private struct PixelReporter<Consumer: CoverageConsumer>: RowConsumer {
  var consumer: Consumer

  mutating func rows(_ start: Int32, _ end: Int32, _ first: AccumulatorRow) {
    func coverage(_ sum: CoverageSum) -> UInt8 { UInt8(truncatingIfNeeded: min(max(sum >> 16, 0), 255)) }
    var row = first
    for y in start..<end {
      consumer.beginRow(y)
      unsafe row.report { start, end, accumulators, before in
        var sum = before
        for x in start..<end {
          unsafe sum &+= accumulators[x]
          unsafe accumulators[x] = 0
          consumer.pixel(x, coverage: coverage(sum))
        }
        return sum
      } run: { start, end, sum in
        let coverage = coverage(sum)
        if coverage != 0 || !Consumer.skipsUncovered { consumer.run(from: start, to: end, coverage: coverage) }
      }
      unsafe row.line += row.stride
    }
  }
}

/// A receiver of the rows of a mask. In each row every pixel is reported once, from left to right.
package protocol CoverageConsumer {
  /// Whether runs without coverage may be omitted.
  static var skipsUncovered: Bool { get }
  /// Begins a row; rows arrive one by one from 0.
  mutating func beginRow(_ y: Int32)
  /// Receives a pixel that an edge may cross; `coverage` is 0...255.
  mutating func pixel(_ x: Int, coverage: UInt8)
  /// Receives the pixels `start ..< end`, at least one, which share a `coverage` of 0...255.
  mutating func run(from start: Int, to end: Int, coverage: UInt8)
}

extension CoverageConsumer {
  package static var skipsUncovered: Bool { false }
}
