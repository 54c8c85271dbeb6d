/// The motion of a button under a finger: it shrinks to 0.94 of its size, and returns to its full size once the finger has left it.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | begun | `advance` | shrinking from that time on |
/// | shrinking | `advance`, 80 ms later | over, at its smallest size |
/// | begun, shrinking | `finish` | over, at its smallest size |
/// | any | the button is released | over, at its full size |
struct ButtonPress {
  /// The duration in nanoseconds.
  static var duration: Int64 { 80_000_000 }
  /// The percentage by which width and height shrink.
  static var depth: Int32 { 6 }

  let button: ButtonWidget
  private var start: Int64?
  /// The time of the next `advance`, in nanoseconds of the monotonic clock.
  private(set) var next: Int64 = 0

  init(_ button: ButtonWidget) { self.button = button }

  /// Advances to a time. Returns whether the motion is over.
  mutating func advance(to now: Int64) -> Bool {
    if !button.isPressed { return true }
    if now < next { return false }
    let begin = start ?? now
    (start, next) = (begin, now + ScreenChange.frame)
    button.depth = Int32(min(max(now - begin, 0), Self.duration) * Int64(Self.depth) / Self.duration)
    return button.depth == Self.depth
  }

  func finish() { if button.isPressed { button.depth = Self.depth } }
}
