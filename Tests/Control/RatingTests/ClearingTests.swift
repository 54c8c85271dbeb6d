import StarSlider
import Testing

/// A tap on the current value unsets it, where that is asked for.
@Suite struct ClearingTests {
  private static func tap(
    _ gesture: inout Gesture, _ hits: [Hit], ending: TouchPhase = .ended, contact: Int32 = 1
  ) -> RatingEvent? {
    for (i, hit) in hits.enumerated() { _ = gesture.handle(i == 0 ? .began : .moved, contact: contact, at: hit) }
    return gesture.handle(ending, contact: contact, at: hits[hits.count - 1])
  }

  private static func committed(_ value: Int32?) -> RatingEvent { RatingEvent(.committed, value, source: .touch) }

  @Test func repeatedTapClears() {
    var gesture = Gesture(value: 3, clearsOnRepeatedTap: true)
    #expect(Self.tap(&gesture, [.value(3)]) == Self.committed(nil))
    #expect(gesture.value == nil && !gesture.isActive)
    #expect(Self.tap(&gesture, [.value(3)]) == Self.committed(3), "and the next one sets it again")
    #expect(Self.tap(&gesture, [.value(2)]) == Self.committed(2), "another value is set, not cleared")
    #expect(
      Self.tap(&gesture, [.value(2), .value(2), .near(2)]) == Self.committed(nil), "a trembling finger taps, too")
  }

  @Test func repeatedTapClearsZero() {
    var gesture = Gesture(value: 0, clearsOnRepeatedTap: true)
    #expect(Self.tap(&gesture, [.value(0)]) == Self.committed(nil), "0 is not unrated")
    #expect(Self.tap(&gesture, [.value(0)]) == Self.committed(0))
  }

  @Test func leavingTheBandDoesNotClear() {
    for there in [Hit.value(4), .near(2), .outside] {
      var gesture = Gesture(value: 3, clearsOnRepeatedTap: true)
      let event = Self.tap(&gesture, [.value(3), there, .value(3)])
      #expect(event == Self.committed(3), "\(there): that was no tap")
    }
  }

  @Test func cancelledTapDoesNotClear() {
    var gesture = Gesture(value: 3, clearsOnRepeatedTap: true)
    #expect(Self.tap(&gesture, [.value(3)], ending: .cancelled) == RatingEvent(.cancelled, 3, source: .touch))
    #expect(gesture.value == 3)
    #expect(
      Self.tap(&gesture, [.value(3), .outside]) == RatingEvent(.cancelled, 3, source: .touch), "released out there")
    #expect(gesture.value == 3)
  }

  @Test func doesNotClearByDefault() {
    var gesture = Gesture(value: 3)
    #expect(Self.tap(&gesture, [.value(3)]) == Self.committed(3) && gesture.value == 3)
  }

  /// Keys have shown another value than the confirmed one: a tap on either sets it.
  @Test func tapAfterKeysDoesNotClear() throws {
    for value in [Int32(3), 4] {
      var gesture = Gesture(value: 3, clearsOnRepeatedTap: true)
      _ = gesture.handle(.up, on: try Scale())
      #expect(Self.tap(&gesture, [.value(value)]) == Self.committed(value))
    }
  }

  /// A program's value arrives under the finger: the visitor's tap was on another.
  @Test func tapAfterSetDoesNotClear() {
    for value in [Int32?.none, 2, 3] {
      var gesture = Gesture(value: 3, clearsOnRepeatedTap: true)
      _ = gesture.handle(.began, contact: 1, at: .value(3))
      gesture.set(value)
      #expect(gesture.handle(.ended, contact: 1, at: .value(3)) == Self.committed(3))
    }
  }

  /// The scale changes under a finger that taps: it is still the tap that it was, on a value that was confirmed or not.
  @Test func tapSurvivesScaleChange() throws {
    func end(_ old: Gesture, at value: Int32, translating: (Int32) -> Int32) -> RatingEvent? {
      var old = old
      _ = old.handle(.began, contact: 1, at: .value(old.value ?? 0))
      var new = Gesture(clearsOnRepeatedTap: true)
      new.copy(from: old, translating: translating)
      return new.handle(.ended, contact: 1, at: .value(value))
    }
    #expect(end(Gesture(value: 3), at: 6) { $0 * 2 } == Self.committed(nil))
    #expect(end(Gesture(value: 3), at: 5) { $0 * 2 } == Self.committed(5))
    #expect(end(Gesture(), at: 0) { $0 * 2 } == Self.committed(0))
    // Keys went on to a value that the coarser scale does not tell from the one before.
    var keyed = Gesture(value: 1)
    _ = keyed.handle(.up, on: try Scale(step: .half))
    #expect(end(keyed, at: 1) { ($0 + 1) / 2 } == Self.committed(1))
  }
}
