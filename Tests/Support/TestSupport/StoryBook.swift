import Rating

/// A second bookkeeper of a control: what somebody knows who sees its events and sets its values.
package struct StoryBook {
  /// The first thing that did not hold together.
  package private(set) var fault: String?
  package private(set) var shown: Int32?
  /// What a cancelled story must restore.
  package private(set) var confirmed: Int32?
  /// Something was shown that nobody confirmed or took back.
  package private(set) var isOpen = false
  package private(set) var (edits, committed, cancelled, cleared) = (0, 0, 0, 0)

  package init() {}

  package mutating func complain(_ what: String) {
    if fault == nil { fault = what }
  }

  /// The same book after a change of the scale, which nobody is told of.
  package func translated(_ value: (Int32) -> Int32) -> StoryBook {
    var book = self
    book.shown = shown.map(value)
    book.confirmed = confirmed.map(value)
    return book
  }

  package mutating func setByProgram(_ value: Int32?) {
    shown = value
    confirmed = value
  }

  package mutating func take(_ event: RatingEvent, shownBefore: Int32?) {
    shown = event.value
    switch event.kind {
    case .editing:
      edits += 1
      isOpen = true
      if event.value == shownBefore { complain("editing without a change") }
    case .committed:
      committed += 1
      isOpen = false
      confirmed = event.value
      if event.value == nil { cleared += 1 }
    case .cancelled:
      cancelled += 1
      isOpen = false
      if event.value != confirmed { complain("\(String(describing: event.value)) is not what was confirmed") }
    }
  }

  package mutating func check(_ gesture: Gesture, on scale: Scale) {
    if gesture.value != shown { complain("a change that nobody was told of: \(gesture)") }
    if let value = gesture.value, !(0...scale.maximum).contains(value) { complain("off the grid: \(gesture)") }
    if gesture.state == .idle && isOpen { complain("editing never ended: \(gesture)") }
    if gesture.state == .idle && gesture.value != confirmed { complain("idle on what nobody confirmed: \(gesture)") }
  }
}
