import Rating

/// The kiosk as a pure machine: what happened and the time go in, what to do comes out. It has no clock, no file and no
/// pixel of its own.
///
/// | state | what happens | next state | effect |
/// | --- | --- | --- | --- |
/// | ready | rating committed | recording | record the value |
/// | ready | rating edited or cancelled | ready | show the stars |
/// | recording | recorded | thanks until now + `thanksDuration` | show thanks; end, if that was the last |
/// | recording | failed | failed | give up with the answer in hand |
/// | thanks | a touch begins | ready | show empty stars, then take the touch |
/// | thanks | time is up | ready | show empty stars |
/// | failed | anything | failed | |
///
/// An answer is on disk before "thank you" shows: thanks come out of `recorded` only. A visitor who does not wait for the
/// thanks to pass is not made to.
public struct Terminal: Sendable {
  public enum State: Hashable, Sendable {
    case ready
    /// The value that is on its way to the disk, in steps.
    case recording(Int32)
    /// Until when, nanoseconds of the monotonic clock.
    case thanks(until: Int64)
    case failed
  }

  /// What the composition root is to do, at once.
  public enum Effect: Hashable, Sendable {
    case nothing
    /// Draw the control as it is.
    case show
    /// Write the value (in steps) down, and report `recorded` or `recordingFailed`.
    case record(Int32)
    /// Show that the answer arrived.
    case showThanks
    /// Show that the answer arrived; it was the last one wanted.
    case showThanksAndEnd
    /// Unset the value and draw the control.
    case showReady
  }

  /// How long thanks are shown, nanoseconds: long enough to be seen, short enough for a queue.
  public static var thanksDuration: Int64 { 1_500_000_000 }

  public private(set) var state = State.ready
  /// Answers that are on disk.
  public private(set) var answers: Int64 = 0
  /// How many answers are wanted, 1 or more; `nil` for no end.
  public let wanted: Int64?

  public init(wanted: Int64? = nil) { self.wanted = wanted }

  /// When `timePassed` has something to do, nanoseconds of the monotonic clock; `nil` lets the terminal sleep.
  public var deadline: Int64? {
    if case .thanks(let until) = state { return until }
    return nil
  }

  /// A finger comes down, before the control sees it.
  public mutating func touchBegan() -> Effect {
    guard case .thanks = state else { return .nothing }
    state = .ready
    return .showReady
  }

  /// The control has an event.
  public mutating func rated(_ event: RatingEvent) -> Effect {
    guard state == .ready else { return .nothing }
    switch (event.kind, event.value) {
    case (.committed, let value?):
      state = .recording(value)
      return .record(value)
    case (.committed, nil), (.editing, _), (.cancelled, _):
      return .show
    }
  }

  /// The answer is on disk.
  public mutating func recorded(at now: Int64) -> Effect {
    guard case .recording = state else { return .nothing }
    answers += 1
    state = .thanks(until: now + Self.thanksDuration)
    return answers == wanted ? .showThanksAndEnd : .showThanks
  }

  /// The answer could not be written.
  public mutating func recordingFailed() {
    if case .recording = state { state = .failed }
  }

  /// It is `now`.
  public mutating func timePassed(_ now: Int64) -> Effect {
    guard case .thanks(let until) = state, now >= until else { return .nothing }
    state = .ready
    return .showReady
  }
}
