import StarSlider

// The keys of a keypad with four keys: previous, next, choose (enter) and back. They reach every place of a screen in one line: the values of
// the stars, then the buttons, and from the last one the stars again.
extension Screen {
  /// Moves to the next place, or with -1 to the previous one. Like an arrow key, the first step after a touch only shows the focus, unless the
  /// stars are alone on the screen.
  package func step(by direction: Int32) -> Outcome? {
    finishMotion()
    if input.focus == .hidden {
      if tapAction != nil { return nil }
      setFocus(firstFocus)
      if input.focus != .slider || !buttons.isEmpty { return nil }
    }
    switch input.focus {
    case .hidden: return nil
    case .slider: return stepOnStars(by: direction)
    case .button(let i):
      let next = i + Int(direction)
      if buttons.indices.contains(next) {
        setFocus(.button(next))
      } else {
        setFocus(isRated ? .slider : .button(next < 0 ? buttons.count - 1 : 0))
      }
      return nil
    }
  }

  /// Changes the value, and leaves the stars at the ends of the row.
  private func stepOnStars(by direction: Int32) -> Outcome? {
    let value = slider?.value
    // For stars without a value, the key `down` would choose the lowest one.
    if direction > 0 || value != nil, let outcome = rate({ $0.handle(direction > 0 ? Key.up : .down) }),
      slider?.value != value
    {
      return outcome
    }
    if !buttons.isEmpty { setFocus(.button(direction > 0 ? 0 : buttons.count - 1)) }
    return nil
  }

  /// Leads to the button that starts over. There, it presses the button, as a second Enter does.
  package func goBack() -> Outcome? {
    finishMotion()
    guard let back = buttons.firstIndex(where: { $0.action == .startOver }) else { return nil }
    if input.focus == .button(back) { return handle(.enter) }
    setFocus(.button(back))
    // No single key may discard a visit.
    return buttons[back].discardsVisit ? handle(.enter) : nil
  }
}
