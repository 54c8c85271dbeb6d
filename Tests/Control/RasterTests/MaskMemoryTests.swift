import Foundation
import TestSupport
import Testing

@testable import StarSlider

/// One mask's memory: as much as it says, and clean after whatever was swept.
@Suite struct MaskMemoryTests {
  private static let sizes: [(width: Int32, height: Int32)] = [
    (1, 1), (2, 2), (63, 63), (64, 64), (65, 65), (64, 65), (65, 64), (1, 64), (64, 1), (1, 65), (65, 1), (13, 64),
    (128, 3), (129, 70), (1, 300),
  ]

  /// Few edges and many, cut and uncut, none, in turn: each is told as by a mask of its own, and the memory around stays as it
  /// was.
  @Test(arguments: sizes) func shapesOneAfterTheOther(width: Int32, height: Int32) {
    var random = SplitMix64(seed: 44)
    let other = AccumulationBuffer(width: width, height: height)
    let mask = AccumulationBuffer(width: width, height: height)
    for i in 0..<120 {
      let path = Self.path(&random, width, height)
      let outline = Outline(path, rule: i % 2 == 0 ? .nonZero : .evenOdd)
      let expected = CoverageGrid(path, rule: i % 2 == 0 ? .nonZero : .evenOdd, width: width, height: height)
      // Another mask between does no harm.
      for coverage in [mask.coverage(of: outline), other.coverage(of: outline), mask.coverage(of: outline)] {
        #expect(coverage == expected.coverage, "\(i), \(outline.edgeCount) edges: \(path.points)")
      }
    }
  }

  /// Where a mask has as much place for crossings as edges need, and where it has one or two too few.
  @Test func manyEdges() {
    for tips in 12...20 {
      for side in [Int32(1), 5, 64, 65, 100] {
        let mask = AccumulationBuffer(width: side, height: side)
        for extra in 0...1 {
          let path = Self.star(tips, extra, Double(side))
          #expect(Outline(path).edgeCount == 2 * tips + extra)
          let all = mask.coverage(of: Outline(path))
          #expect(all == CoverageGrid(path, width: side, height: side).coverage)
        }
      }
    }
  }

  /// A star with some points more on its way back: corners that are no corners.
  private static func star(_ tips: Int, _ extra: Int, _ side: Double) -> Path {
    var points: [(Double, Double)] = (0..<2 * tips).map { i in
      let radius = side * (i % 2 == 0 ? 0.6 : 0.3)
      let angle = Double(i) * .pi / Double(tips)
      return (side / 2 + radius * cos(angle), side / 2 + radius * sin(angle))
    }
    let (last, first) = (points[points.count - 1], points[0])
    for _ in 0..<extra { points.append(((last.0 + first.0) / 2 + side * 0.02, (last.1 + first.1) / 2)) }
    return Path(pixels: points)
  }

  private static func path(_ random: inout SplitMix64, _ width: Int32, _ height: Int32) -> Path {
    if random.oneIn(10) { return Path() }
    if random.oneIn(4) { return star(Int(random.int32(in: 3...24)), 0, Double(random.int32(in: 1...width + 10))) }
    var path = Path()
    for _ in 0..<random.int32(in: 1...4) {
      path.addContour(
        (0..<random.int32(in: 3...6)).map { _ in
          Point(
            x: Fixed(raw: random.int32(in: -512...(width + 2) * 256)),
            y: Fixed(raw: random.int32(in: -512...(height + 2) * 256)))
        })
    }
    return path
  }
}
