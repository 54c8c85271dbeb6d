import Rating
import Terminal
import Testing

/// The terminal's table, walked whole in virtual time.
@Suite struct TerminalTests {
  private static let now: Int64 = 5_000_000_000
  private static var until: Int64 { now + Terminal.thanksDuration }

  private static func committed(_ value: Int32?) -> RatingEvent { RatingEvent(.committed, value, source: .touch) }

  /// A terminal in each state, by its name.
  private static func terminal(_ state: String) -> Terminal {
    var terminal = Terminal()
    if state == "ready" { return terminal }
    _ = terminal.rated(committed(4))
    if state == "thanks" { _ = terminal.recorded(at: now) }
    if state == "failed" { terminal.recordingFailed() }
    return terminal
  }

  private static func expect(
    _ name: String, _ state: Terminal.State, _ effect: Terminal.Effect,
    _ step: (inout Terminal) -> Terminal.Effect, at location: SourceLocation = #_sourceLocation
  ) {
    var terminal = terminal(name)
    let did = step(&terminal)
    #expect(terminal.state == state, "\(name)", sourceLocation: location)
    #expect(did == effect, "\(name)", sourceLocation: location)
  }

  @Test func ratings() {
    let changes: [RatingEvent] = [
      RatingEvent(.editing, 3, source: .touch), RatingEvent(.editing, nil, source: .touch),
      RatingEvent(.cancelled, nil, source: .touch), RatingEvent(.cancelled, 2, source: .key), Self.committed(nil),
    ]
    for event in changes {
      Self.expect("ready", .ready, .show) { $0.rated(event) }
      Self.expect("recording", .recording(4), .nothing) { $0.rated(event) }
      Self.expect("thanks", .thanks(until: Self.until), .nothing) { $0.rated(event) }
      Self.expect("failed", .failed, .nothing) { $0.rated(event) }
    }
    for value in [Int32(0), 4, 1_000_000_000] {
      Self.expect("ready", .recording(value), .record(value)) { $0.rated(Self.committed(value)) }
    }
    Self.expect("recording", .recording(4), .nothing) { $0.rated(Self.committed(1)) }
    Self.expect("thanks", .thanks(until: Self.until), .nothing) { $0.rated(Self.committed(1)) }
    Self.expect("failed", .failed, .nothing) { $0.rated(Self.committed(1)) }
  }

  @Test func theDisk() {
    Self.expect("ready", .ready, .nothing) { $0.recorded(at: 9) }
    Self.expect("recording", .thanks(until: 9 + Terminal.thanksDuration), .showThanks) { $0.recorded(at: 9) }
    Self.expect("thanks", .thanks(until: Self.until), .nothing) { $0.recorded(at: 9) }
    Self.expect("failed", .failed, .nothing) { $0.recorded(at: 9) }
    for (name, state) in [
      ("ready", Terminal.State.ready), ("recording", .failed), ("thanks", .thanks(until: Self.until)),
      ("failed", .failed),
    ] {
      Self.expect(name, state, .nothing) {
        $0.recordingFailed()
        return .nothing
      }
    }
  }

  @Test func touches() {
    Self.expect("ready", .ready, .nothing) { $0.touchBegan() }
    Self.expect("recording", .recording(4), .nothing) { $0.touchBegan() }
    Self.expect("thanks", .ready, .showReady) { $0.touchBegan() }
    Self.expect("failed", .failed, .nothing) { $0.touchBegan() }
  }

  @Test func time() {
    for now in [Int64.min, 0, Self.until - 1, Self.until, .max] {
      Self.expect("ready", .ready, .nothing) { $0.timePassed(now) }
      Self.expect("recording", .recording(4), .nothing) { $0.timePassed(now) }
      Self.expect("failed", .failed, .nothing) { $0.timePassed(now) }
      let isOver = now >= Self.until
      Self.expect("thanks", isOver ? .ready : .thanks(until: Self.until), isOver ? .showReady : .nothing) {
        $0.timePassed(now)
      }
    }
  }

  /// It sleeps for good in every state but one.
  @Test func deadlines() {
    #expect(Self.terminal("ready").deadline == nil)
    #expect(Self.terminal("recording").deadline == nil)
    #expect(Self.terminal("failed").deadline == nil)
    #expect(Self.terminal("thanks").deadline == Self.until)
  }

  @Test func theLastAnswer() {
    var terminal = Terminal(wanted: 2)
    _ = terminal.rated(Self.committed(1))
    #expect(terminal.recorded(at: 0) == .showThanks)
    #expect(terminal.touchBegan() == .showReady)
    _ = terminal.rated(Self.committed(2))
    #expect(terminal.answers == 1, "not before it is on disk")
    #expect(terminal.recorded(at: 7) == .showThanksAndEnd)
    #expect(terminal.answers == 2)
  }
}
