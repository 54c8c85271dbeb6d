extension Shape {
  /// A circle that fills the width and height of the box.
  public static let circle = Shape(.circle)

  /// The circle's points, which smileys share.
  static func disc(_ flattening: Flattening) -> [FinePoint] {
    flattening.ellipse(around: FinePoint(500, 500), radiusX: FinePoint.one / 2, radiusY: FinePoint.one / 2)
  }
}
