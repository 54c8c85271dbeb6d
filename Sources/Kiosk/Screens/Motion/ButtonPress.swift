/// The motion of a button under a finger: it shrinks to 0.94 of its size, and is as large as before once the finger has left it.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | begun | `advance` | shrinking from that time on |
/// | shrinking | `advance`, 80 ms later | over, at its least size |
/// | begun, shrinking | `finish` | over, at its least size |
/// | any | the button is released | over, at its full size |
struct ButtonPress {
  /// Nanoseconds.
  static var duration: Int64 { 80_000_000 }
  /// How much of the width and of the height is lost, of 100.
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
