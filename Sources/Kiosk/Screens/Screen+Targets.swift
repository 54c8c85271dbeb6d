import StarSlider

extension Screen {
  /// What a visitor means to touch: a button or a star.
  package struct Target {
    package let bounds: Rect<LayoutSpace>
    /// Whether the point lies on it.
    package let isHit: Bool
    /// The index of the star; `nil` for a button.
    package let star: Int32?
    /// The number of stars in the row; 0 for a button.
    package let starCount: Int32
  }

  /// Whether there is a button or a star at a point, even if a touch of it has the same effect as one beside it.
  package func invitesTouch(at point: Point<LayoutSpace>) -> Bool {
    slider?.layout.bounds.contains(point) == true || buttons.contains { $0.bounds.contains(point) }
  }

  /// Whether a point lies beside all targets of a screen that has some.
  package func isBesideTargets(_ point: Point<LayoutSpace>) -> Bool {
    (isRated || !buttons.isEmpty) && !invitesTouch(at: point)
  }

  /// Returns the bounds of everything among which a visitor who touches a point chooses: a row of stars, tiles of which one can be chosen, or
  /// the button there. Returns `nil` beside all targets.
  package func choice(at point: Point<LayoutSpace>) -> Rect<LayoutSpace>? {
    if let stars = slider?.layout.bounds, stars.contains(point) { return stars }
    guard let touched = buttons.first(where: { $0.bounds.contains(point) }) else { return nil }
    if !touched.isOneOfSeveral { return touched.bounds }
    return buttons.filter { $0.isOneOfSeveral }.reduce(touched.bounds) { $0.union($1.bounds) }
  }

  /// Returns the target that is nearest to a point; `nil` if a touch beside all targets has an effect, too, so that it need not be near one.
  package func target(near point: Point<LayoutSpace>) -> Target? {
    let stars = isRated ? slider?.layout : nil
    if tapAction != nil && !(stars?.bounds.contains(point) ?? false) { return nil }
    var best: (target: Target, distance: Int32)?
    func consider(_ bounds: Rect<LayoutSpace>, star: Int32? = nil, of count: Int32 = 0) {
      let distance = bounds.distance(to: point)
      if let best, best.distance <= distance { return }
      best = (Target(bounds: bounds, isHit: bounds.contains(point), star: star, starCount: count), distance)
    }
    for button in buttons { consider(button.bounds) }
    if let stars {
      for star in 0..<stars.scale.starCount { consider(stars.star(star), star: star, of: stars.scale.starCount) }
    }
    return best?.target
  }
}

extension Rect<LayoutSpace> {
  /// The larger of the distances along both sides, in pixels; 0 inside.
  fileprivate func distance(to point: Point<LayoutSpace>) -> Int32 {
    let (x, y) = (point.x.floor, point.y.floor)
    return max(minX - x, x - maxX, minY - y, y - maxY, 0)
  }
}
