import Geometry
import TestSupport
import Testing

@testable import Raster

/// The accumulators of small masks, word for word, which rounding to 8 bits would hide.
@Suite struct AccumulationBufferTests {
  /// Edges added whole give the accumulators and bits that they give row by row. Nothing outside the memory changes, and a
  /// sweep clears all of it.
  @Test func wholeEdgesEqualRows() {
    var random = SplitMix64(seed: 41)
    var compared = 0
    for i in 0..<6000 {
      let (width, height) = (Self.side(&random), Self.side(&random))
      let path = Self.path(&random, width, height)
      let outline = Outline(path, rule: i % 2 == 0 ? .nonZero : .evenOdd)
      if outline.edgeCount > AccumulationBuffer.edgeLimit { continue }
      let memory = GuardedMemory(AccumulationBuffer.byteCount(width: width, height: height))
      let field = AccumulationBuffer(width: width, height: height, in: memory.start)!
      if compared % 2 == 0 { Self.sweepTwice(field, outline, memory) }
      Self.expectRows(field, outline, memory, "\(i): \(path.points)")
      compared += 1
    }
    #expect(compared > 2500)
  }

  /// Edges that begin or end 1/65536 px beside a pixel's border or a side. Paths have no points there, but outlines that were
  /// cut do.
  @Test func cutsBesidePixelBorders() {
    var random = SplitMix64(seed: 42)
    var count = 0
    for i in 0..<60_000 {
      let (width, height) = (random.int32(in: 1...4), random.int32(in: 1...4))
      // Bow ties: their edges cross close to a border, and some continue across whole rows.
      let isUpright = i % 3 == 0
      let (limit, across) = isUpright ? (height, width) : (width, height)
      let border = random.int32(in: 0...across)
      let path = Path(
        (0..<4).map { corner in
          let along = Fixed(raw: random.int32(in: i % 5 == 0 ? -256...limit * 256 + 256 : 1...limit * 256 - 1))
          let isFar = i % 2 == 0 && corner == 2
          let beside: Int32 = i % 4 == 0 ? [0, -1, 0, 1][corner] : random.int32(in: -1...1)
          let across = Fixed(raw: isFar ? random.int32(in: 0...across * 256) : border * 256 + beside)
          return isUpright ? Point(x: across, y: along) : Point(x: along, y: across)
        })
      let outline = Outline(path)
      outline.withEdges { edges in
        for edge in edges where abs((isUpright ? edge.x0 : edge.y0) - border << 16) == 1 { count += 1 }
      }
      let memory = GuardedMemory(AccumulationBuffer.byteCount(width: width, height: height))
      let field = AccumulationBuffer(width: width, height: height, in: memory.start)!
      Self.expectRows(field, outline, memory, "\(i): \(path.points)")
    }
    #expect(count > 200)
  }

