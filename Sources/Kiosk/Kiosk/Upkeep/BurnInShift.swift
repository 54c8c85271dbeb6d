/// Where the whole picture lies on the panel, so that the edges of what is always shown do not burn in: a slow walk over a
/// small square of places, one pixel a step, which comes back to where it began.
///
/// The square has `side` x `side` places, and the walk visits each once: along the first row, to and fro through the others
/// without their first place, and back up the first column. With a side of 4:
///
///      0  1  2  3
///     15  6  5  4
///     14  7  8  9
///     13 12 11 10
///
/// The picture never moves during a visit:
///
/// | state | what happens | next state | moved |
/// | --- | --- | --- | --- |
/// | step s, due at D | `move`, now < D | the same | no |
/// | step s, due at D | `move`, now >= D during a visit | the same | no |
/// | step s, due at D | `move`, now >= D between visits | step s + 1, due at now + period; after the last, step 0 | yes |
///
/// Times are nanoseconds of the monotonic clock.
package struct BurnInShift: Sendable {
  /// From one step to the next at the soonest.
  package let period: Int64
  /// Places in a row of the square, and rows; even.
  package let side: Int32
  /// How many steps were made since the walk began anew, below `side` x `side`.
  package private(set) var step: Int32 = 0
  /// When the next step is due; it waits for visitors.
  package private(set) var due: Int64

  /// The largest square: a picture is never further than 7 px from where it is without a shift.
  package static var largestSide: Int32 { 8 }

  /// `period` is above 0. `room` is how many pixels of background lie at the picture's right and lower edge, which are what is
  /// cut off; `nil` where there is no room for a single step.
  package init?(period: Int64, room: Int32, now: Int64) {
    precondition(period > 0, "a shift's period is longer than nothing")
    // Of an odd square there is no way back that visits all its places once.
    side = min(Self.largestSide, (room + 1) / 2 * 2)
    if side < 2 { return nil }
    self.period = period
    due = now + period
  }

  /// How far the picture is moved to the right and down, pixels, each 0 ..< `side`.
  package var offset: (x: Int32, y: Int32) {
    if step < side { return (step, 0) }
    let (row, place) = (step - side).quotientAndRemainder(dividingBy: side - 1)
    if row == side - 1 { return (0, side - 1 - place) }
    return (row % 2 == 0 ? side - 1 - place : 1 + place, row + 1)
  }

  /// Makes a step if one is due between visits. Returns whether the picture has to be drawn at another place.
  package mutating func move(at now: Int64, isFree: Bool) -> Bool {
    if now < due || !isFree { return false }
    step = (step + 1) % (side * side)
    due = now + period
    return true
  }
}
