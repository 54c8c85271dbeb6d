import Foundation
import StarSlider

/// A star by its definition, in floating point: exact areas of polygons in pixels, mixed in light. Slow, and independent of the
/// product's geometry, rasterizer and mixing.
struct IdealStar {
  typealias Vector = (x: Double, y: Double)
  /// Red, green and blue, 0...1.
  typealias Light = SIMD3<Double>

  /// Which part of the square is filled.
  enum Side { case left, right, below }

  let side: Int
  /// From the square's edges to the unit box.
  let inset: Double
  private let corners: [Vector]
  /// Per pixel, row by row, 0...1.
  private let inside: [Double]
  private let stroke: [Double]
  /// The stroke's sides; empty for no stroke.
  private let sides: [[Vector]]
  /// Whether the stroke hides the edge of the inside, because no pixel contains parts of both of its sides.
  private let hidesEdge: Bool
  private let colors: (background: Light, empty: Light, fill: Light, stroke: Light, emptyStroke: Light)

  /// The star's points, from the contract.
  static let points: [Vector] = [
    (0.5, 0.025), (0.654, 0.338), (1, 0.388), (0.75, 0.631), (0.809, 0.975), (0.5, 0.813), (0.191, 0.975),
    (0.25, 0.631), (0, 0.388), (0.346, 0.338),
  ]

  /// `lineWidth` is 0 for no stroke. The points are clockwise in the unit box.
  init(
    _ points: [Vector] = points, side: Int32, lineWidth: Double, background: UInt32 = 0xff_ffff,
    empty: UInt32 = 0xff_ffff, fill: UInt32 = 0xff_ff00, stroke: UInt32 = 0,
    emptyStroke: UInt32? = nil
  ) {
    self.side = Int(side)
    // How far the miters of outer corners reach beyond the box.
    let unit = points.indices.map { Self.miter(points, $0, lineWidth / 2) }
    var reach = lineWidth / 2
    for (point, tip) in zip(points, unit) where tip.isOuter {
      reach = max(reach, abs(tip.point.x - point.x), abs(tip.point.y - point.y))
    }
    let (inset, box) = (reach, Double(side) - 2 * reach)
    self.inset = inset
    let corners = points.map { (inset + box * $0.x, inset + box * $0.y) }
    self.corners = corners
    // Line widths are multiples of 1/256 px, and the diagonal of a pixel has 1.4142 px.
    hidesEdge = (lineWidth * 256).rounded() >= 363
    if lineWidth > 0 {
      let outer = corners.indices.map { Self.miter(corners, $0, lineWidth / 2).point }
      let inner = corners.indices.map { Self.miter(corners, $0, -lineWidth / 2).point }
      sides = [outer, inner]
      let areas = (Self.areas(outer, Int(side)), Self.areas(inner, Int(side)))
      self.stroke = zip(areas.0, areas.1).map { $0 - $1 }
      inside = hidesEdge ? areas.1.map { $0 > 0 ? 1 : 0 } : Self.areas(corners, Int(side))
    } else {
      sides = []
      inside = Self.areas(corners, Int(side))
      self.stroke = [Double](repeating: 0, count: inside.count)
    }
    colors = (
      Self.light(background), Self.light(empty), Self.light(fill), Self.light(stroke), Self.light(emptyStroke ?? stroke)
    )
  }

