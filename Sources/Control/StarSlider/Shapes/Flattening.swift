import Geometry

/// Approximates curves by polygons that deviate by at most 1/256 px, in cells of up to 512 px. In cells of more than 256 px the deviation
/// is at most 1/512 px, because there the points of the unit box are rounded by up to 1/256 px.
package struct Flattening {
  /// The side of the largest cells, in pixels.
  static var largest: Int32 { 512 }

  var tolerance: Int64

  package init(side: Int32) {
    tolerance = FinePoint.one / ((side > 256 ? 512 : 256) * Int64(min(max(side, 1), Self.largest)))
  }

  /// Returns the short arc around `center` from `center + from` to `center + to`, including both ends. It is halved until the chords are
  /// close enough. The vectors have the same length and do not point in opposite directions.
  func arc(around center: FinePoint, from: FinePoint, to: FinePoint) -> [FinePoint] {
    var vectors = [from, to]
    let radius = from.length
    while radius - FinePoint.between(vectors[0], vectors[1], 1, of: 2).length > tolerance {
      var finer: [FinePoint] = []
      finer.reserveCapacity(2 * vectors.count - 1)
      finer.append(from)
      for i in 1..<vectors.count {
        finer.append((vectors[i - 1] + vectors[i]).withLength(radius))
        finer.append(vectors[i])
      }
      vectors = finer
    }
    return vectors.map { center + $0 }
  }

  /// Returns an ellipse, clockwise from its rightmost point.
  func ellipse(around center: FinePoint, radiusX: Int64, radiusY: Int64) -> [FinePoint] {
    let radius = max(radiusX, radiusY)
    let quarter = arc(around: FinePoint(x: 0, y: 0), from: FinePoint(x: radius, y: 0), to: FinePoint(x: 0, y: radius))
    // All four quarters are derived from one, so that the ellipse is exactly symmetric.
    var points = quarter
    points += quarter.dropLast().reversed().map { FinePoint(x: -$0.x, y: $0.y) }
    points += quarter.dropFirst().map { FinePoint(x: -$0.x, y: -$0.y) }
    points += quarter.dropFirst().dropLast().reversed().map { FinePoint(x: $0.x, y: -$0.y) }
    return points.map {
      center
        + FinePoint(x: divideRounding($0.x * radiusX, by: radius), y: divideRounding($0.y * radiusY, by: radius))
    }
  }

  /// Returns a cubic Bézier curve, including both ends, by de Casteljau's algorithm at equal steps of its parameter.
  package func cubic(_ a: FinePoint, _ b: FinePoint, _ c: FinePoint, _ d: FinePoint) -> [FinePoint] {
    // The error of a chord over 1/n of the parameter is at most |second derivative| / (8 n^2).
    let bend = max((a - b - b + c).length, (b - c - c + d).length) * 6
    let steps = max(integerSquareRoot(bend / (8 * tolerance)) + 1, 2)
    return (0...steps).map { i in
      let (ab, bc, cd) = (
        FinePoint.between(a, b, i, of: steps), FinePoint.between(b, c, i, of: steps),
        FinePoint.between(c, d, i, of: steps)
      )
      return .between(.between(ab, bc, i, of: steps), .between(bc, cd, i, of: steps), i, of: steps)
    }
  }
}

extension Shape {
  /// Returns a right half from top to bottom followed by its mirror image from bottom to top, without repeated points.
  static func closed(_ half: [FinePoint]) -> [FinePoint] {
    var points: [FinePoint] = []
    for point in half + half.reversed().map({ $0.mirrored }) where points.last != point { points.append(point) }
    while points.count > 1 && points.first == points.last { points.removeLast() }
    return points
  }
}
