import StarSlider
import TestSupport
import Testing

/// Coverage in cases that can be said exactly, in small pictures, and at the limits.
@Suite struct MaskTests {
  @Test func wholePixels() {
    let grid = CoverageGrid(Path(minX: 1, minY: 1, maxX: 4, maxY: 3), width: 6, height: 4)
    #expect(grid.ascii == "......\n.###..\n.###..\n......")
  }

  @Test func halfPixels() {
    let grid = CoverageGrid(Path(minX: 0.5, minY: 0.5, maxX: 2.5, maxY: 2), width: 4, height: 3)
    #expect(grid.coverage == [64, 128, 64, 0, 128, 255, 128, 0, 0, 0, 0, 0])
  }

  @Test func everyShareOfOnePixel() {
    for share in Int32(0)...256 {
      let expected = UInt8((share * 255 + 128) / 256)
      let column = Path([
        Point(x: .zero, y: .zero), Point(x: Fixed(raw: share), y: .zero), Point(x: Fixed(raw: share), y: .one),
        Point(x: .zero, y: .one),
      ])
      let row = Path(column.points.map { Point(x: $0.y, y: $0.x) })
      #expect(CoverageGrid(column, width: 1, height: 1).coverage == [expected])
      #expect(CoverageGrid(row, width: 1, height: 1).coverage == [expected])
    }
  }

  @Test func bothDirectionsCoverAlike() {
    let clockwise = Path(pixels: [(1, 1), (6.5, 2), (4, 5.25)])
    let other = Path(clockwise.points.reversed())
    #expect(
      CoverageGrid(clockwise, width: 8, height: 6).coverage == CoverageGrid(other, width: 8, height: 6).coverage)
  }

  @Test func pictures() {
    let triangle = CoverageGrid(Path(pixels: [(0, 0), (4, 0), (0, 4)]), width: 5, height: 5)
    #expect(triangle.ascii == "###5.\n##5..\n#5...\n5....\n.....")
    var nested = Path(minX: 0, minY: 0, maxX: 6, maxY: 5)
    nested.add(Path(minX: 1, minY: 1, maxX: 5, maxY: 4))
    nested.add(Path(minX: 2, minY: 2, maxX: 4, maxY: 3))
    let evenOdd = CoverageGrid(nested, rule: .evenOdd, width: 6, height: 5)
    #expect(evenOdd.ascii == "######\n#....#\n#.##.#\n#....#\n######")
    #expect(CoverageGrid(nested, width: 6, height: 5).ascii == "######\n######\n######\n######\n######")
  }

  @Test func overlappingContoursCoverOnce() {
    var path = Path(minX: 0.5, minY: 0, maxX: 2.5, maxY: 1)
    path.add(Path(minX: 0.5, minY: 0, maxX: 1.5, maxY: 1))
    #expect(CoverageGrid(path, width: 3, height: 1).coverage == [128, 255, 128])
    #expect(CoverageGrid(path, rule: .evenOdd, width: 3, height: 1).coverage == [0, 128, 128])
  }

  @Test(arguments: [(Int32(1), Int32(700)), (100, 700), (3000, 40), (16_384, 5), (16_383, 3)])
  func longAndWide(width: Int32, height: Int32) {
    var error = CoverageError()
    let (w, h) = (Double(width), Double(height))
    error.add(Path(pixels: [(0.25, 0.5), (w, h / 2), (w / 2, h - 0.25)]), width: width, height: height)
    #expect(error.greatest <= 1)
  }

  @Test func emptyPathsCoverNothing() {
    #expect(CoverageGrid(Path(), width: 2, height: 2).coverage == [0, 0, 0, 0])
    let line = Path(pixels: [(0, 0), (2, 2), (0, 0)])
    #expect(CoverageGrid(line, width: 2, height: 2).coverage == [0, 0, 0, 0])
    let point = Path(pixels: [(1, 1), (1, 1), (1, 1)])
    #expect(CoverageGrid(point, width: 2, height: 2).coverage == [0, 0, 0, 0])
    #expect(Path([]).isEmpty)
    #expect(Path(pixels: [(0, 0), (1, 1)]).isEmpty)
  }

  @Test func beyondEverySide() {
    for (dx, dy) in [(-9.0, 0.0), (9, 0), (0, -9), (0, 9)] {
      let away = Path(minX: 1 + dx, minY: 1 + dy, maxX: 3 + dx, maxY: 3 + dy)
      let grid = CoverageGrid(away, width: 4, height: 4)
      #expect(grid.coverage.allSatisfy { $0 == 0 })
    }
    let around = CoverageGrid(Path(minX: -5, minY: -5, maxX: 50, maxY: 50), width: 3, height: 2)
    #expect(around.ascii == "###\n###")
  }

  /// Whatever 32 bits can say: points are moved to the limit, nothing traps.
  @Test func farOutsideTheLimits() {
    var random = SplitMix64(seed: 22)
    for rule in [FillRule.nonZero, .evenOdd] {
      for _ in 0..<200 {
        var points: [Point<PhysicalSpace>] = []
        for _ in 0..<random.int32(in: 3...8) {
          points.append(
            Point(x: Fixed(raw: random.int32(in: .min ... .max)), y: Fixed(raw: random.int32(in: .min ... .max))))
        }
        _ = CoverageGrid(Path(points), rule: rule, width: 20, height: 20)
        _ = CoverageGrid(Path(points).stroked(width: Fixed(3)), width: 20, height: 20)
      }
    }
    let all = Path(minX: -8_000_000, minY: -8_000_000, maxX: 8_000_000, maxY: 8_000_000)
    #expect(CoverageGrid(all, width: 3, height: 2).ascii == "###\n###")
    #expect(all.bounds == Rect(minX: -16_384, minY: -16_384, maxX: 16_384, maxY: 16_384))
  }
}
