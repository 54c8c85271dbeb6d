/// The shift of the picture on the panel, which prevents static edges from burning in. It is a slow, closed walk over a small square of
/// positions, one pixel per step.
///
/// The square has `side` x `side` positions, and the walk visits each once. With a side of 4:
///
///      0  1  2  3
///     15  6  5  4
///     14  7  8  9
///     13 12 11 10
///
/// The picture does not move during a visit:
///
/// | state | event | next state | moved |
/// | --- | --- | --- | --- |
/// | step s, due at D | `move`, now < D | the same | no |
/// | step s, due at D | `move`, now >= D, a visit is in progress | the same | no |
/// | step s, due at D | `move`, now >= D, the kiosk is idle | step s + 1, due at now + period; after the last, step 0 | yes |
///
/// Times are nanoseconds of the monotonic clock.
struct BurnInShift {
  /// The minimum time between two steps.
  let period: Int64
  /// The number of positions in each row of the square, and the number of rows; even.
  let side: Int32
  /// The number of steps since the last start of the walk, below `side` x `side`.
  private(set) var step: Int32 = 0
  private(set) var due: Int64

  /// The side of the largest square, which moves a picture by at most 7 px.
  static var largestSide: Int32 { 8 }

  /// Creates a shift at the start of its walk.
  ///
  /// - Parameters:
  ///   - period: The minimum time between two steps, above 0.
  ///   - room: The width in pixels of the background at the picture's right and lower edges, which steps cut off. Fails if it is less than
  ///     one step.
  init?(period: Int64, room: Int32, now: Int64) {
    precondition(period > 0, "a shift's period is above 0")
    // In a square with an odd side no closed walk visits all positions once.
    side = min(Self.largestSide, (room + 1) / 2 * 2)
    if side < 2 { return nil }
    self.period = period
    due = now + period
  }

  /// The shift to the right and down in pixels, each 0 ..< `side`.
  var offset: (x: Int32, y: Int32) {
    if step < side { return (step, 0) }
    let (row, place) = (step - side).quotientAndRemainder(dividingBy: side - 1)
    if row == side - 1 { return (0, side - 1 - place) }
    return (row % 2 == 0 ? side - 1 - place : 1 + place, row + 1)
  }

  /// Makes a step if one is due and the kiosk is idle.
  ///
  /// - Returns: Whether the picture must be drawn at another place.
  mutating func move(at now: Int64, isIdle: Bool) -> Bool {
    if now < due || !isIdle { return false }
    step = (step + 1) % (side * side)
    due = now + period
    return true
  }
}
