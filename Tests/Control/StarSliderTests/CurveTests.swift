import Foundation
import TestSupport
import Testing

@testable import StarSlider

/// Curves of every size against the exact area under them.
@Suite struct CurveTests {
  private typealias Vector = (x: Double, y: Double)

  /// The area that a closed curve of many short lines covers in each pixel, 0...1. Each line adds the area to its right.
  private static func areas(_ curve: [Vector], _ side: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: side * (side + 1))
    func add(_ a: Vector, _ b: Vector) {
      // Cut where it leaves a row or column.
      for (p, q, isRow) in [(a.y, b.y, true), (a.x, b.x, false)] where Int(p) != Int(q) {
        let border = Double(max(Int(p), Int(q)))
        let share = (border - p) / (q - p)
        if share <= 1e-12 || share >= 1 - 1e-12 { continue }
        var middle: Vector = (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
        if isRow { middle.y = border } else { middle.x = border }
        add(a, middle)
        return add(middle, b)
      }
      let (x, y) = (Int(min((a.x + b.x) / 2, Double(side) - 1e-9)), Int(min((a.y + b.y) / 2, Double(side) - 1e-9)))
      let height = a.y - b.y
      let inPixel = height * (Double(x + 1) - (a.x + b.x) / 2)
      sums[y * (side + 1) + x] += inPixel
      sums[y * (side + 1) + x + 1] += height - inPixel
    }
    for i in curve.indices { add(curve[i], curve[(i + 1) % curve.count]) }
    var areas: [Double] = []
    for y in 0..<side {
      var sum = 0.0
      for x in 0..<side {
        sum += sums[y * (side + 1) + x]
        areas.append(abs(sum))
      }
    }
    return areas
  }

  private static var circle: [Vector] {
    (0..<60_000).map { i in
      let direction = FinePoint.direction(Int64(i), of: 60_000, length: 1 << 30)
      return (0.5 + Double(direction.x) / Double(1 << 31), 0.5 + Double(direction.y) / Double(1 << 31))
    }
  }

  /// Returns `count` points of a cubic curve, without its end.
  private static func cubic(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, count: Int) -> [Vector] {
    (0..<count).map { i in
      let t = Double(i) / Double(count)
      let u = 1 - t
      func at(_ f: (Vector) -> Double) -> Double {
        u * u * u * f(a) + 3 * u * u * t * f(b) + 3 * u * t * t * f(c) + t * t * t * f(d)
      }
      return (at { $0.x }, at { $0.y })
    }
  }

  private static func vector(_ point: FinePoint) -> Vector {
    (Double(point.x) / Double(FinePoint.one), Double(point.y) / Double(FinePoint.one))
  }

  private static func fine(_ v: Vector) -> FinePoint {
    FinePoint(x: Int64(v.x * Double(FinePoint.one)), y: Int64(v.y * Double(FinePoint.one)))
  }

  private static var heart: [Vector] {
    let right = Shape.heartCurves.flatMap { a, b, c, d in
      cubic(vector(a), vector(b), vector(c), vector(d), count: 10_000)
    }
    return right + [(0.5, 0.96)] + right.dropFirst().reversed().map { (1 - $0.x, $0.y) }
  }

  /// Returns the greatest error of a polygon's area in a pixel, in 1/512 px². `curve` consists of many points.
  private static func error(of polygon: [FinePoint], against curve: [Vector], side: Int) -> Double {
    /// Returns points on the sides of a polygon, in pixels, so close that no line between two crosses more than one border.
    func placed(_ points: [Vector]) -> [Vector] {
      points.indices.flatMap { i -> [Vector] in
        let (a, b) = (points[i], points[(i + 1) % points.count])
        let (x, y) = ((b.x - a.x) * Double(side), (b.y - a.y) * Double(side))
        let pieces = Int(2 * max(abs(x), abs(y))) + 1
        return (0..<pieces).map { piece in
          let share = Double(piece) / Double(pieces)
          return (a.x * Double(side) + x * share, a.y * Double(side) + y * share)
        }
      }
    }
    let (found, exact) = (areas(placed(polygon.map(vector)), side), areas(placed(curve), side))
    return zip(found, exact).map { abs($0 - $1) }.max()! * 512
  }

