/// What a display waits for: the event of a page flip, its timeout, and the time of another attempt.
struct FlipWait {
  let events = FlipEvents()
  var timeout = FlipTimeout()
  /// When the queued buffer is committed again, or this process tries to become DRM master again.
  var retryTime: Int64?

  var deadline: Int64? { retryTime ?? timeout.deadline }

  mutating func flipAccepted() {
    events.flipAccepted()
    timeout.flipAccepted()
  }

  /// Cancels all, because the screen was given up or turned off.
  mutating func cancel() {
    timeout.cancel()
    retryTime = nil
  }

  /// Gives up waiting for a flip. Returns whether the mode must be set again.
  mutating func abandon() -> Bool {
    retryTime = nil
    return timeout.abandon()
  }
}
