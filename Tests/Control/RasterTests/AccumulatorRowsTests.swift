import TestSupport
import Testing

@testable import StarSlider

/// How far accumulators are from the exact areas of one edge: what `AccumulationBuffer.exactLimit` counts with.
@Suite struct AccumulatorRowsTests {
  /// Anywhere in and around some rows, steep, flat, short, and within a few 1/65536 px of their sides. Nothing outside the memory
  /// changes.
  @Test func oneEdge() {
    var random = SplitMix64(seed: 46)
    var greatest = 0.0
    for i in 0..<60_000 {
      let width = random.oneIn(2) ? random.element(of: [1, 2, 64] as [Int32]) : random.int32(in: 1...70)
      let rows = random.int32(in: 1...5)
      func x(_ random: inout SplitMix64) -> Int32 {
        switch random.int32(in: 0...3) {
        case 0: random.element(of: [0, width]) << 16 + random.int32(in: -3...3)
        case 1: random.int32(in: -16_384...16_383) << 16 + random.int32(in: 0...65_535)
        default: random.int32(in: 0...width << 16)
        }
      }
      func y(_ random: inout SplitMix64) -> Int32 {
        switch random.int32(in: 0...3) {
        case 0: random.int32(in: 0...rows) << 16
        case 1: random.int32(in: 0...rows) << 16 + random.int32(in: -2...2)
        case 2: random.int32(in: -100 << 16...100 << 16)
        default: random.int32(in: 0...rows << 16)
        }
      }
      let from = x(&random)
      let to = random.oneIn(3) ? from + random.int32(in: -9...9) : x(&random)
      let (top, bottom) = (y(&random), y(&random))
      if top >= bottom || bottom <= 0 || top >= rows << 16 { continue }
      let edge = Edge(x0: from, y0: top, x1: to, y1: bottom)
      let error = Self.error(edge, width, rows)
      if error > 2 { Issue.record("\(i): \(error) of \(edge) in \(width)x\(rows)") }
      greatest = max(greatest, error)
    }
    #expect(greatest > 1.4)
  }

  /// Slopes are rounded towards 0, so that no edge gets beyond its end.
  @Test func slopes() {
    var random = SplitMix64(seed: 45)
    for _ in 0..<10_000 {
      let reach = random.element(of: [3, 70_000, 1_000_000_000] as [Int32])
      let edge = Edge(
        x0: random.int32(in: -reach...reach), y0: random.int32(in: -reach...reach),
        x1: random.int32(in: -reach...reach), y1: random.int32(in: -reach...reach))
      if edge.y0 == edge.y1 { continue }
      let active = ActiveEdge(edge, weight: 255, isWithin: false)
      let (width, height) = (Int128(edge.x1) - Int128(edge.x0), Int128(edge.y1) - Int128(edge.y0))
      #expect(Int128(active.perRow) == (width << 32) / height, "\(edge)")
      #expect(Int128(active.perColumn) == (width == 0 ? 0 : abs((height << 32) / width)), "\(edge)")
    }
  }

  /// Rows need two accumulators more than pixels, and a bit per pixel.
  @Test func roomForRows() {
    for width in Int32(1)...200 {
      let bytes = AccumulatorRows.byteCount(width: width)
      let used = (Int(width) + 2) * 4 + (Int(width) + 63) / 64 * 8
      #expect(used...used + 15 ~= bytes)
      #expect(bytes % 16 == 0)
    }
  }

  /// The most that any pixel has too much or too little, in 1/65536 px².
  private static func error(_ edge: Edge, _ width: Int32, _ height: Int32) -> Double {
    let memory = GuardedMemory(Int(height) * AccumulatorRows.byteCount(width: width))
    let rows = AccumulatorRows(width: width, count: Int(height), in: memory.start)
    let isBetween = [edge.x0, edge.x1].allSatisfy { $0 > 0 && $0 < width << 16 }
    let isWithin = isBetween && edge.y0 >= 0 && edge.y1 <= height << 16
    var active = ActiveEdge(edge, weight: 255, isWithin: isWithin)
    rows.add(&active, from: 0, to: height << 16)
    #expect(memory.isGuarded, "\(edge) in \(width)x\(height)")
    var greatest = 0.0
    var row = rows.first
    for y in 0..<height {
      func compare(_ x: Int, _ sum: CoverageSum) {
        let area = exact(edge, Double(x), Double(y))
        greatest = max(greatest, abs(Double(sum - 32768) / 255 - area * 65536))
      }
      row.report { start, end, accumulators, before in
        var sum = before
        for x in start..<end {
          sum += accumulators[x]
          accumulators[x] = 0
          compare(x, sum)
        }
        return sum
      } run: { start, end, sum in
        compare(start, sum)
        compare(end - 1, sum)
      }
      row.line += row.stride
    }
    // The accumulators behind the last pixel are not reported, and never read.
    return greatest
  }

  /// The area to the edge's right in the pixel at `x`, `y`. The edge goes downwards.
  private static func exact(_ edge: Edge, _ x: Double, _ y: Double) -> Double {
    let (x0, y0) = (Double(edge.x0) / 65536, Double(edge.y0) / 65536 - y)
    let (x1, y1) = (Double(edge.x1) / 65536, Double(edge.y1) / 65536 - y)
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
