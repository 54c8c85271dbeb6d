import StarSlider

// MARK: - Touch

extension Screen {
  /// Handles a contact. Only the first contact can press a button; all others go to the stars.
  ///
  /// - Parameter isBrief: Whether the event ends a contact of no duration. A start screen waits for hours, and a panel's fault is no opinion,
  ///   so there such a contact is no answer. It opens the question, or changes the language.
  package func handle(_ event: TouchEvent<LayoutSpace>, isBrief: Bool = false) -> Outcome? {
    let outcome = follow(event)
    guard isBrief, let tapAction else { return outcome }
    switch outcome {
    case .rated, .action(.option):
      takeBackAnswer()
      return .action(tapAction)
    default: return outcome
    }
  }

  private func takeBackAnswer() {
    input.answer = .none
    showAsQuestion(false)
    rest()
  }

  private func follow(_ event: TouchEvent<LayoutSpace>) -> Outcome? {
    let (phase, contact, point) = (event.phase, event.contact, event.position)
    if phase == .began {
      finishMotion()
      setFocus(.hidden)
    }
    if let held = input.held, held.contact == contact { return follow(held.button, phase, at: point) }
    if phase == .began && input.held == nil {
      if let button = buttons.first(where: { $0.bounds.contains(point) }) {
        press(button)
        input.held = (contact, button)
        return nil
      }
      if tapAction != nil && !(isRated && slider?.layout.bounds.contains(point) == true) {
        input.held = (contact, nil)
        return nil
      }
    }
    if !isRated { return nil }
    let wasActive = slider?.isActive == true
    if phase == .began && !wasActive && tapAction != nil { showAsQuestion(true) }
    let outcome = rate { $0.handle(event) }
    let isActive = slider?.isActive == true
    if phase == .began && !wasActive && isActive { animation.stars?.press(at: point) }
    if case .stars = input.answer { return outcome }
    if tapAction != nil && !isActive { showAsQuestion(false) }
    return outcome
  }

  /// Passes an event to the stars. Stars that become full pop. An event that changes the value or ends the touch releases a pressed star.
  func rate(_ handle: (StarSlider) -> RatingEvent?) -> Outcome? {
    guard let slider else { return nil }
    let full = slider.fullStars
    let event = handle(slider)
    animation.stars?.fill(from: full)
    if event != nil { animation.stars?.release() }
    if event?.kind == .committed { input.answer = .stars }
    return event.map { .rated($0) }
  }

  private func follow(_ button: ButtonWidget?, _ phase: TouchPhase, at point: Point<LayoutSpace>) -> Outcome? {
    let isInside = button?.bounds.contains(point) ?? true
    if let button, isInside, phase == .moved { press(button) } else { button?.isPressed = false }
    if phase == .began || phase == .moved { return nil }
    input.held = nil
    guard phase == .ended, isInside, let action = button?.action ?? tapAction else { return nil }
    return press(button, action)
  }

  private func press(_ button: ButtonWidget?, _ action: Action) -> Outcome {
    if let button, button.kind == .toggle { button.isSelected.toggle() }
    if let button, button.isOneOfSeveral { input.answer = .button(button) }
    return .action(action)
  }

  /// Whether a contact presses something, or rates.
  package var isTouched: Bool { input.held != nil || slider?.isActive == true }

  /// Cancels all contacts, because the kiosk has lost control of the screen.
  package func cancelTouch() -> Outcome? {
    input.held?.button?.isPressed = false
    input.held = nil
    animation.stars?.release()
    let event = slider?.cancelTouch()
    if event != nil && tapAction != nil { showAsQuestion(false) }
    return event.map { .rated($0) }
  }
}

// MARK: - Keys

extension Screen {
  /// Handles a key. The first key after a touch only shows the focus, with one exception: an arrow key acts at once on stars that
  /// are alone on the screen. The enter key does not, because it could confirm a value that the visitor did not choose.
  package func handle(_ key: Key) -> Outcome? {
    finishMotion()
    if input.focus == .hidden {
      if let tapAction { return key == .enter ? .action(tapAction) : nil }
      setFocus(firstFocus)
      if input.focus != .slider || !buttons.isEmpty || key == .enter { return nil }
    }
    if key == .enter, case .button(let i) = input.focus {
      let button = buttons[i]
      // One key must not discard a visit: the first Enter only highlights the button.
      if button.discardsVisit && !button.isSelected {
        button.isSelected = true
        return nil
      }
      return press(button, button.action)
    }
    if input.focus == .slider, !leavesSlider(key) { return rate { $0.handle(key) } }
    if let next = neighbor(key) { setFocus(next) }
    return nil
  }

  var firstFocus: Focus { isRated ? .slider : buttons.isEmpty ? .hidden : .button(0) }

  /// Whether a key moves the focus away from the stars. If there are buttons, keys at right angles to the row do.
  private func leavesSlider(_ key: Key) -> Bool {
    guard let slider else { return true }
    if buttons.isEmpty { return false }
    return slider.isVertical ? key == .left || key == .right : key == .up || key == .down
  }

  private func bounds(_ focus: Focus) -> Rect<LayoutSpace>? {
    switch focus {
    case .hidden: nil
    case .slider: slider?.layout.bounds
    case .button(let i): buttons[i].bounds
    }
  }

  /// Returns the nearest place in a key's direction. At right angles to the direction, the gap between two places counts double, and the
  /// distance between their centers counts a quarter. For the left and right keys, places in the same row come before all others.
  private func neighbor(_ key: Key) -> Focus? {
    guard let here = bounds(input.focus) else { return nil }
    let from = here.center
    var best: (place: Focus, isInRow: Bool, distance: Int32)?
    let places = (isRated ? [Focus.slider] : []) + buttons.indices.map { Focus.button($0) }
    for place in places where place != input.focus {
      guard let there = bounds(place), case let to = there.center,
        let offset = key.offset((to.x - from.x).floor, (to.y - from.y).floor), offset.along > 0
      else { continue }
      let isSideways = key == .left || key == .right
      let isInRow = isSideways && here.minY < there.maxY && there.minY < here.maxY
      let gap =
        isSideways
        ? max(there.minY - here.maxY, here.minY - there.maxY, 0)
        : max(there.minX - here.maxX, here.minX - there.maxX, 0)
      let distance = offset.along + 2 * gap + offset.across / 4
      if let best, best.isInRow == isInRow ? distance >= best.distance : best.isInRow { continue }
      best = (place, isInRow, distance)
    }
    return best?.place
  }

  func setFocus(_ new: Focus) {
    if new == input.focus { return }
    if case .button(let i) = input.focus {
      buttons[i].hasFocus = false
      if buttons[i].discardsVisit { buttons[i].isSelected = false }
    }
    if input.focus == .slider || new == .slider { frames.changeFocus() }
    input.focus = new
    if case .button(let i) = input.focus { buttons[i].hasFocus = true }
  }
}

extension Key {
  /// Converts an offset in pixels to distances along the key's direction and across it; `nil` for the enter key.
  fileprivate func offset(_ dx: Int32, _ dy: Int32) -> (along: Int32, across: Int32)? {
    switch self {
    case .left: (-dx, abs(dy))
    case .right: (dx, abs(dy))
    case .up: (-dy, abs(dx))
    case .down: (dy, abs(dx))
    default: nil
    }
  }
}
