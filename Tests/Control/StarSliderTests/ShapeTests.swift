import Foundation
import TestSupport
import Testing

@testable import StarSlider

/// The preset shapes: how they look, that their halves are equal, and that curves are curves.
@Suite struct ShapeTests {
  private static func path(_ shape: Shape, _ side: Int32, ink: Bool = false) -> Path {
    Shape.path(ink ? shape.ink : shape.contours, left: .zero, top: .zero, side: Fixed(side))
  }

  private static func ascii(_ shape: Shape, _ side: Int32, ink: Bool = false) -> String {
    CoverageGrid(path(shape, side, ink: ink), rule: shape.rule, width: side, height: side).ascii
  }

  @Test func heart() {
    #expect(
      Self.ascii(.heart, 16) == """
        ...121....121...
        .38##951159##83.
        29#####55#####92
        7######99######7
        9##############9
        9##############9
        8##############8
        5##############5
        19############91
        .29##########92.
        ..39########93..
        ...39######93...
        ....39####93....
        .....29##92.....
        ......1881......
        .......11.......
        """)
  }

  @Test func smileyInk() {
    #expect(
      Self.ascii(.smiley(.great), 24, ink: true) == """
        ........................
        ........................
        ........................
        ........................
        ........................
        ........................
        ........................
        ......1771....1771......
        ......3##4....4##3......
        ......4##5....5##4......
        ......2992....2992......
        .......22......22.......
        ........................
        ........................
        .....251........152.....
        .....5#81......18#5.....
        .....18#941..149#81.....
        ......169#9889#961......
        ........279##972........
        ..........1111..........
        ........................
        ........................
        ........................
        ........................
        """)
    #expect(
      Self.ascii(.smiley(.awful), 24, ink: true) == """
        ........................
        ........................
        ........................
        ........................
        ........................
        ........................
        ........................
        ......1771....1771......
        ......3##4....4##3......
        ......4##5....5##4......
        ......2992....2992......
        .......22......22.......
        ........................
        ........................
        .........145541.........
        .......169####961.......
        ......39#964469#93......
        .....39#61....16#93.....
        .....594........495.....
        .....11..........11.....
        ........................
        ........................
        ........................
        ........................
        """)
  }

  @Test func fourPointedStar() throws {
    let star = try Shape.star(points: 4, innerRadius: 500)
    #expect(
      Self.ascii(star, 12) == """
        .....33.....
        ....1881....
        ....4##4....
        ...19##91...
        .149####941.
        38########83
        38########83
        .149####941.
        ...19##91...
        ....4##4....
        ....1881....
        .....33.....
        """)
  }

  /// Every contour has a mirror image among the points, to the last bit.
  @Test func halvesAreEqual() throws {
    var shapes = Shape.smileys + [.star, .heart, .circle]
    for n in 2...12 as ClosedRange<Int32> { shapes.append(try Shape.star(points: n, innerRadius: 500)) }
    for shape in shapes {
      let points = (shape.contours + shape.ink).flatMap { $0 }
      for point in points
      where !points.contains(where: { abs($0.x - (65536 - point.x)) <= 1 && abs($0.y - point.y) <= 1 }) {
        Issue.record("\(point) has no mirror image")
      }
    }
    for shape in Shape.smileys + [.heart] {
      for side in [24, 25, 144] as [Int32] {
        let picture = Face(shape: shape).picture(.full, side: side, rotation: .none)
        for y in 0..<side {
          for x in 0..<side {
            let difference = Int(picture[x, y].green) - Int(picture[side - 1 - x, y].green)
            // A point's place is rounded to 1/256 px, to one side or the other.
            if abs(difference) > 6 { Issue.record("\(side) px: \(x), \(y) differs by \(difference)") }
          }
        }
      }
    }
  }

  /// Within 1/128 px of the true curve at 512 px.
  @Test func curvesAreFine() {
    let perPixel = 65536.0 / 512
    let circle = Shape.circle.contours[0]
    for (i, a) in circle.enumerated() {
      let b = circle[(i + 1) % circle.count]
      let middle = (x: Double(a.x + b.x) / 2 - 32768, y: Double(a.y + b.y) / 2 - 32768)
      let radius = (middle.x * middle.x + middle.y * middle.y).squareRoot()
      if abs(radius - 32768) > perPixel / 128 + 1 { Issue.record("\(radius)") }
    }
    for (a, b, c, d) in Shape.heartCurves {
      let polygon = Flattening(side: 512).cubic(a, b, c, d)
      for i in 0...10_000 {
        let t = Double(i) / 10_000
        func at(_ f: (FinePoint) -> Int64) -> Double {
          let (u, v) = (1 - t, t)
          return u * u * u * Double(f(a)) + 3 * u * u * v * Double(f(b)) + 3 * u * v * v * Double(f(c))
            + v * v * v * Double(f(d))
        }
        let point = (x: at { $0.x } / 256, y: at { $0.y } / 256)
        let place = t * Double(polygon.count - 1)
        let (j, share) = (min(Int(place), polygon.count - 2), place - Double(min(Int(place), polygon.count - 2)))
        let chord = (
          x: (Double(polygon[j].x) * (1 - share) + Double(polygon[j + 1].x) * share) / 256,
          y: (Double(polygon[j].y) * (1 - share) + Double(polygon[j + 1].y) * share) / 256
        )
        let distance = ((point.x - chord.x) * (point.x - chord.x) + (point.y - chord.y) * (point.y - chord.y))
          .squareRoot()
        if distance > perPixel / 128 { Issue.record("\(t): \(distance / perPixel) px") }
      }
    }
  }

  @Test func sinesAndCosines() {
    for whole in [3, 7, 10, 360, 1 << 24] as [Int64] {
      for i in 0...360 {
        let part = whole * Int64(i) / 360
        let direction = Cordic.direction(part, of: whole, length: 1 << 24)
        let angle = 2 * Double.pi * Double(part) / Double(whole)
        if abs(Double(direction.x) - sin(angle) * 16_777_216) > 2 { Issue.record("sine of \(part)/\(whole)") }
        if abs(Double(direction.y) + cos(angle) * 16_777_216) > 2 { Issue.record("cosine of \(part)/\(whole)") }
      }
    }
  }

  /// Every star fits its box, touches it, and rounds without a kink that leaves it.
  @Test func starParameters() throws {
    for n in 2...64 as ClosedRange<Int32> {
      for inner in [10, 382, 700, 1000] as [Int32] {
        for corner in [0, 1, 40, 500] as [Int32] {
          let star = try Shape.star(points: n, innerRadius: inner, cornerRadius: corner)
          let points = star.contours[0]
          let (xs, ys) = (points.map { $0.x }, points.map { $0.y })
          let (width, height) = (xs.max()! - xs.min()!, ys.max()! - ys.min()!)
          #expect(max(width, height) >= 65534 && xs.min()! >= 0 && ys.max()! <= 65536)
          #expect(points.count <= Shape.mostPoints)
        }
      }
    }
    for (n, inner, corner) in [(1, 500, 0), (65, 500, 0), (5, 9, 0), (5, 1001, 0), (5, 500, -1), (5, 500, 501)] {
      #expect(throws: SliderError.invalidStar) {
        try Shape.star(points: Int32(n), innerRadius: Int32(inner), cornerRadius: Int32(corner))
      }
    }
  }

  @Test func customContours() {
    func point(_ x: Int32, _ y: Int32) -> Shape.UnitPoint { Shape.UnitPoint(x: x, y: y) }
    let square = [point(0, 0), point(65536, 0), point(65536, 65536), point(0, 65536)]
    let hole = [point(16384, 16384), point(49152, 16384), point(49152, 49152), point(16384, 49152)]
    #expect(Shape(contours: []) == nil && Shape([point(0, 0), point(1, 1)]) == nil)
    #expect(
      Shape([point(0, 0), point(65537, 0), point(0, 9)]) == nil
        && Shape([point(0, -1), point(5, 0), point(0, 9)]) == nil)
    #expect(Shape(contours: [square], ink: [[point(0, 0)]]) == nil)
    #expect(Shape([Shape.UnitPoint](repeating: point(0, 0), count: Shape.mostPoints + 1)) == nil)
    let ring = Shape(contours: [square, hole], rule: .evenOdd)
    #expect(ring.map { Self.ascii($0, 4) } == "####\n#..#\n#..#\n####")
    #expect(Shape(contours: [square, hole]).map { Self.ascii($0, 4) } == "####\n####\n####\n####")
  }
}
