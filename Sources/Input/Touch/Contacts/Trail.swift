import StarSlider

/// The last four places of a finger, the one at which it lifted, and how fast it was.
///
/// When the film of a resistive panel lifts, the position may jump anywhere in the last report before the release. A finger that was at rest
/// for two steps, and then makes a single long step before it lifts, is such a jump: a finger that swipes makes several long steps.
struct Trail {
  private var places = InlineArray<4, Point<RawSpace>>(repeating: Point(x: .zero, y: .zero))
  private var count = 0
  /// Where the contact began.
  private var start = Point<RawSpace>(x: .zero, y: .zero)
  /// The speed before the finger was lost.
  private var former: (x: Int64, y: Int64)?

  /// Begins with the place where a finger lands.
  mutating func begin(at place: Point<RawSpace>) {
    start = place
    resume(at: place, speed: nil)
  }

  /// Continues with a finger that was lost for a moment.
  mutating func resume(at place: Point<RawSpace>, speed: (x: Int64, y: Int64)?) {
    places[0] = place
    count = 1
    former = speed
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

  /// Returns how far a finger that lifts went in each report; `nil` if it was at rest, or no farther from where it began than a tap may go.
  /// A finger at rest goes at most a sixteenth of `reach` in three reports.
  func speed(at last: Point<RawSpace>, _ reach: (x: Int64, y: Int64)) -> (x: Int64, y: Int64)? {
    if count == 0 || places[0] != last || isNear(last, start, (reach.x / 2, reach.y / 2)) { return nil }
    if count == 1 { return former }
    let first = places[count - 1]
    if isNear(last, first, (reach.x / 16, reach.y / 16)) { return nil }
    let steps = Int64(count - 1)
    return (
      (Int64(last.x.raw) - Int64(first.x.raw)) / steps, (Int64(last.y.raw) - Int64(first.y.raw)) / steps
    )
  }
}

/// Whether two places are within a distance of each other along each axis, in 1/256 of the device's units.
func isNear(_ a: Point<RawSpace>, _ b: Point<RawSpace>, _ reach: (x: Int64, y: Int64)) -> Bool {
  abs(Int64(a.x.raw) - Int64(b.x.raw)) <= reach.x && abs(Int64(a.y.raw) - Int64(b.y.raw)) <= reach.y
}
