import StarSlider

/// The last four places of a finger on a single-touch panel, and the one at which it lifted.
///
/// When the film of a resistive panel lifts, the position may jump anywhere in the last report before the release. A finger that was at rest
/// for two steps, and then makes a single long step before it lifts, is such a jump: a finger that swipes makes several long steps.
struct Trail {
  private var places = InlineArray<4, Point<RawSpace>>(repeating: Point(x: .zero, y: .zero))
  private var count = 0

  /// Begins with the place where a finger lands.
  mutating func begin(at place: Point<RawSpace>) {
    places[0] = place
    count = 1
  }

  @inline(never) mutating func add(_ place: Point<RawSpace>) {
    places[3] = places[2]
    places[2] = places[1]
    places[1] = places[0]
    places[0] = place
    count = min(count + 1, 4)
  }

  /// Returns the place at which the finger lifted.
  ///
  /// - Parameters:
  ///   - last: The last place that was reported.
  ///   - reach: The length of a long step along each axis. A finger at rest makes steps of at most a quarter of it.
  func end(_ last: Point<RawSpace>, _ reach: (x: Int64, y: Int64)) -> Point<RawSpace> {
    let rest = (x: reach.x / 4, y: reach.y / 4)
    let isJump =
      count == 4 && places[0] == last && !isNear(last, places[1], reach) && isNear(places[1], places[2], rest)
      && isNear(places[2], places[3], rest)
    return isJump ? places[1] : last
  }
}

/// Whether two places are within a distance of each other along each axis, in 1/256 of the device's units.
func isNear(_ a: Point<RawSpace>, _ b: Point<RawSpace>, _ reach: (x: Int64, y: Int64)) -> Bool {
  abs(Int64(a.x.raw) - Int64(b.x.raw)) <= reach.x && abs(Int64(a.y.raw) - Int64(b.y.raw)) <= reach.y
}
