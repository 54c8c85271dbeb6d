import StarSlider

/// A reference model of a rating control: the state that follows from its events and from the values that the program sets.
package struct ReferenceRating {
  /// A description of the first inconsistency; `nil` if there is none.
  package private(set) var fault: String?
  package private(set) var shown: Int32?
  /// The value that a cancelled gesture must restore.
  package private(set) var confirmed: Int32?
  /// Whether a shown value has been neither committed nor cancelled.
  package private(set) var isOpen = false
  package private(set) var (edits, committed, cancelled, cleared) = (0, 0, 0, 0)

  package init() {}

  package mutating func complain(_ what: String) {
    if fault == nil { fault = what }
  }

  /// Returns the model after a change of the scale, which causes no event.
  package func translated(_ value: (Int32) -> Int32) -> ReferenceRating {
    var model = self
    model.shown = shown.map(value)
    model.confirmed = confirmed.map(value)
    return model
  }

  package mutating func setByProgram(_ value: Int32?) {
    shown = value
    confirmed = value
  }

  package mutating func handle(_ event: RatingEvent, shownBefore: Int32?) {
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
      if event.value != confirmed { complain("cancelled to \(String(describing: event.value))") }
    }
  }

  package mutating func check(_ gesture: Gesture, on scale: Scale) {
    if gesture.value != shown { complain("a change without an event: \(gesture)") }
    if let value = gesture.value, !(0...scale.maximum).contains(value) { complain("off the grid: \(gesture)") }
    if gesture.state == .idle && isOpen { complain("editing did not end: \(gesture)") }
    if gesture.state == .idle && gesture.value != confirmed { complain("idle with an unconfirmed value: \(gesture)") }
  }
}
