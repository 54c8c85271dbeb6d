/// Closed contours in a box of 1 x 1, with x to the right and y down, in 1/65536 of the box.
public struct Shape: Hashable, Sendable {
  /// A point of the unit box, with coordinates of 0...65536.
  package struct UnitPoint: Hashable, Sendable {
    /// The distance from the box's left side, in 1/65536 of the side.
    package let x: Int32
    /// The distance from the box's top, in 1/65536 of the side.
    package let y: Int32

    package init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }
  }

  /// A preset with curves, which become polygons of as many points as a size requires.
  enum Curved: Hashable {
    case circle
    case heart
    case smiley(Mood)
    case star(points: Int32, innerRadius: Int32, cornerRadius: Int32)
  }

  /// The contours that are filled and stroked, with three points or more each. For a curved shape, they are those for the largest stars.
  package let contours: [[UnitPoint]]
  /// Decides which points are inside the contours.
  package let rule: FillRule
  /// Contours drawn on top in the stroke's color, such as a smiley's eyes and mouth.
  package let ink: [[UnitPoint]]
  private let curved: Curved?

  /// The maximum number of points of contours and ink together, enough for a rounded star of 64 points. Cutting a shape at its
  /// intersections takes time proportional to the square of the number of points: on a PC, 1024 random points take 1 s, and 2048 take 3 s.
  package static var mostPoints: Int { 4096 }

  /// Creates a shape. Returns `nil` if there is no contour, if a contour has fewer than three points, if there are more than `mostPoints`
  /// points, or if a point is outside the box.
  @export(interface) package init?(contours: [[UnitPoint]], rule: FillRule = .nonZero, ink: [[UnitPoint]] = []) {
    let all = contours + ink
    if contours.isEmpty || all.reduce(0, { $0 + $1.count }) > Self.mostPoints { return nil }
    for contour in all {
      if contour.count < 3 { return nil }
      for point in contour where !(0...65536 ~= point.x) || !(0...65536 ~= point.y) { return nil }
    }
    (self.contours, self.rule, self.ink, curved) = (contours, rule, ink, nil)
  }

  /// Creates a shape with one contour.
  package init?(_ points: [UnitPoint]) { self.init(contours: [points]) }

  /// Creates a preset, whose points are known to be valid.
  package init(unchecked contours: [[UnitPoint]]) { (self.contours, rule, ink, curved) = (contours, .nonZero, [], nil) }

  /// Creates a preset with curves for a cell of `side` pixels.
  init(_ curved: Curved, forSide side: Int32 = Flattening.largest) {
    var flattening = Flattening(side: side)
    var contours = curved.contours(flattening)
    // A star with very many round corners is coarser, because stroking takes time proportional to the square of the number of points.
    while (contours.inside + contours.ink).reduce(0, { $0 + $1.count }) > Self.mostPoints {
      flattening.tolerance *= 8
      contours = curved.contours(flattening)
    }
    (self.contours, self.ink) = (contours.inside.map { $0.map { $0.unit } }, contours.ink.map { $0.map { $0.unit } })
    (rule, self.curved) = (.nonZero, curved)
  }

  /// Returns the same shape with the points that its curves need in a cell of `side` pixels.
  func detailed(forSide side: Int32) -> Shape { curved.map { Shape($0, forSide: side) } ?? self }

  /// Returns contours with the unit box placed on a square of `side` pixels whose top left corner is at (`left`, `top`).
  static func path(_ contours: [[UnitPoint]], left: Fixed, top: Fixed, side: Fixed, fineness: Int32 = 0) -> Path {
    var path = Path(capacity: contours.reduce(0) { $0 + $1.count }, fineness: fineness)
    func fine(_ length: Fixed) -> Fixed { Fixed(raw: length.raw << fineness) }
    let (left, top, side) = (fine(left), fine(top), fine(side))
    /// Returns a part of the side; `unit` is in 1/65536 and not below 0.
    func part(_ unit: Int32) -> Fixed {
      Fixed(raw: Int32(truncatingIfNeeded: (Int64(side.raw) &* Int64(unit) &+ 32768) >> 16))
    }
    for contour in contours {
      path.addContour(count: contour.count) { i in
        Point(x: left + part(contour[i].x), y: top + part(contour[i].y))
      }
    }
    return path
  }

  /// Returns the fineness of paths in a cell of `side` pixels: 1/4096 px up to 512 px, so that the rounding of points is not visible.
  /// Strokes have room beyond the cell.
  static func fineness(inCellOf side: Int32) -> Int32 {
    var fineness: Int32 = 4
    while fineness > 0 && side << fineness > Path.limit / 2 { fineness -= 1 }
    return fineness
  }

  /// Returns how far a stroke extends beyond the shape's tips, for a box of any size. It is measured on a large box, where the rounding of
  /// points does not change angles.
  func overhang(lineWidth width: Fixed, join: LineJoin) -> Fixed {
    if width <= .zero { return .zero }
    return Self.path(contours, left: .zero, top: .zero, side: Fixed(1000)).overhang(width: width, join: join)
  }
}

extension Shape {
  /// Creates a custom shape from the corners of its outline.
  ///
  /// ```swift
  /// let kite = try Shape(outline: [(50, 0), (90, 35), (50, 100), (10, 35)], in: 100)
  /// ```
  ///
  /// - Parameters:
  ///   - outline: 3 to 4096 corners, with x to the right and y down, each 0...`side`. The last one is joined to the first. Where the
  ///     outline crosses itself, the whole enclosed area is filled.
  ///   - side: The side of the box around the shape, 1...32767, in the outline's units. The box is scaled to a star's square.
  /// - Throws: `.invalidOutline`.
  public init(outline: [(x: Int32, y: Int32)], in side: Int32) throws(SliderError) {
    if !(1...32767 ~= side) { throw .invalidOutline }
    var points: [UnitPoint] = []
    for corner in outline {
      if !(0...side ~= corner.x && 0...side ~= corner.y) { throw .invalidOutline }
      // The product is at most 32767 * 65536.
      points.append(UnitPoint(x: corner.x * 65536 / side, y: corner.y * 65536 / side))
    }
    guard let shape = Shape(points) else { throw .invalidOutline }
    self = shape
  }
}
