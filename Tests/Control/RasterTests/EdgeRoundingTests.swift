import Geometry
import TestSupport
import Testing

@testable import Raster

/// How far cells are from the exact area of one edge: what `AccumulationBuffer.edgeLimit` counts with.
@Suite struct EdgeRoundingTests {
  /// Anywhere in and around a row of cells, steep, flat, and within a few 1/65536 px of its sides.
  @Test func oneEdge() {
    var random = SplitMix64(seed: 46)
    var greatest = 0.0
    for _ in 0..<60_000 {
      let width = random.oneIn(2) ? random.element(of: [1, 2, 64] as [Int32]) : random.int32(in: 1...70)
      func x(_ random: inout SplitMix64) -> Int32 {
        switch random.int32(in: 0...3) {
        case 0: random.element(of: [0, width]) << 16 + random.int32(in: -3...3)
        case 1: random.int32(in: -16_384...16_383) << 16 + random.int32(in: 0...65_535)
        default: random.int32(in: 0...width << 16)
        }
      }
      let from = x(&random)
      let (to, top) = (
        random.oneIn(3) ? from + random.int32(in: -9...9) : x(&random), random.int32(in: -65_536...65_535)
      )
      let height = random.element(of: [1, 2, 9, 5_000_000] as [Int32])
      let edge = Edge(x0: from, y0: top, x1: to, y1: top + random.int32(in: 1...height))
      let error = Self.error(edge, width)
      if error > 2 { Issue.record("\(error) of \(edge) in \(width) columns") }
      greatest = max(greatest, error)
    }
    #expect(greatest > 1.4)
  }

  /// The greatest that any pixel of row 0 has too much or too little, 1/65536 px².
  private static func error(_ edge: Edge, _ width: Int32) -> Double {
    withUnsafeTemporaryAllocation(byteCount: AccumulatorRow.byteCount(width: width), alignment: 16) { memory in
      let row = AccumulatorRow(width: width, in: memory.baseAddress!)
      ActiveEdge(edge, winding: 1).add(row: 0, to: row)
      var (sum, greatest) = (Int32(0), 0.0)
      for x in 0..<Int(width) {
        sum += row.accumulators[x]
        greatest = max(greatest, abs(Double(sum) / 255 - exact(edge, Double(x)) * 65536))
      }
      return greatest
    }
  }

  /// The area to the edge's right in row 0 of the column at `x`. The edge goes downwards.
  private static func exact(_ edge: Edge, _ x: Double) -> Double {
    let (x0, y0) = (Double(edge.x0) / 65536, Double(edge.y0) / 65536)
    let (x1, y1) = (Double(edge.x1) / 65536, Double(edge.y1) / 65536)
    let (top, bottom) = (max(y0, 0), min(y1, 1))
    if bottom <= top { return 0 }
    let slope = (x1 - x0) / (y1 - y0)
    let ends = (x0 + (top - y0) * slope - x, x0 + (bottom - y0) * slope - x)
    let (left, right) = (min(ends.0, ends.1), max(ends.0, ends.1))
    if right - left < 1e-9 { return (bottom - top) * min(max(1 - left, 0), 1) }
    // What is to the right of all points of the edge from far left to a distance from the column, summed up.
    func sum(_ distance: Double) -> Double {
      let within = min(max(distance, 0), 1)
      return min(distance, 0) + within - within * within / 2
    }
    return (bottom - top) * (sum(right) - sum(left)) / (right - left)
  }
}