  /// The lights of a pixel, 0...1 each, filled up to `fillX` pixels from one side.
  func light(_ x: Int, _ y: Int, filledTo fillX: Double, from side: Side) -> Light {
    let i = y * self.side + x
    let edge = side == .left ? fillX : Double(self.side) - fillX
    let place = Double(side == .below ? y : x)
    var (filled, stroked) = (inside[i], stroke[i])
    let isEmpty = side == .left ? place >= edge : place + 1 <= edge
    if isEmpty {
      (filled, stroked) = (0, 0)
    } else if edge > place && edge < place + 1 {
      func part(_ polygon: [Vector]) -> Double {
        Self.area(Self.clipped(Self.pixel(polygon, x, y), side == .below, edge, keepsAbove: side != .left))
      }
      if filled > 0 { filled = !hidesEdge ? part(corners) : side == .left ? edge - place : place + 1 - edge }
      if stroked > 0 { stroked = part(sides[0]) - part(sides[1]) }
    }
    let inner = colors.empty * (inside[i] - filled) + colors.fill * filled
    let line = colors.emptyStroke * (stroke[i] - stroked) + colors.stroke * stroked
    return (colors.background * (1 - inside[i]) + inner) * (1 - stroke[i]) + line
  }

  /// The light of a color's channels.
  static func light(_ rgb: UInt32) -> Light {
    Light(lights[Int(rgb >> 16 & 255)], lights[Int(rgb >> 8 & 255)], lights[Int(rgb & 255)])
  }

  private static let lights = (0..<256).map { code in
    let c = Double(code) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }

  /// The part of a polygon in a pixel.
  private static func pixel(_ polygon: [Vector], _ x: Int, _ y: Int) -> [Vector] {
    let row = row(polygon, y)
    return clipped(clipped(row, false, Double(x), keepsAbove: true), false, Double(x + 1), keepsAbove: false)
  }

  private static func row(_ polygon: [Vector], _ y: Int) -> [Vector] {
    clipped(clipped(polygon, true, Double(y), keepsAbove: true), true, Double(y + 1), keepsAbove: false)
  }

  /// A corner's miter on the left side of a contour, at a distance.
  private static func miter(_ points: [Vector], _ i: Int, _ distance: Double) -> (point: Vector, isOuter: Bool) {
    let (a, b, c) = (points[(i + points.count - 1) % points.count], points[i], points[(i + 1) % points.count])
    func normal(_ a: Vector, _ b: Vector) -> Vector {
      let length = hypot(b.x - a.x, b.y - a.y)
      return ((b.y - a.y) / length, (a.x - b.x) / length)
    }
    let (n, m) = (normal(a, b), normal(b, c))
    let scale = distance / (1 + n.x * m.x + n.y * m.y)
    return ((b.x + (n.x + m.x) * scale, b.y + (n.y + m.y) * scale), n.x * m.y - n.y * m.x > 0)
  }

  /// A simple polygon's part on one side of a level or upright line; its area is exact for any shape.
  private static func clipped(_ polygon: [Vector], _ isLevel: Bool, _ limit: Double, keepsAbove: Bool) -> [Vector] {
    var part: [Vector] = []
    func place(_ point: Vector) -> Double { isLevel ? point.y : point.x }
    for i in polygon.indices {
      let (last, point) = (polygon[(i + polygon.count - 1) % polygon.count], polygon[i])
      let isIn = keepsAbove ? place(point) >= limit : place(point) <= limit
      let wasIn = keepsAbove ? place(last) >= limit : place(last) <= limit
      if isIn != wasIn {
        let share = (limit - place(last)) / (place(point) - place(last))
        part.append((last.x + (point.x - last.x) * share, last.y + (point.y - last.y) * share))
      }
      if isIn { part.append(point) }
    }
    return part
  }

  private static func area(_ polygon: [Vector]) -> Double {
    var doubled = 0.0
    for i in polygon.indices {
      let (last, point) = (polygon[(i + polygon.count - 1) % polygon.count], polygon[i])
      doubled += last.x * point.y - point.x * last.y
    }
    return abs(doubled) / 2
  }

  /// A simple polygon's area in each pixel of a square.
  private static func areas(_ polygon: [Vector], _ side: Int) -> [Double] {
    var areas: [Double] = []
    for y in 0..<side {
      var rest = row(polygon, y)
      for x in 0..<side {
        let beyond = clipped(rest, false, Double(x + 1), keepsAbove: true)
        areas.append(area(rest) - area(beyond))
        rest = beyond
      }
    }
    return areas
  }
}