  /// Polygons cover every pixel as the curve does, to 1.1/512 px², the error that `Flattening` states.
  @Test func randomCurvesKeepTheTolerance() {
    var random = SplitMix64(seed: 37)
    func part(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var greatest = (cubic: 0.0, arc: 0.0, ellipse: 0.0)
    for side in [5, 16, 32, 64, 100] {
      let flattening = Flattening(side: Int32(side))
      for i in 0..<60 {
        // Every other curve is bent only slightly.
        let spread = i % 2 == 0 ? 0.45 : 0.05
        let points = (0..<4).map { j -> FinePoint in
          let along = i % 2 == 0 ? 0.5 : 0.2 + 0.2 * Double(j)
          return Self.fine((along + part(-spread...spread), along + part(-spread...spread)))
        }
        let (a, b, c, d) = (points[0], points[1], points[2], points[3])
        let curve = Self.cubic(Self.vector(a), Self.vector(b), Self.vector(c), Self.vector(d), count: 3000)
        var polygon = [a]
        flattening.addCubic(a, b, c, d, to: &polygon)
        #expect(polygon.last == d)
        greatest.cubic = max(
          greatest.cubic, Self.error(of: polygon, against: curve + [Self.vector(d)], side: side))

        let (radius, start, angle) = (part(0.01...0.45), part(0...6), part(-3.1...3.1))
        func onCircle(_ share: Double, _ x: Double = 1, _ y: Double = 1) -> Vector {
          (radius * x * cos(start + angle * share), radius * y * sin(start + angle * share))
        }
        let center = Self.fine((0.5, 0.5))
        let arc = flattening.arc(around: center, from: Self.fine(onCircle(0)), to: Self.fine(onCircle(1)))
        let points3000 = (0...3000).map { onCircle(Double($0) / 3000) }.map { (x: $0.x + 0.5, y: $0.y + 0.5) }
        greatest.arc = max(greatest.arc, Self.error(of: arc, against: points3000, side: side))

        let (wide, high) = (part(0.01...0.49), part(0.01...0.49))
        let ellipse = flattening.ellipse(
          around: center, radiusX: Self.fine((wide, 0)).x, radiusY: Self.fine((high, 0)).x)
        let round = (0..<6000).map { i -> Vector in
          (0.5 + wide * cos(Double(i) * .pi / 3000), 0.5 + high * sin(Double(i) * .pi / 3000))
        }
        greatest.ellipse = max(greatest.ellipse, Self.error(of: ellipse, against: round, side: side))
      }
    }
    print("random curves: \(greatest) of 1/512 px² off")
    #expect(max(greatest.cubic, greatest.arc, greatest.ellipse) <= 1.1)
  }

  @Test func everySize() {
    for (name, shape, curve) in [("circle", Shape.circle, Self.circle), ("heart", Shape.heart, Self.heart)] {
      var greatest = (0.0, 0)
      for side in [5, 9, 16, 23, 48, 64, 65, 100, 144, 209, 256, 300, 401, 511, 512] as [Int32] {
        let face = Face(shape: shape, lineWidth: .zero)
        let coverages = face.outlines(inCellOf: side).inside.coverage(width: side, height: side)
        let exact = Self.areas(curve.map { ($0.x * Double(side), $0.y * Double(side)) }, Int(side))
        for (coverage, area) in zip(coverages, exact) {
          let error = abs(Double(coverage) - area * 255)
          if error > greatest.0 { greatest = (error, Int(side)) }
        }
      }
      print("\(name): \(greatest.0) of 255 off at \(greatest.1) px")
      // In cells of 512 px, points of the unit box are rounded by up to 1/256 px, which is 1 of 255.
      #expect(greatest.0 <= 2.25, "\(name), \(greatest.1) px")
    }
  }

  /// Default stars from 5 px on show their value; a set line width is kept, and may hide it.
  @Test func smallStarsShowTheirValue() throws {
    for side in 5...30 as ClosedRange<Int32> {
      #expect(Face().showsValue(inCellOf: side), "\(side) px")
      let half = try Scale(starCount: 1, step: .half)
      let slider = try #require(
        Readback(
          SliderConfiguration(scale: half), Arrangement.all[0], length: side, breadth: side, rotation: .none))
      let pictures = try (0...2 as ClosedRange<Int32>).map { value in
        try slider.show(value)
        let surface = try slider.surface()
        return (0..<side * side).map { surface.pixel(x: $0 % side, y: $0 / side) }
      }
      for (a, b) in [(0, 1), (1, 2)] {
        let most = zip(pictures[a], pictures[b]).map { abs(Int($0 & 255) - Int($1 & 255)) }.max()
        #expect(try #require(most) >= 48, "\(side) px, \(a) and \(b)")
      }
    }
    #expect(!Face(lineWidth: Fixed(2)).showsValue(inCellOf: 7))
    // The middle of a large star is found without painting it.
    for (side, width) in [(144, 2), (144, 20), (64, 8)] as [(Int32, Int32)] {
      #expect(Face(lineWidth: Fixed(width)).showsValue(inCellOf: side), "\(side) px, \(width) px")
    }
    #expect(Face(lineWidth: Fixed(2)).showsValue(inCellOf: 24))
    var face = Face()
    face.lineWidth = Fixed(2)
    #expect(face == Face(lineWidth: Fixed(2)) && face.placement(inCellOf: 12).lineWidth > Fixed(1))
    #expect(
      Face().placement(inCellOf: 12).lineWidth == Fixed(1) && Face().placement(inCellOf: 24).lineWidth == Fixed(2))
  }
}