  /// A sum exceeds its limits by no more than rounding to 8 bits removes.
  @Test func sumsStayWithinTheirLimits() {
    var random = SplitMix64(seed: 43)
    for i in 0..<3000 {
      let (width, height) = (Self.side(&random), Self.side(&random))
      let path = Self.path(&random, width, height)
      let outline = Outline(path)
      if outline.edgeCount > AccumulationBuffer.edgeLimit { continue }
      let memory = GuardedMemory(AccumulationBuffer.byteCount(width: width, height: height))
      let field = AccumulationBuffer(width: width, height: height, in: memory.start)!
      field.add(outline)
      for y in 0..<Int(height) {
        let cells = AccumulationBuffer.accumulators(memory.start + y * field.stride)
        var sum: Int32 = 0
        for x in 0..<Int(width) {
          sum += cells[x]
          let (least, greatest) = (Int32(-128 * 255), Int32((65536 + 128) * 255))
          #expect((least...greatest).contains(sum), "\(x), \(y) of \(i): \(path.points), \(width)x\(height)")
        }
      }
    }
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
      let crossing = ActiveEdge(edge, winding: 1)
      let (width, height) = (Int128(edge.x1) - Int128(edge.x0), Int128(edge.y1) - Int128(edge.y0))
      #expect(Int128(crossing.perRow) == (width << 32) / height, "\(edge)")
      #expect(Int128(crossing.perColumn) == (width == 0 ? 0 : abs((height << 32) / width)), "\(edge)")
    }
  }

  /// Rows need two accumulators more than pixels, and a bit per pixel.
  @Test func roomForRows() {
    for width in Int32(1)...200 {
      let bytes = AccumulatorRow.byteCount(width: width)
      #expect(bytes >= (Int(width) + 2) * 4 + (Int(width) + 63) / 64 * 8)
      #expect(bytes < (Int(width) + 4) * 4 + (Int(width) + 63) / 64 * 8)
      #expect(bytes % 8 == 0)
    }
  }

  /// Rows with more edges than small masks allow are clamped to their limits.
  @Test func rowsBeyondTheLimits() {
    struct Row: CoverageConsumer {
      var coverage: [UInt8] = []
      mutating func beginRow(_ y: Int32) {}
      mutating func pixel(_ x: Int, coverage: UInt8) { self.coverage.append(coverage) }
      mutating func run(from start: Int, to end: Int, coverage: UInt8) {
        for _ in start..<end { pixel(0, coverage: coverage) }
      }
    }
    let memory = GuardedMemory(AccumulatorRow.byteCount(width: 5))
    let cells = AccumulatorRow(width: 5, in: memory.start)
    for (winding, expected) in [(Int32(1), [0, 255, 255, 255, 255] as [UInt8]), (-1, [0, 0, 0, 0, 0])] {
      for x in [82_000, 98_304, 114_688] as [Int32] {
        ActiveEdge(Edge(x0: x, y0: 0, x1: x, y1: 65536), winding: winding).add(row: 0, to: cells)
      }
      var row = Row()
      cells.sweep(into: &row)
      #expect(row.coverage == expected)
    }
  }

  @Test func smallMasks() {
    for (width, height) in [(Int32(1), Int32(1)), (64, 64), (1, 64), (64, 1), (63, 63)] {
      #expect(
        AccumulationBuffer.byteCount(width: width, height: height) == Int(height)
          * AccumulatorRow.byteCount(width: width))
    }
    for (width, height) in [(Int32(65), Int32(64)), (64, 65), (1, 65), (65, 1), (16_384, 1), (1, 16_384)] {
      #expect(AccumulationBuffer.byteCount(width: width, height: height) == 0)
      let memory = GuardedMemory(64)
      #expect(AccumulationBuffer(width: width, height: height, in: memory.start) == nil)
      #expect(memory.bytes.allSatisfy { $0 == GuardedMemory.filling })
    }
  }

  /// Each edge may be off by 4/65536 px², and rounding to 8 bits removes 128.
  @Test func edgeLimit() {
    #expect(AccumulationBuffer.edgeLimit * 4 <= 128)
  }

  private static func side(_ random: inout SplitMix64) -> Int32 {
    random.oneIn(2) ? random.element(of: [1, 2, 63, 64]) : random.int32(in: 1...64)
  }

  /// Returns one to three contours in and around the mask: steep, flat, level, upright, from and to pixel borders.
  private static func path(_ random: inout SplitMix64, _ width: Int32, _ height: Int32) -> Path {
    let margin: Int32 = random.element(of: [0, 0, 1, 30])
    func coordinate(_ random: inout SplitMix64, _ limit: Int32, _ last: Fixed?) -> Fixed {
      switch (random.int32(in: 0...8), last) {
      case (0, _): Fixed(random.int32(in: 0...limit))
      case (1, let last?): last
      case (2, let last?): Fixed(raw: last.raw + random.int32(in: -3...3))
      case (3, let last?): Fixed(last.rounded)
      default: Fixed(raw: random.int32(in: -margin * 256...(limit + margin) * 256))
      }
    }
    var path = Path()
    for _ in 0..<random.int32(in: 1...3) {
      var points: [Point<PhysicalSpace>] = []
      for _ in 0..<random.int32(in: 3...7) {
        let last = points.last
        let x = coordinate(&random, width, last?.x)
        points.append(Point(x: x, y: coordinate(&random, height, last?.y)))
      }
      path.addContour(points)
    }
    return path
  }

  /// Calls `body` with row `y` of accumulators to which an outline's edges were added; a sweep clears it.
  private static func withRow<Result>(
    _ y: Int32, of outline: Outline, _ width: Int32, _ body: (UnsafeMutableRawPointer) -> Result
  ) -> Result {
    let bytes = AccumulatorRow.byteCount(width: width)
    return withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 16) { memory in
      let row = AccumulatorRow(width: width, in: memory.baseAddress!)
      outline.withEdges { edges in
        for edge in edges where edge.y0 != edge.y1 { ActiveEdge(edge, winding: outline.winding).add(row: y, to: row) }
      }
      let result = body(row.memory)
      var consumer = Ignored()
      row.sweep(into: &consumer)
      #expect(memory.allSatisfy { $0 == 0 })
      return result
    }
  }

  /// Adds an outline to a cleared buffer and compares it with rows.
  private static func expectRows(
    _ field: AccumulationBuffer, _ outline: Outline, _ memory: GuardedMemory, _ what: String
  ) {
    field.add(outline)
    for y in 0..<field.height {
      let line = memory.start + Int(y) * field.stride
      let sameRow = withRow(y, of: outline, field.width) { memoryIsSame(line, $0, field.stride) }
      #expect(sameRow, "row \(y) of \(what), \(field.width)x\(field.height)")
    }
    #expect(memory.isGuarded, "\(what), \(field.width)x\(field.height)")
  }

  private static func sweepTwice(_ field: AccumulationBuffer, _ outline: Outline, _ memory: GuardedMemory) {
    var consumer = Ignored()
    for _ in 0..<2 {
      field.add(outline)
      field.sweep(into: &consumer)
      #expect(memory.bytes.allSatisfy { $0 == 0 })
    }
  }
}

private struct Ignored: CoverageConsumer {
  mutating func beginRow(_ y: Int32) {}
  mutating func pixel(_ x: Int, coverage: UInt8) {}
  mutating func run(from start: Int, to end: Int, coverage: UInt8) {}
}

private func memoryIsSame(_ a: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ count: Int) -> Bool {
  UnsafeRawBufferPointer(start: a, count: count).elementsEqual(UnsafeRawBufferPointer(start: b, count: count))
}
