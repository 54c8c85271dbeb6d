extension Shape.Curved {
  /// Returns the contours that are filled and stroked, and the ink.
  func contours(_ flattening: Flattening) -> (inside: [[FinePoint]], ink: [[FinePoint]]) {
    switch self {
    case .circle: ([Shape.disc(flattening)], [])
    case .heart: ([Shape.heart(flattening)], [])
    case .smiley(let mood): ([Shape.disc(flattening)], Shape.features(mood, flattening))
    case .star(let points, let innerRadius, let cornerRadius):
      ([Shape.star(points, innerRadius, cornerRadius, flattening)], [])
    }
  }
}

extension Shape {
  /// A circle that fills the width and height of the box.
  public static let circle = Shape(.circle)

  /// The circle's points, which smileys share.
  static func disc(_ flattening: Flattening) -> [FinePoint] {
    flattening.ellipse(around: FinePoint(500, 500), radiusX: FinePoint.one / 2, radiusY: FinePoint.one / 2)
  }
}

extension Shape {
  /// A heart that fills the width of the box, with its tip down.
  public static let heart = Shape(.heart)

  static func heart(_ flattening: Flattening) -> [FinePoint] {
    var half = [heartCurves[0].0]
    for (a, b, c, d) in heartCurves { flattening.addCubic(a, b, c, d, to: &half) }
    return closed(half)
  }

  /// The right half of the heart, from the notch to the tip.
  static var heartCurves: [(FinePoint, FinePoint, FinePoint, FinePoint)] {
    [
      (FinePoint(500, 215), FinePoint(545, 100), FinePoint(640, 50), FinePoint(735, 50)),
      (FinePoint(735, 50), FinePoint(885, 50), FinePoint(1000, 160), FinePoint(1000, 320)),
      (FinePoint(1000, 320), FinePoint(1000, 545), FinePoint(780, 710), FinePoint(500, 960)),
    ]
  }
}
