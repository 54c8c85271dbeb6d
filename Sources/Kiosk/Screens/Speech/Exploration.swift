import StarSlider

/// A finger that explores a screen whose parts are spoken. What is under it gets the keyboard focus, and a double tap, wherever it is, chooses
/// what had the focus before, as screen readers do.
///
/// | state | contact | next state | on the screen |
/// | --- | --- | --- | --- |
/// | up | begins | down | gives the focus to what is there |
/// | down | moves | down | gives the focus to what is there |
/// | down | ends as a tap | tapped | |
/// | down | ends otherwise | up | |
/// | tapped | begins soon | down again | |
/// | tapped | begins later | down | gives the focus to what is there |
/// | down again | moves no farther and not longer than a tap | down again | |
/// | down again | moves otherwise | down | gives the focus to what is there |
/// | down again | ends as a tap | up | chooses what had the focus before the first tap, or, if nothing had, what the tap hit |
/// | down again | ends otherwise | up | gives the focus to what is there |
/// | down, down again | is cancelled, or had no duration | up | returns the focus |
/// | any | another contact | unchanged | |
///
/// A value of the stars is shown like one chosen by keys, which does not count until it is confirmed. Times are nanoseconds of the monotonic clock.
package struct Exploration {
  private enum State {
    case up
    case tapped(at: Int64)
    case down(Contact)
    case downAgain(Contact)
  }

  private struct Contact {
    let number: Int32
    let time: Int64
    let place: Point<LayoutSpace>

    /// Whether the contact is still short and near enough for a tap.
    func isTap(_ event: TouchEvent<LayoutSpace>, at now: Int64, within distance: Int32) -> Bool {
      let (x, y) = (event.position.x.floor - place.x.floor, event.position.y.floor - place.y.floor)
      return now - time <= Exploration.longestTap && max(abs(x), abs(y)) <= distance
    }
  }

  /// How long a tap takes at most, and the time from its end to the second one.
  package static var longestTap: Int64 { 300_000_000 }
  package static var longestPause: Int64 { 500_000_000 }

  private var state = State.up
  /// What had the focus before the last contact that began to explore.
  private var before: Screen.Place?
  /// What is under the finger, or was when it was lifted.
  package private(set) var touched = Screen.Focused.nothing
  /// What a double tap has chosen, as it was before.
  private var chosen: Screen.Focused?

  package init() {}

  /// Returns what a double tap has just chosen, as it was before, and forgets it; `nil` without one.
  package mutating func takeChosen() -> Screen.Focused? {
    defer { chosen = nil }
    return chosen
  }

  /// Forgets all contacts, because another screen is shown or the kiosk has lost control of it.
  package mutating func reset() { self = Exploration() }

  /// Follows a contact on a screen.
  ///
  /// - Parameter isBrief: Whether the event ends a contact of no duration.
  /// - Returns: What a double tap has chosen.
  package mutating func follow(
    _ event: TouchEvent<LayoutSpace>, isBrief: Bool, on screen: Screen, at now: Int64
  ) -> Screen.Outcome? {
    let began = Contact(number: event.contact, time: now, place: event.position)
    switch (state, event.phase) {
    case (.tapped(let time), .began) where now - time <= Self.longestPause:
      state = .downAgain(began)
      touched = .nothing
    case (.up, .began), (.tapped, .began):
      state = .down(began)
      before = screen.place
      explore(event, screen)
    case (.down(let contact), _), (.downAgain(let contact), _):
      if contact.number == event.contact { return follow(contact, event, isBrief, screen, now) }
    case (.up, _), (.tapped, _): break
    }
    return nil
  }

  private mutating func follow(
    _ contact: Contact, _ event: TouchEvent<LayoutSpace>, _ isBrief: Bool, _ screen: Screen, _ now: Int64
  ) -> Screen.Outcome? {
    if event.phase == .cancelled || isBrief {
      if let before { screen.focus(on: before) }
      reset()
      return nil
    }
    let isTap = contact.isTap(event, at: now, within: screen.longestTap)
    switch (state, event.phase) {
    case (.downAgain, .ended) where isTap: return choose(on: screen)
    case (.downAgain, .moved) where isTap: break
    case (.downAgain, _), (.down, .moved):
      state = .down(contact)
      explore(event, screen)
    default: break
    }
    if event.phase == .ended { state = isTap ? .tapped(at: now) : .up }
    return nil
  }

  private mutating func explore(_ event: TouchEvent<LayoutSpace>, _ screen: Screen) {
    touched = screen.explore(at: event.position) ? screen.focused : .nothing
  }

  private mutating func choose(on screen: Screen) -> Screen.Outcome? {
    if let before, before.focus != .hidden { screen.focus(on: before) }
    reset()
    chosen = screen.focused
    return screen.handle(.enter)
  }
}

extension Screen {
  /// The keyboard focus, the value of the stars, and whether the button with the focus is selected.
  struct Place {
    let focus: Focus
    let value: Int32?
    let isSelected: Bool
  }

  var place: Place {
    var isSelected = false
    if case .button(let i) = input.focus { isSelected = buttons[i].isSelected }
    return Place(focus: input.focus, value: slider?.value, isSelected: isSelected)
  }

  func focus(on place: Place) {
    setFocus(place.focus)
    // A button that discards the visit has been chosen once already.
    if case .button(let i) = place.focus { buttons[i].isSelected = place.isSelected }
    if isRated && slider?.value != place.value { show(place.value) }
  }

  /// The distance that a tap moves at most, in pixels.
  fileprivate var longestTap: Int32 { min(canvas.transform.layout.width, canvas.transform.layout.height) / 16 }

  /// Gives the keyboard focus to what is at a point, and shows the value there. Returns whether anything is. Beside the buttons of a start
  /// screen, nothing has the focus, so that two taps begin.
  fileprivate func explore(at point: Point<LayoutSpace>) -> Bool {
    finishMotion()
    if let button = buttons.firstIndex(where: { $0.bounds.contains(point) }) {
      setFocus(.button(button))
      return true
    }
    if tapAction != nil {
      setFocus(.hidden)
      return false
    }
    guard isRated, let value = slider?.value(at: point) else { return false }
    setFocus(.slider)
    show(value)
    return true
  }

  private func show(_ value: Int32?) {
    guard let slider else { return }
    let full = slider.fullStars
    slider.set(value)
    animation.stars?.fill(from: full)
  }

  /// The stars under a finger that rates; `nothing` without one.
  package var rated: Focused { slider?.isActive == true ? .stars(slider?.value) : .nothing }
}
