import Foundation
import TestSupport
import Testing

@testable import StarSlider

/// What one walk over the corners finds is what comparing all edges with each other finds.
@Suite struct StarShapedTests {
  /// What all pairs of edges say.
  private func slowWinding(_ path: Path) -> Int32? {
    var edges: [Edge] = []
    for contour in 0..<path.contourCount {
      let range = path.range(ofContour: contour)
      for i in range {
        edges.append(Edge(path.points[i == range.lowerBound ? range.upperBound - 1 : i - 1], path.points[i]))
      }
    }
    return edges.withUnsafeBufferPointer { unitWinding($0, path) }
  }

  /// What the one walk says, which is nothing else than what all pairs say; it may say nothing.
  private func comparedWinding(_ path: Path, _ number: Int) -> Int32? {
    let winding = starShapedWinding(path)
    if winding != nil {
      #expect(winding == slowWinding(path), "\(number): \(path.points), \(path.contourCount)")
    }
    return winding
  }

  /// A contour that goes `turns` times round (100, 100), its corners at most `reach` pixels from there.
  private func contour(
    _ count: Int32, turns: Double, reach: ClosedRange<Int32>, _ random: inout SplitMix64
  ) -> [Point<PhysicalSpace>] {
    (0..<count).map { i in
      let angle = 2 * Double.pi * turns * (Double(i) + Double(random.int32(in: -30...30)) / 100) / Double(count)
      let radius = Double(random.int32(in: reach)) * 256
      return Point(
        x: Fixed(raw: Int32(25600 + radius * cos(angle))), y: Fixed(raw: Int32(25600 + radius * sin(angle))))
    }
  }

  @Test func singleContours() {
    var random = SplitMix64(seed: 41)
    var seen: [Int32?: Int] = [:]
    for i in 0..<4000 {
      let turns = [1.0, -1, 1, -1, 2][i % 5]
      let path = Path(contour(random.int32(in: 3...12), turns: turns, reach: i % 2 == 0 ? 20...60 : 1...90, &random))
      seen[comparedWinding(path, i), default: 0] += 1
    }
    #expect(seen[1, default: 0] > 500 && seen[-1, default: 0] > 500 && seen[nil, default: 0] > 500)
  }

  /// Rings that are apart, that touch, that cross, inside out, in one direction, beside each other.
  @Test func pairsOfContours() {
    var random = SplitMix64(seed: 42)
    var seen: [Int32?: Int] = [:]
    for i in 0..<8000 {
      let (first, second) = [(1.0, -1.0), (-1, 1), (1, 1), (-1, 2)][i % 8 / 2]
      let inner = random.int32(in: 20...90)
      var path = Path(contour(random.int32(in: 3...10), turns: first, reach: 60...80, &random))
      path.addContour(contour(random.int32(in: 3...10), turns: second, reach: (inner - 15)...inner, &random))
      seen[comparedWinding(path, i), default: 0] += 1
    }
    #expect(seen[1, default: 0] > 300 && seen[-1, default: 0] > 300 && seen[nil, default: 0] > 300)
  }

  /// Corners on a coarse grid: in line with each other and with the middle, on the other's edges, in the same place.
  @Test func degeneratePairs() {
    var random = SplitMix64(seed: 43)
    var found = 0
    for i in 0..<20_000 {
      func ring(_ reach: Int32, _ isReversed: Bool) -> [Point<PhysicalSpace>] {
        let around: [(Int32, Int32)] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
        let points = around.filter { _ in random.int32(in: 0...3) > 0 }.map { x, y in
          let radius = random.int32(in: 1...reach)
          return Point<PhysicalSpace>(x: Fixed(10 + x * radius), y: Fixed(10 + y * radius))
        }
        return isReversed ? points.reversed() : points
      }
      var path = Path(ring(4, false))
      path.addContour(ring(2, i % 3 > 0))
      if comparedWinding(path, i) != nil { found += 1 }
    }
    #expect(found > 500)
  }

  /// Stars and their outlines take the short way at every size, or it would be of no use.
  @Test func recognizesStars() {
    for side in 8...600 {
      for tips in [4, 5, 7] {
        let corners = (0..<2 * tips).map { i in
          let (angle, radius) = (Double.pi * Double(i) / Double(tips), Double(side) * (i % 2 == 0 ? 128 : 50))
          return Point<PhysicalSpace>(
            x: Fixed(raw: Int32(Double(side) * 128 + radius * sin(angle))),
            y: Fixed(raw: Int32(Double(side) * 128 - radius * cos(angle))))
        }
        let path = Path(corners)
        #expect(starShapedWinding(path) == -1, "\(tips) tips, \(side) px")
        if side >= 24 {
          #expect(starShapedWinding(path.stroked(width: Fixed(2))) != nil, "outline, \(tips) tips, \(side) px")
        }
      }
    }
    #expect(starShapedWinding(Path()) == nil)
  }
}
