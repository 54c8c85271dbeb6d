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
