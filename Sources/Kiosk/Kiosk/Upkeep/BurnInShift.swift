/// How far the picture is moved on the panel, so that the edges of what is always shown do not burn in: a slow walk over a small
/// square of places, one pixel a step, which comes back to where it began.
///
/// The square has `side` x `side` places, and the walk visits each once. With a side of 4:
///
///      0  1  2  3
///     15  6  5  4
///     14  7  8  9
///     13 12 11 10
///
/// Visitors never see the picture move:
///
/// | state | event | next state | moved |
/// | --- | --- | --- | --- |
/// | step s, due at D | `move`, now < D | the same | no |
/// | step s, due at D | `move`, now >= D, a visit is under way | the same | no |
/// | step s, due at D | `move`, now >= D, the kiosk is idle | step s + 1, due at now + period; after the last, step 0 | yes |
///
/// Times are nanoseconds of the monotonic clock.
struct BurnInShift {
  /// The least time between two steps.
  let period: Int64
  /// The number of places in a row of the square, and of rows; even.
  let side: Int32
  /// The number of steps since the walk began anew, below `side` x `side`.
  private(set) var step: Int32 = 0
  private(set) var due: Int64

  /// The largest square moves a picture by at most 7 px.
  static var largestSide: Int32 { 8 }

  /// - Parameters:
  ///   - period: Above 0.
  ///   - room: The pixels of background at the picture's right and lower edge, which a step cuts off; without room for a step there
  ///     is no shift.
  init?(period: Int64, room: Int32, now: Int64) {
    precondition(period > 0, "a shift's period is above 0")
    // In an odd square no closed walk visits all places once.
    side = min(Self.largestSide, (room + 1) / 2 * 2)
    if side < 2 { return nil }
    self.period = period
    due = now + period
  }

  /// How far the picture is moved to the right and down, pixels, each 0 ..< `side`.
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
