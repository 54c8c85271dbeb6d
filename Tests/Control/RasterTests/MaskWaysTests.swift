import Foundation
import StarSlider
import TestSupport
import Testing

/// The coverage of a pixel depends neither on the mask's height nor on edges to its right.
@Suite struct MaskWaysTests {
  /// Compares a path's coverage in masks of two heights, and with a post beyond the right side, as high as the mask.
  private func expectSame(_ path: Path, _ width: Int32, _ height: Int32, _ comment: Comment) {
    let high = max(height, 65)
    let plain = CoverageGrid(path, width: width, height: high)
    let asked = CoverageGrid(path, width: width, height: height)
    #expect(asked.coverage == Array(plain.coverage[..<asked.coverage.count]), comment)
    for isReversed in [false, true] {
      var corners = [(width + 30, -30), (width + 40, -30), (width + 40, high + 30), (width + 30, high + 30)]
      if isReversed { corners.reverse() }
      var withPost = path
      withPost.addContour(corners.map { Point(x: Fixed($0.0), y: Fixed($0.1)) })
      // A post of the opposite direction makes another outline, with other roundings.
      if Outline(withPost).edgeCount != Outline(path).edgeCount + 4 { continue }
      #expect(plain.coverage == CoverageGrid(withPost, width: width, height: high).coverage, comment)
      compared.add()
    }
  }

  private final class Count {
    var value = 0
    func add() { value += 1 }
  }
  private let compared = Count()

  @Test func stars() {
    for side in 3...160 {
      for tips in [4, 5, 7] {
        let star = star(tips, side: Double(side))
        expectSame(star, Int32(side), Int32(side), "\(tips) tips, \(side) px")
        if side >= 12 {
          expectSame(star.stroked(width: Fixed(2)), Int32(side), Int32(side), "outline, \(tips) tips, \(side) px")
        }
      }
    }
    #expect(compared.value > 158 * 3)
  }

  @Test func polygons() {
    var random = SplitMix64(seed: 31)
    for i in 0..<2000 {
      let (width, height) = (random.int32(in: 1...90), random.int32(in: 1...90))
      let path = Path(
        (0..<random.int32(in: 3...9)).map { _ in
          Point(
            x: Fixed(raw: random.int32(in: -256 * 10...(width + 10) * 256)),
            y: Fixed(raw: random.int32(in: -256 * 10...(height + 10) * 256)))
        })
      expectSame(path, width, height, "polygon \(i)")
    }
    #expect(compared.value > 500)
  }

  /// As many edges as have exact sums, some more, and many more, all through a few pixels.
  @Test func manyEdgesInFewPixels() {
    var random = SplitMix64(seed: 33)
    for tips in [15, 16, 17, 40] {
      for i in 0..<400 {
        let side = random.int32(in: 1...8)
        let turn = Fixed(raw: random.int32(in: 0...255))
        let star = star(tips, side: Double(side) * 1.2, turned: Double(turn.raw) / 256)
        expectSame(star, side, side, "\(tips) tips, \(side) px, \(i)")
      }
    }
  }

  /// Edges from and to the sides of a mask, including level and upright ones and corners on whole pixels.
  @Test func edgesAtTheSides() {
    var random = SplitMix64(seed: 34)
    for i in 0..<3000 {
      let (width, height) = (random.int32(in: 1...66), random.int32(in: 1...66))
      func coordinate(_ limit: Int32) -> Fixed {
        switch random.int32(in: 0...5) {
        case 0: .zero
        case 1: Fixed(limit)
        case 2: Fixed(raw: random.element(of: [-1, 1, limit * 256 - 1, limit * 256 + 1]))
        case 3: Fixed(random.int32(in: 0...limit))
        default: Fixed(raw: random.int32(in: -256...(limit + 1) * 256))
        }
      }
      let path = Path(
        (0..<random.int32(in: 3...5)).map { _ in Point(x: coordinate(width), y: coordinate(height)) })
      expectSame(path, width, height, "polygon \(i): \(path.points), \(width)x\(height)")
    }
    #expect(compared.value > 1000)
  }

  private func star(_ tips: Int, side: Double, turned: Double = 0) -> Path {
    Path(
      pixels: (0..<2 * tips).map { i in
        let radius = side * (i % 2 == 0 ? 0.47 : 0.2)
        let angle = Double(i) * .pi / Double(tips) - .pi / 2 + turned
        return (side / 2 + radius * cos(angle), side / 2 + radius * sin(angle))
      })
  }
}
