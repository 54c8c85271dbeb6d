import StarSlider
import TestSupport
import Testing

/// A million random events of every source: six contacts in any order, keys, sets by program, cancels. A second bookkeeper
/// knows only the contract: what is shown, what is confirmed, and whose story is open.
@Suite struct StoryFuzzTests {
  @Test(arguments: [false, true]) func everyEditEnds(clears: Bool) throws {
    var random = SplitMix64(seed: clears ? 21 : 22)
    let scale = try Scale(starCount: 5, step: .half, minimum: 1)
    var gesture = Gesture(clearsOnRepeatedTap: clears)
    var book = ReferenceRating()
    for i in 0..<500_000 {
      let shown = gesture.value
      let wasActive = gesture.isActive
      var event: RatingEvent?
      switch random.int32(in: 0...15) {
      case 0:
        let value: Int32? = random.oneIn(4) ? nil : random.int32(in: 0...scale.maximum)
        gesture.set(value)
        book.setByProgram(value)
      case 1:
        event = gesture.cancel()
        if gesture.state != .idle { book.complain("cancel left \(gesture)") }
      case 2, 3, 4:
        event = gesture.handle(random.element(of: Key.allCases + [.enter]), on: scale)
        if event != nil && event?.source != .key { book.complain("a key's event from \(event!.source)") }
        if wasActive && event != nil { book.complain("a key spoke while a finger had the control") }
      case 5:
        event = gesture.adjust(by: random.element(of: [-1, 1, 3, .min, .max]), on: scale)
        if event != nil && (event?.source != .key || event?.kind != .committed) { book.complain("adjusted: \(event!)") }
        if wasActive && event != nil { book.complain("an adjustment while a finger had the control") }
      default:
        let phase: TouchPhase = random.element(of: [.began, .moved, .moved, .moved, .ended, .cancelled])
        let steps = random.oneIn(3) ? gesture.value ?? 3 : random.int32(in: scale.minimum...scale.maximum)
        let hit: Hit = random.element(of: [.value(steps), .value(steps), .near(steps), .outside])
        event = gesture.handle(phase, contact: random.element(of: [0, 0, 0, 0, 1, 1, 2, 3, 4, 5]), at: hit)
        if event != nil && event?.source != .touch { book.complain("a touch's event from \(event!.source)") }
      }
      if let event { book.handle(event, shownBefore: shown) }
      book.check(gesture, on: scale)
      if let fault = book.fault {
        Issue.record("event \(i): \(fault)")
        return
      }
    }
    #expect(book.committed > 10_000 && book.cancelled > 10_000 && book.edits > 20_000)
    #expect(clears == (book.cleared > 100))
  }
}
