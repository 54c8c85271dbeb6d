import StarSlider
import Text

/// The pictures of round corners. Buttons of all screens have the same few radii, so each picture is made once and shared.
final class CornerPictures {
  /// The corners of an outline, clockwise from the upper left one. The outer edge has no pixel that the inner one covers, and the inner
  /// edge has only the pixels that it covers partially.
  struct Edges {
    let outer: [PlacedMask]
    let inner: [PlacedMask]
  }

  private var full: [(radius: Int32, corners: [PlacedMask])] = []
  private var outlines: [(radius: Int32, line: Int32, edges: Edges)] = []

  /// Returns the four corners of a radius, clockwise from the upper left one. The caller moves them to their places.
  func corners(_ radius: Int32, _ transform: ScreenTransform) -> [PlacedMask] {
    for known in full where known.radius == radius { return known.corners }
    let corners = Self.turned(Self.corner(radius), transform)
    full.append((radius, corners))
    return corners
  }

  /// Returns the corners of an outline of a radius, `line` pixels thick. The caller moves them to their places.
  func edges(_ radius: Int32, _ line: Int32, _ transform: ScreenTransform) -> Edges {
    for known in outlines where known.radius == radius && known.line == line { return known.edges }
    let (outer, inner) = (Self.corner(radius), Self.corner(max(radius - line, 0)))
    let rim = outer.map { x, y, coverage in
      x >= line && y >= line && inner[x - line, y - line] > 0 ? 0 : coverage
    }
    let edges = Edges(
      outer: Self.turned(rim, transform),
      inner: Self.turned(inner.map { $2 == 255 ? 0 : $2 }, transform))
    outlines.append((radius, line, edges))
    return edges
  }

  private static func turned(_ corner: CoveragePicture, _ transform: ScreenTransform) -> [PlacedMask] {
    ([.none, .quarter, .half, .threeQuarters] as [Rotation]).map {
      PlacedMask(corner.rotated(by: $0), x: 0, y: 0, through: transform)
    }
  }

  /// Returns the upper left corner: a quarter of a circle as a polygon, which deviates by at most 1/200 px up to a radius of 90 px.
  static func corner(_ radius: Int32) -> CoveragePicture {
    // The points ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) with t = i / count are on the unit circle.
    let (count, side) = (96, Int64(radius) * 256)
    var path = Path(capacity: count + 2)
    path.addContour(count: count + 2) { index in
      if index > count { return Point(x: Fixed(radius), y: Fixed(radius)) }
      let (i, n) = (Int64(index), Int64(count))
      let whole = n * n + i * i
      func offset(_ part: Int64) -> Fixed {
        Fixed(raw: Int32(truncatingIfNeeded: side - (side * part + whole / 2) / whole))
      }
      return Point(x: offset(n * n - i * i), y: offset(2 * i * n))
    }
    return CoveragePicture(Outline(path), width: radius, height: radius)
  }
}

extension CoveragePicture {
  /// Returns a picture of the same size; `coverage` returns a pixel from its position and its coverage.
  fileprivate func map(_ coverage: (_ x: Int32, _ y: Int32, UInt8) -> UInt8) -> CoveragePicture {
    var bytes = bytes
    for y in 0..<height {
      for x in 0..<width { bytes[Int(y * width + x)] = coverage(x, y, self[x, y]) }
    }
    return CoveragePicture(width: width, height: height, bytes: bytes)
  }
}

extension [PlacedMask] {
  /// Returns the corners of a radius, clockwise from the upper left one, at the corners of a rectangle.
  func placed(_ radius: Int32, in bounds: Rect<LayoutSpace>, _ transform: ScreenTransform) -> [PlacedMask] {
    let (right, bottom) = (bounds.maxX - radius, bounds.maxY - radius)
    let places = [(bounds.minX, bounds.minY), (right, bounds.minY), (right, bottom), (bounds.minX, bottom)]
    return zip(self, places).map { $0.placed(x: $1.0, y: $1.1, side: radius, through: transform) }
  }
}
