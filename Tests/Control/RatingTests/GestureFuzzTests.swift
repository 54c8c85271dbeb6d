import StarSlider
import TestSupport
import Testing

/// A million random changes of five contacts: nothing gets stuck, and the story that the events tell holds together.
@Suite struct GestureFuzzTests {
  @Test func eventsAreConsistent() {
    var random = SplitMix64(seed: 7)
    let maximum: Int32 = 20
    var gesture = Gesture()
    /// The value that a listener believes to be shown, judging by the events alone.
    var told: Int32?
    /// Contacts that are down, as far as the gesture was told.
    var isEditing = false
    var (committed, cancelled, edits) = (0, 0, 0)
    for i in 0..<1_000_000 {
      let phase: TouchPhase = random.element(of: [.began, .moved, .moved, .moved, .ended, .cancelled])
      let contact = random.int32(in: 0...4)
      let steps = random.int32(in: 0...maximum)
      let hit: Hit = random.element(of: [.value(steps), .value(steps), .near(steps), .outside])
      let shown = gesture.value
      let event = gesture.handle(phase, contact: contact, at: hit)
      if let value = gesture.value, !(0...maximum).contains(value) { Issue.record("off the grid at \(i)") }
      switch event?.kind {
      case .editing:
        edits += 1
        isEditing = true
        if !gesture.isActive { Issue.record("editing without a finger at \(i)") }
        if gesture.value == shown { Issue.record("editing without a change at \(i)") }
      case .committed, .cancelled:
        if event?.kind == .committed { committed += 1 } else { cancelled += 1 }
        isEditing = false
        if gesture.isActive { Issue.record("over, but a finger has the control at \(i)") }
      case nil: break
      }
      if let event {
        if event.value != gesture.value || event.source != .touch { Issue.record("another value at \(i)") }
        told = event.value
      }
      if told != gesture.value { Issue.record("a change without an event at \(i)") }
      if isEditing && !gesture.isActive { Issue.record("editing never ended at \(i)") }
    }
    #expect(committed > 10_000 && cancelled > 10_000 && edits > 10_000)
  }

  /// Whatever came before, lifting every finger frees the control, and the next tap counts.
  @Test func gestureReturnsToIdle() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<20_000 {
      var gesture = Gesture()
      for _ in 0..<random.int32(in: 1...12) {
        let phase: TouchPhase = random.element(of: [.began, .moved, .ended, .cancelled])
        let hit: Hit = random.element(of: [.value(3), .near(2), .outside])
        _ = gesture.handle(phase, contact: random.int32(in: 0...2), at: hit)
      }
      for contact in Int32(0)...2 { _ = gesture.handle(.ended, contact: contact, at: .outside) }
      if gesture.isActive { Issue.record("stuck: \(gesture)") }
      _ = gesture.handle(.began, contact: 5, at: .value(7))
      if gesture.handle(.ended, contact: 5, at: .value(7)) != RatingEvent(.committed, 7, source: .touch) {
        Issue.record("a tap did not count: \(gesture)")
      }
    }
  }
}
