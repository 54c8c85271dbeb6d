/// The motion of a star under a finger: it shrinks to 0.94 of its size, and grows once the finger is lifted or has changed the value.
///
/// A finger that has changed the value is dragging. The star then grows back, because the frames of a drag paint only the pixels that
/// differ and do not show a pressed star.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | begun | `advance` | shrinking from that time on |
/// | shrinking | `advance`, 80 ms later | pressed, at its smallest size |
/// | begun, shrinking, pressed | `finish` | pressed, at its smallest size |
/// | begun | `release` | over |
/// | shrinking, pressed | `release` | released |
/// | released | `advance` | growing from that time on, as fast as it shrank |
/// | growing | `advance`, once it has its full size | over |
/// | released, growing | `finish` | over |
/// | released, growing, over | `release` | the same |
struct StarPress {
  let star: Int32
  /// Whether the finger rests on it.
  private(set) var isHeld = true
  /// The percentage by which it is smaller.
  private(set) var depth: Int32 = 0
  /// When it began to shrink or to grow; `nil` before the next `advance`.
  private var start: Int64?
  /// `depth` when it began to grow.
  private var deepest: Int32 = 0

  init(_ star: Int32) { self.star = star }

  /// Whether its size still changes.
  var isMoving: Bool { depth != (isHeld ? ButtonPress.depth : 0) }
  var isOver: Bool { !isHeld && depth == 0 }

  /// Advances to a time in nanoseconds of the monotonic clock.
  mutating func advance(to now: Int64) {
    if !isMoving { return }
    let begin = start ?? now
    start = begin
    let time = min(max(now - begin, 0), ButtonPress.duration)
    let change = Int32(time * Int64(ButtonPress.depth) / ButtonPress.duration)
    depth = isHeld ? change : max(deepest - change, 0)
  }

  mutating func release() {
    if isHeld { (isHeld, start, deepest) = (false, nil, depth) }
  }

  mutating func finish() { depth = isHeld ? ButtonPress.depth : 0 }
}
