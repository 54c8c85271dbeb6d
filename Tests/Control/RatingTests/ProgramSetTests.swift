import StarSlider
import Testing

/// A value that the program sets causes no event and ends no gesture: what began with `editing` still ends.
@Suite struct ProgramSetTests {
  @Test func setDuringTouch() {
    var gesture = Gesture(value: 2)
    _ = gesture.handle(.began, contact: 1, at: .value(4))
    gesture.set(5)
    #expect(gesture.value == 5 && gesture.isActive, "captured from touch-down until its end")
    #expect(gesture.handle(.began, contact: 2, at: .value(1)) == nil, "and others are ignored")
    #expect(gesture.handle(.moved, contact: 1, at: .value(4)) == RatingEvent(.editing, 4, source: .touch))
    #expect(gesture.handle(.cancelled, contact: 1, at: .value(4)) == RatingEvent(.cancelled, 5, source: .touch))
    #expect(gesture.value == 5, "what the program set is what is restored")
  }

  @Test func setBeforeRelease() {
    var gesture = Gesture(value: 2)
    _ = gesture.handle(.began, contact: 1, at: .value(4))
    gesture.set(nil)
    #expect(gesture.value == nil)
    #expect(gesture.handle(.ended, contact: 1, at: .value(4)) == RatingEvent(.committed, 4, source: .touch))
  }

  @Test func setWhileFingerIsOutside() {
    var gesture = Gesture(value: 2)
    _ = gesture.handle(.began, contact: 1, at: .value(4))
    _ = gesture.handle(.moved, contact: 1, at: .outside)
    gesture.set(1)
    #expect(gesture.handle(.moved, contact: 1, at: .outside) == nil && gesture.value == 1)
    #expect(gesture.handle(.ended, contact: 1, at: .outside) == RatingEvent(.cancelled, 1, source: .touch))
  }

  @Test func setBetweenKeys() throws {
    var gesture = Gesture(value: 2)
    _ = gesture.handle(.up, on: try Scale())
    gesture.set(4)
    #expect(gesture.state == .keying(before: 4))
    _ = gesture.handle(.down, on: try Scale())
    #expect(gesture.cancel() == RatingEvent(.cancelled, 4, source: .key))
    #expect(gesture.value == 4 && gesture.state == .idle)
  }

  @Test func setWhileIdle() {
    var gesture = Gesture(value: 2)
    gesture.set(nil)
    #expect(gesture.value == nil && gesture.state == .idle, "unrated is not 0")
    #expect(gesture.cancel() == nil)
  }
}
