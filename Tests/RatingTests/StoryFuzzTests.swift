import Rating
import TestSupport
import Testing

/// A million random events of every source: six contacts in any order, keys, sets by program, cancels. A second bookkeeper
/// knows only the contract: what is shown, what is confirmed, and whose story is open.
@Suite struct StoryFuzzTests {
  @Test(arguments: [false, true]) func everyStoryEnds(clears: Bool) throws {
    var random = SplitMix64(seed: clears ? 21 : 22)
    let scale = try #require(Scale(starCount: 5, step: .half, minimum: 1))
    var gesture = Gesture(clearsOnRepeatedTap: clears)
    var book = Book()
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
        if gesture.state != .idle { book.fault = "cancel left \(gesture)" }
      case 2, 3, 4:
        event = gesture.handle(random.element(of: RatingKey.allCases), on: scale)
        if event != nil && event?.source != .key { book.fault = "a key's event from \(event!.source)" }
        if wasActive && event != nil { book.fault = "a key spoke while a finger had the control" }
      default:
        let phase: ContactPhase = random.element(of: [.began, .moved, .moved, .moved, .ended, .cancelled])
        let steps = random.int32(in: scale.minimum...scale.maximum)
        let hit: Hit = random.element(of: [.value(steps), .value(steps), .near(steps), .outside])
        event = gesture.handle(phase, contact: random.int32(in: 0...5), at: hit)
        if event != nil && event?.source != .touch { book.fault = "a touch's event from \(event!.source)" }
      }
      if let event { book.take(event, shownBefore: shown) }
      book.check(gesture, on: scale)
      if let fault = book.fault {
        Issue.record("event \(i): \(fault)")
        return
      }
    }
    #expect(book.committed > 20_000 && book.cancelled > 20_000 && book.edits > 50_000)
    #expect(clears == (book.cleared > 1000))
  }

  /// What somebody knows who sees events and sets values.
  private struct Book {
    var fault: String?
    var shown: Int32?
    /// What a cancelled story must restore.
    var confirmed: Int32?
    /// Something was shown that nobody confirmed or took back.
    var isOpen = false
    var (edits, committed, cancelled, cleared) = (0, 0, 0, 0)

    mutating func setByProgram(_ value: Int32?) {
      shown = value
      confirmed = value
    }

    mutating func take(_ event: RatingEvent, shownBefore: Int32?) {
      shown = event.value
      switch event.kind {
      case .editing:
        edits += 1
        isOpen = true
        if event.value == shownBefore { fault = "editing without a change" }
      case .committed:
        committed += 1
        isOpen = false
        confirmed = event.value
        if event.value == nil { cleared += 1 }
      case .cancelled:
        cancelled += 1
        isOpen = false
        if event.value != confirmed { fault = "\(String(describing: event.value)) is not what was confirmed" }
      }
    }

    mutating func check(_ gesture: Gesture, on scale: Scale) {
      if gesture.value != shown { fault = "a change that nobody was told of: \(gesture)" }
      if let value = gesture.value, !(0...scale.maximum).contains(value) { fault = "off the grid: \(gesture)" }
      if gesture.state == .idle && isOpen { fault = "editing never ended: \(gesture)" }
      if gesture.state == .idle && gesture.value != confirmed { fault = "idle on what nobody confirmed: \(gesture)" }
    }
  }
}
