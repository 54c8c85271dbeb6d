/// Approximates curves by polygons that deviate by at most 1/256 px, in cells of up to 512 px. In cells of more than 256 px the deviation
/// is at most 1/512 px, because there the points of the unit box are rounded by up to 1/256 px.
package struct Flattening {
  /// The side of the largest cells, in pixels.
  package static var largest: Int32 { 512 }

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
    // The point at i / steps is a polynomial in i over the cube of `steps`, and each of its differences takes one addition.
    let cube = steps * steps * steps
    var (x, y) = (Differences(a.x, b.x, c.x, d.x, steps), Differences(a.y, b.y, c.y, d.y, steps))
    var points: [FinePoint] = []
    points.reserveCapacity(Int(steps) + 1)
    for _ in 0...steps {
      points.append(FinePoint(x: divideRounding(x.value, by: cube), y: divideRounding(y.value, by: cube)))
      x.advance()
      y.advance()
    }
    return points
  }
}

/// A coordinate of a cubic curve times the cube of the number of steps, and its differences from step to step.
private struct Differences {
  private(set) var value: Int64
  private var first: Int64
  private var second: Int64
  private let third: Int64

  init(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64, _ steps: Int64) {
    let (linear, square, cubic) = (3 * (b - a) * steps * steps, 3 * (a - b - b + c) * steps, d - a + 3 * (b - c))
    value = a * steps * steps * steps
    (first, second, third) = (linear + square + cubic, 2 * square + 6 * cubic, 6 * cubic)
  }

  @inline(__always) mutating func advance() {
    value &+= first
    first &+= second
    second &+= third
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
