import StarSlider

extension Path {
  /// The sides of a stroke that consists of two contours, as outlines of their own; `nil` for any other stroke, or if a pixel may contain
  /// parts of both sides.
  package func sides(ofStroke width: Fixed) -> (outer: Outline, inner: Outline)? {
    // The diagonal of a pixel has 1.4142 px.
    if contourCount != 2 || width < Fixed(raw: 363) { return nil }
    let contours = (0..<2).map { points[range(ofContour: $0)] }
    // Cut outlines have other edges.
    if Outline(self).edgeCount != points.count { return nil }
    let sides = contours.sorted { a, b in a.map(\.x.raw).min()! < b.map(\.x.raw).min()! }.map { contour in
      var side = Path(fineness: fineness)
      side.addContour(Array(contour))
      return Outline(side)
    }
    return (sides[0], sides[1])
  }
}
