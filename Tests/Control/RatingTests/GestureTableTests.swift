import StarSlider
import TestSupport
import Testing

/// The gesture's table, walked whole: every state, phase, hit and contact, with values that change and values that do not.
@Suite struct GestureTableTests {
  /// What a table's row says.
  private struct Row {
    var state: Gesture.State
    var value: Int32?
    var event: RatingEvent?
  }

  private static let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]
  private static let values: [Int32?] = [nil, 0, 2, 3]
  private static var hits: [Hit] {
    [.outside] + [0, 2, 3].flatMap { [Hit.value($0), Hit.near($0)] }
  }

  /// A gesture in a state, reached by contacts alone: `before` is the value before the touch, `shown` the one now.
  private static func gesture(inside: Bool?, before: Int32?, shown: Int32?) -> Gesture? {
    guard let inside else { return Gesture(value: shown) }
    var gesture = Gesture(value: before)
    if inside {
      guard let shown else { return nil }
      _ = gesture.handle(.began, contact: 1, at: .value(shown))
    } else {
      if shown != before { return nil }
      _ = gesture.handle(.began, contact: 1, at: .value(9))
      _ = gesture.handle(.moved, contact: 1, at: .outside)
    }
    return gesture
  }

  private static func touch(_ kind: RatingEvent.Kind, _ value: Int32?) -> RatingEvent {
    RatingEvent(kind, value, source: .touch)
  }

  /// The table of `Gesture`, in other words.
  private static func expected(
    inside: Bool?, before: Int32?, shown: Int32?, _ phase: TouchPhase, contact: Int32, _ hit: Hit
  ) -> Row {
    let steps: Int32? =
      switch hit {
      case .value(let steps), .near(let steps): steps
      case .outside: nil
      }
    func editing(_ value: Int32?) -> RatingEvent? { value == shown ? nil : touch(.editing, value) }
    let unchanged = Row(
      state: inside.map { $0 ? .inside(contact: 1, before: before) : .away(contact: 1, before: before) } ?? .idle,
      value: shown, event: nil)

    guard inside != nil else {
      guard phase == .began, case .value(let steps) = hit else { return unchanged }
      return Row(state: .inside(contact: contact, before: shown), value: steps, event: editing(steps))
    }
    if contact != 1 { return unchanged }
    let restored = Row(state: .idle, value: before, event: touch(.cancelled, before))
    switch phase {
    case .cancelled:
      return restored
    case .moved:
      if let steps { return Row(state: .inside(contact: 1, before: before), value: steps, event: editing(steps)) }
      return Row(state: .away(contact: 1, before: before), value: before, event: editing(before))
    case .ended:
      return steps.map { Row(state: .idle, value: $0, event: touch(.committed, $0)) } ?? restored
    case .began:
      guard case .value(let steps) = hit else { return restored }
      return Row(state: .inside(contact: 1, before: before), value: steps, event: editing(steps))
    }
  }

  @Test func everyRow() {
    var rows = 0
    for inside in [nil, true, false] as [Bool?] {
      for before in Self.values {
        for shown in Self.values {
          guard let start = Self.gesture(inside: inside, before: before, shown: shown) else { continue }
          #expect(start.isActive == (inside != nil))
          for phase in Self.phases {
            for hit in Self.hits {
              for contact in [Int32(1), 2] {
                var gesture = start
                let event = gesture.handle(phase, contact: contact, at: hit)
                let row = Self.expected(
                  inside: inside, before: before, shown: shown, phase, contact: contact, hit)
                if gesture.state != row.state || gesture.value != row.value || event != row.event {
                  Issue.record("\(start) \(phase) \(hit) of \(contact): \(gesture), \(String(describing: event))")
                }
                rows += 1
              }
            }
          }
        }
      }
    }
    #expect(rows == (16 + 12 + 4) * 4 * 7 * 2)
  }

  @Test func programAndDevice() {
    var gesture = Gesture(value: 2)
    #expect(gesture.cancel() == nil)
    _ = gesture.handle(.began, contact: 1, at: .value(4))
    #expect(gesture.cancel() == Self.touch(.cancelled, 2))
    #expect(gesture.value == 2 && !gesture.isActive)
    gesture.set(nil)
    #expect(gesture.value == nil, "unrated is not 0")
  }
}
