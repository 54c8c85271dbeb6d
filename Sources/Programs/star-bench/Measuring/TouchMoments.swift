/// The moments of one touch, in nanoseconds of the monotonic clock.
struct TouchMoments {
  /// When the kernel received the touch.
  let touched: Int64
  /// When poll(2) had returned; when the touch came, if the program was awake for another event.
  let woken: Int64
  /// When the kernel had accepted the page flip.
  var committed: Int64 = 0
  /// When the frame was on the screen.
  private(set) var shown: Int64 = 0

  init(touched: Int64, woken: Int64) {
    self.touched = touched
    self.woken = max(woken, touched)
  }

  /// Sets when the frame was shown, according to the page flip's event. Returns false if that cannot be the frame's time.
  ///
  /// With vertical blanking, the event's time is when the hardware, or a timer that simulates it (vkms), was due to begin the frame. A late
  /// timer begins a frame that was committed after that time.
  mutating func end(shown time: Int64?, hasVBlank: Bool) -> Bool {
    guard let time else { return false }
    shown = time
    if hasVBlank { return shown > committed }
    // The frame may be shown before the call returns. An event's time has a resolution of microseconds.
    committed = min(committed, shown - 1000)
    return committed > woken
  }
}
