import Foundation
import TestSupport
import Testing

@testable import StarSlider

/// Outlines: where they reach, and that they are the union of their edges' boxes and their corners' joins.
@Suite struct StrokeTests {
  private static func star(_ side: Int32) -> Path {
    Shape.path(Shape.star.contours, left: Fixed(10), top: Fixed(10), side: Fixed(side))
  }

  /// How far an outline reaches above the path's own top, pixels.
  private static func reachAtTop(_ path: Path, _ outline: Path) -> Double {
    let top = path.points.map { $0.y.raw }.min() ?? 0
    let reached = outline.points.map { $0.y.raw }.min() ?? 0
    return Double(top - reached) / 256
  }

  @Test(arguments: [Int32(64), 100, 144, 400, 1000]) func miterOfTheStar(side: Int32) {
    let path = Self.star(side)
    #expect(abs(Self.reachAtTop(path, path.stroked(width: Fixed(2))) - 2.26) <= 0.01)
  }

  /// The contract's figure, and what the star is inset by.
  @Test func overhangOfTheStar() {
    #expect(abs(Double(Self.star(1000).overhang(width: Fixed(2)).raw) / 256 - 2.26) <= 0.01)
    #expect(abs(Double(Face().placement(inCellOf: 144).inset.raw) / 256 - 2.26) <= 0.01)
    #expect(Self.star(1000).overhang(width: Fixed(2), join: .round) == .one)
    #expect(Path(minX: 0, minY: 0, maxX: 9, maxY: 9).overhang(width: Fixed(2)) == .one)
    let notched = Path(pixels: [(0, 0), (49, 0), (50, 40), (51, 0), (100, 0), (100, 100), (0, 100)])
    #expect(notched.overhang(width: Fixed(2)) < Fixed(2), "a notch's tip points inwards")
  }

  @Test func roundJoinsReachHalfTheWidth() {
    let path = Self.star(144)
    for raw in [Int32(1), 128, 256, 511, 512, 1024, 5120] {
      let reach = Self.reachAtTop(path, path.stroked(width: Fixed(raw: raw), join: .round))
      #expect(abs(reach - Double(raw) / 512) <= 1.0 / 100)
    }
  }

  /// A join's polygon covers pixels as the true circle does. A chord's sagitta is below 1/256 px, which is 1 of 255 along a pixel's side.
  @Test func roundJoinsAreRound() {
    let path = Self.star(144)
    for width in [Int32(1), 2, 9, 40] {
      let outline = path.stroked(width: Fixed(width), join: .round)
      let exact = ExactCoverage(
        ReferenceOutline.contours(path, width: Double(width), join: .round), rule: .nonZero, width: 164, height: 164)
      var error = CoverageError()
      error.add(CoverageGrid(outline, width: 164, height: 164), exact)
      print("round joins of \(width) px: \(error.greatest) of 255 off")
      #expect(error.greatest <= 2)
    }
  }

