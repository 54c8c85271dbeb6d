import TestSupport
import Testing

@testable import StarSlider

/// Coverage against the exact area: stars of every size, and degenerate polygons.
@Suite struct CoverageTests {
  private static func star(_ side: Int32) -> Path {
    let face = Face()
    let placement = face.placement(inCellOf: side)
    return Shape.path(
      face.shape.contours, left: placement.inset, top: placement.inset, side: placement.side)
  }

  @Test func starsOfEverySize() {
    var error = CoverageError()
    for side in Int32(8)...512 { error.add(Self.star(side), width: side, height: side) }
    print("star: greatest error \(error.greatest), mean \(error.mean) of 255 over \(error.pixels) pixels")
    #expect(error.greatest <= 1)
    #expect(error.mean <= 0.26)
  }

  @Test func outlinesOfEverySize() {
    var error = CoverageError()
    for side in Int32(8)...512 {
      let width = Face().placement(inCellOf: side).lineWidth
      error.add(Self.star(side).stroked(width: width), width: side, height: side)
    }
    print("outline: greatest error \(error.greatest), mean \(error.mean) of 255 over \(error.pixels) pixels")
    #expect(error.greatest <= 1)
    #expect(error.mean <= 0.26)
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd]) func irregularPolygons(rule: FillRule) {
    var random = SplitMix64(seed: 20)
    var error = CoverageError()
    for i in 0..<5_000 {
      let (width, height) = (random.int32(in: 1...48), random.int32(in: 1...48))
      let path = Self.polygon(&random, width, height)
      let worst = error.add(path, rule: rule, width: width, height: height)
      if worst > 1 {
        let points = path.points.map { (Double($0.x.raw) / 256, Double($0.y.raw) / 256) }
        Issue.record("polygon \(i), \(width)x\(height), \(worst) off: \(points) \(path.contourCount)")
      }
    }
    print("polygons, \(rule): greatest error \(error.greatest), mean \(error.mean) of 255 over \(error.pixels) pixels")
    #expect(error.mean <= 0.27)
  }

  /// One to three contours of 3...20 points: anywhere in and around the mask, on whole pixels or level with the last one
  /// or on an older point now and then.
  private static func polygon(_ random: inout SplitMix64, _ width: Int32, _ height: Int32) -> Path {
    var path = Path()
    for _ in 0..<random.int32(in: 1...3) {
      var points: [Point<PhysicalSpace>] = []
      for _ in 0..<random.int32(in: 3...20) {
        var x = Fixed(raw: random.int32(in: -256 * 20...(width + 20) * 256))
        var y = Fixed(raw: random.int32(in: -256 * 20...(height + 20) * 256))
        if random.oneIn(5) { (x, y) = (Fixed(x.rounded), Fixed(y.rounded)) }
        if let last = points.last {
          if random.oneIn(6) { x = last.x }
          if random.oneIn(6) { y = last.y }
          if random.oneIn(8) { (x, y) = (points[0].x, points[0].y) }
          if random.oneIn(8) {
            let old = random.element(of: path.points.isEmpty ? points : path.points)
            (x, y) = (old.x, old.y)
          }
        }
        points.append(Point(x: x, y: y))
      }
      path.addContour(points)
    }
    return path
  }

  /// Needles and almost level edges: where a crossing moves by pixels when it is rounded.
  @Test func thinPolygons() {
    var random = SplitMix64(seed: 21)
    var error = CoverageError()
    for i in 0..<500 {
      var path = Path()
      for _ in 0..<random.int32(in: 1...3) {
        let y = random.int32(in: 0...20 * 256)
        var points: [Point<PhysicalSpace>] = []
        for _ in 0..<random.int32(in: 3...9) {
          points.append(
            Point(x: Fixed(raw: random.int32(in: -2560...256 * 50)), y: Fixed(raw: y + random.int32(in: -3...3))))
        }
        path.addContour(i % 2 == 0 ? points : points.map { Point(x: $0.y, y: $0.x) })
      }
      if error.add(path, rule: i % 3 == 0 ? .evenOdd : .nonZero, width: 40, height: 40) > 1 {
        Issue.record("needle \(i)")
      }
    }
    print("needles: greatest error \(error.greatest), mean \(error.mean) of 255 over \(error.pixels) pixels")
  }
}
