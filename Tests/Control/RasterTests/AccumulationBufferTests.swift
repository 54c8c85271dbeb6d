import TestSupport
import Testing

@testable import StarSlider

/// The sums of accumulators, which rounding to 8 bits would hide.
@Suite struct AccumulationBufferTests {
  /// A sum exceeds its limits by no more than rounding to 8 bits removes, so that each level is an index of its ramp. Paths are
  /// steep, flat, level, upright, clockwise and counterclockwise, and reach beyond the mask.
  @Test func levelsStayWithinTheirRamps() {
    var random = SplitMix64(seed: 43)
    var compared = 0
    while compared < 10_000 {
      let (width, height) = (Self.side(&random), Self.side(&random))
      let path = Self.path(&random, width, height)
      let outline = Outline(path, rule: random.oneIn(2) ? .nonZero : .evenOdd)
      if outline.edgeCount > AccumulationBuffer.exactLimit { continue }
      compared += 1
      expectLevels(outline, width, height, 0...255, "\(path.points)")
    }
  }

  /// The same for strokes, whose sides count twice within the inner one. A pixel is crossed by one side at most.
  @Test func levelsOfSidesStayWithinTheirRamps() {
    var random = SplitMix64(seed: 47)
    for isReversed in [false, true] {
      var (compared, innerFirst) = (0, 0)
      while compared < 5_000 {
        let (width, height) = (Self.side(&random), Self.side(&random))
        var path = Self.path(&random, width, height, contours: 1)
        if isReversed { path = Path(path.points.reversed()) }
        let stroke = Outline(path.stroked(width: Fixed(raw: random.int32(in: 363...1200))))
        if !stroke.isSides || stroke.edgeCount > AccumulationBuffer.exactLimit { continue }
        compared += 1
        if stroke.innerSide.lowerBound == 0 { innerFirst += 1 }
        expectLevels(stroke, width, height, 0...510, "\(path.points)")
      }
      #expect(1_000...4_000 ~= innerFirst)
    }
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
      expectLevels(outline, width, height, 0...255, "\(i): \(path.points)")
    }
    #expect(count > 200)
  }

  /// Sums beyond the limits of an outline are clamped.
  @Test func sumsBeyondTheLimits() {
    let outline = Outline(Path(pixels: [(0.5, 0.5), (4.5, 0.5), (4.5, 4.5), (0.5, 4.5)]))
    let reversed = Outline(Path(pixels: [(0.5, 4.5), (4.5, 4.5), (4.5, 0.5), (0.5, 0.5)]))
    #expect(outline.winding == -reversed.winding)
    let buffer = AccumulationBuffer(width: 5, height: 5)
    for added in [outline, reversed] {
      buffer.add(added)
      buffer.add(added)
      let coverage = buffer.coverage(of: added)
      #expect(coverage[12] == 255)
      #expect(coverage[0] == 191)
    }
  }

  /// Each edge may be off by 4/65536 px², and rounding to 8 bits removes 128.
  @Test func exactLimit() {
    #expect(AccumulationBuffer.exactLimit * 4 <= 128)
  }

  private func expectLevels(
    _ outline: Outline, _ width: Int32, _ height: Int32, _ limits: ClosedRange<Int>, _ what: String
  ) {
    let buffer = AccumulationBuffer(width: width, height: height)
    var levels = Levels()
    buffer.add(outline, isSides: limits.upperBound > 255)
    let isExact = buffer.isExact
    #expect(isExact)
    buffer.sweep(into: &levels)
    #expect(levels.rowCount == height && levels.isComplete, "\(what), \(width)x\(height)")
    #expect(limits.contains(levels.least) && limits.contains(levels.greatest), "\(what), \(width)x\(height)")
    // A sweep clears what it has reported.
    var cleared = Levels()
    buffer.sweep(into: &cleared)
    #expect(cleared.least == 0 && cleared.greatest == 0, "\(what), \(width)x\(height)")
  }

  private static func side(_ random: inout SplitMix64) -> Int32 {
    random.oneIn(2) ? random.element(of: [1, 2, 63, 64, 65, 130]) : random.int32(in: 1...64)
  }

  /// Returns one to three contours in and around the mask: steep, flat, level, upright, from and to pixel borders.
  private static func path(
    _ random: inout SplitMix64, _ width: Int32, _ height: Int32, contours: Int32? = nil
  ) -> Path {
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
    for _ in 0..<(contours ?? random.int32(in: 1...3)) {
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
}

/// The lowest and the highest level of all pixels. It also checks that each pixel is reported once, in order.
private struct Levels: RowConsumer {
  private(set) var least = Int.max
  private(set) var greatest = Int.min
  private(set) var rowCount: Int32 = 0
  private(set) var isComplete = true

  mutating func rows(_ start: Int32, _ end: Int32, _ first: AccumulatorRow) {
    var row = first
    if start != rowCount || end <= start { isComplete = false }
    rowCount = end
    for _ in start..<end {
      var (low, high, reached, isInOrder) = (least, greatest, 0, true)
      func add(_ sum: CoverageSum, _ start: Int, _ end: Int) {
        (low, high) = (min(low, Int(sum >> 16)), max(high, Int(sum >> 16)))
        if start != reached || end <= start { isInOrder = false }
        reached = end
      }
      row.report { start, end, accumulators, before in
        var sum = before
        for x in start..<end {
          sum += accumulators[x]
          accumulators[x] = 0
          add(sum, x, x + 1)
        }
        return sum
      } run: { start, end, sum in
        add(sum, start, end)
      }
      (least, greatest) = (low, high)
      if !isInOrder || reached != row.width { isComplete = false }
      row.line += row.stride
    }
  }
}