  /// 48,944 edges, nearly all of whose crossings are inside, on the grid of 1/256 px then: the union is a disc.
  @Test func thickOutlineOfManyCorners() {
    let ring = Shape(
      (0..<720).map { i in
        let angle = Double(i) * .pi / 360
        return Shape.UnitPoint(x: Int32(32_768 + 32_767 * cos(angle)), y: Int32(32_768 + 32_767 * sin(angle)))
      })!
    let path = Shape.path(ring.contours, left: Fixed(30), top: Fixed(30), side: Fixed(40))
    let grid = CoverageGrid(path.stroked(width: Fixed(50), join: .round), width: 100, height: 100)
    var wrong = 0
    for y in 0..<100 {
      for x in 0..<100 {
        let distance = hypot(Double(x) - 49.5, Double(y) - 49.5)
        let coverage = grid.coverage[y * 100 + x]
        // The circle of radius 20 + 25, with half a pixel's diagonal and what polygons take away.
        if distance < 44 && coverage != 255 || distance > 46 && coverage != 0 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func outlineOfASquare() {
    let square = Path(minX: 2, minY: 2, maxX: 6, maxY: 6)
    let outline = CoverageGrid(square.stroked(width: Fixed(2)), width: 8, height: 8)
    #expect(
      outline.ascii == """
        ........
        .######.
        .######.
        .##..##.
        .##..##.
        .######.
        .######.
        ........
        """)
    let thin = CoverageGrid(square.stroked(width: .one), width: 8, height: 8)
    #expect(thin.coverage[8 + 1] == 64 && thin.coverage[8 + 3] == 128 && thin.coverage[3 * 8 + 3] == 0)
    let counter = Path(square.points.reversed())
    #expect(CoverageGrid(counter.stroked(width: Fixed(2)), width: 8, height: 8).coverage == outline.coverage)
  }

  /// Twice the square's side: nothing is left inside.
  @Test func strokeWiderThanTheInside() {
    let grid = CoverageGrid(Path(minX: 3, minY: 3, maxX: 5, maxY: 5).stroked(width: Fixed(4)), width: 8, height: 8)
    #expect(
      grid.coverage.enumerated().allSatisfy { i, value in
        (1..<7).contains(i % 8) && (1..<7).contains(i / 8) ? value == 255 : value == 0
      })
  }

  @Test func degenerateContours() {
    #expect(Path().stroked(width: .one).isEmpty)
    #expect(Path(pixels: [(1, 1), (1, 1), (1, 1)]).stroked(width: .one).isEmpty)
    #expect(Path(pixels: [(1, 1), (4, 4), (1, 1)]).stroked(width: .one).isEmpty, "two points are no shape")
  }

  /// Small stars with thick lines, thin triangles, and any polygon: the outline is the union of its pieces. Points are
  /// rounded to 1/256 px, and a miter multiplies that by up to ten.
  @Test(arguments: [LineJoin.miter, .round]) func outlinesAreUnionsOfTheirPieces(join: LineJoin) {
    var random = SplitMix64(seed: 11)
    var error = CoverageError()
    for i in 0..<600 {
      var points: [Point<PhysicalSpace>] = []
      let span = random.element(of: [Int32(2), 6, 30])
      for _ in 0..<random.int32(in: 3...9) {
        points.append(
          Point(
            x: Fixed(20 - span / 2) + Fixed(raw: random.int32(in: 0...span * 256)),
            y: Fixed(20 - span / 2) + Fixed(raw: random.int32(in: 0...span * 256))))
      }
      let path = i % 5 == 0 ? Self.star(1 + Int32(i) / 30) : Path(points)
      let width = random.int32(in: 64...1536)
      let exact = ExactCoverage(
        ReferenceOutline.contours(path, width: Double(width) / 256, join: join), rule: .nonZero, width: 44, height: 44)
      let grid = CoverageGrid(path.stroked(width: Fixed(raw: width), join: join), width: 44, height: 44)
      let worst = error.add(grid, exact)
      if worst > (join == .round ? 18 : 8) {
        let points = path.points.map { ($0.x.raw, $0.y.raw) }
        Issue.record("outline \(i), \(worst) off, width \(width)/256: \(points)")
      }
    }
    print("outlines, \(join): greatest error \(error.greatest), mean \(error.mean) of 255 over \(error.pixels) pixels")
  }

  /// In cells of every size the outline stays whole inside.
  @Test(arguments: [LineJoin.miter, .round]) func outlinesStayInTheirCells(join: LineJoin) {
    for side in Int32(5)...512 {
      for lineWidth in [Fixed(raw: 1), Fixed(1), Fixed(2), Fixed(raw: 1111), Fixed(9), Fixed(40)] {
        let face = Face(lineWidth: lineWidth, join: join)
        let placement = face.placement(inCellOf: side)
        let path = Shape.path(
          face.shape.contours, left: placement.inset, top: placement.inset, side: placement.side)
        if placement.lineWidth <= .zero { continue }
        let outline = path.stroked(width: placement.lineWidth, join: join)
        let cell = Fixed(side)
        for point in outline.points where point.x < .zero || point.y < .zero || point.x > cell || point.y > cell {
          Issue.record("\(side) px, line \(lineWidth.raw)/256: (\(point.x.raw), \(point.y.raw)) of \(cell.raw)")
        }
      }
    }
  }
}
