import Geometry

extension Shape {
  /// A circle as wide and high as the box.
  public static let circle = Shape(unchecked: [disc.map { $0.unit }])

  /// The circle's points, which smileys share.
  static var disc: [FinePoint] {
    Flattening.ellipse(around: FinePoint(500, 500), radiusX: FinePoint.one / 2, radiusY: FinePoint.one / 2)
  }
}
