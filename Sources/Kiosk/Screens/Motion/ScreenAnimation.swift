/// What moves on a screen: its change from the screen before, a pressed button, and the stars.
struct ScreenAnimation {
  /// The motion of the stars; `nil` if they do not move.
  let stars: StarMotion?
  var press: ButtonPress?
  /// The change by which the screen appears; `nil` once it is over.
  var change: ScreenChange? { didSet { if change == nil { oldValue?.end() } } }

  /// The time of the next `advance`, in nanoseconds of the monotonic clock; `nil` if nothing moves.
  var next: Int64? { change?.next ?? press?.next ?? stars?.next }

  /// Whether another frame follows soon.
  var isActive: Bool { change != nil || press != nil || stars?.isActive == true }

  /// Advances the change, then the rest.
  mutating func advance(to now: Int64) {
    if let change {
      if change.advance(to: now) { self.change = nil }
      return
    }
    if press?.advance(to: now) == true { press = nil }
    stars?.advance(to: now)
  }

  /// Skips to the end: a pressed button has its smallest size.
  mutating func finish() {
    change = nil
    stars?.finish()
    press?.finish()
    press = nil
  }

  mutating func reset() {
    (change, press) = (nil, nil)
    stars?.reset()
  }
}
