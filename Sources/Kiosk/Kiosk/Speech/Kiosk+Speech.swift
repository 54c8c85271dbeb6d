import Screens
import StarSlider
import Survey
import Touch

// What a visitor hears, the keys of a keypad, and a finger of someone who listens.
extension Kiosk {
  /// Whether a finger explores the screen. If every visitor hears it, most see it, too, and touch it as usual.
  var isExploring: Bool { machine.isScreenHeard && presenter.speech?.allowsExploration == true }

  /// Handles a contact in a kiosk that speaks. A finger that is lifted changes nothing of what is said.
  func handle(_ touch: TouchEvent<LayoutSpace>, isBrief: Bool, with speech: Speech) -> Screen.Outcome? {
    let (explores, now) = (isExploring, clock.now)
    let outcome = presenter.withScreen {
      explores
        ? speech.exploration.follow(touch, isBrief: isBrief, on: $0, at: now) : $0.handle(touch, isBrief: isBrief)
    }
    if touch.phase == .began || touch.phase == .moved {
      let screen = presenter.screen
      speech.feel(explores ? speech.exploration.touched : screen.rated, on: screen, at: now)
    }
    return outcome
  }

  /// Says what a double tap has changed on a screen that stays.
  func tellChoice(with speech: Speech) {
    guard let chosen = speech.exploration.takeChosen() else { return }
    speech.handle(.touch, at: clock.now)
    speak(with: speech, change: change(from: chosen))
  }

  /// Returns what is to be said about the focus after it was on `before`; `nil` in a kiosk that does not speak.
  private func change(from before: Screen.Focused) -> [Utterance]? {
    let screen = presenter.screen
    return configuration.model.screens.speech?.change(from: before, to: screen.focused, at: place, on: screen)
  }

  func handle(_ key: KeypadKey) {
    guard let speech = presenter.speech else { return operate(key) }
    let before = presenter.screen.focused
    operate(key)
    // The key may have ended a visit, and with it speech, so it counts for the screen that it leads to.
    speech.handle(key: key, at: clock.now)
    if key.isOfSpeech { return updateSpeech() }
    speak(with: speech, change: change(from: before))
  }

  private func operate(_ key: KeypadKey) {
    storage.counts.touched(by: presenter.speech?.isOn == true ? .speech : .keypad)
    if key.isOfSpeech {
      // The thanks may still be spoken.
      if machine.screen != .thanks { handle(.keyPressed) }
      return
    }
    handle(.keyPressed)
    if !machine.survey.pin.isEmpty && input.opensService(key) {
      handle(.service)
    } else if let outcome = key.operate(presenter.screen) {
      handleOutcome(outcome)
    }
  }

  /// Says what the events of this round call for.
  func updateSpeech() {
    guard let speech = presenter.speech else { return }
    speech.handle(.headphones(input.hasHeadphones), at: clock.now)
    if clock.now >= speech.deadline { speech.handle(.timePassed, at: clock.now) }
    speak(with: speech, change: nil)
  }

  private func speak(with speech: Speech, change: [Utterance]?) {
    let effects = speech.takeDue()
    if effects.contains(.end) || effects.contains(.begin) {
      // From now on, a contact has another meaning.
      if speech.allowsExploration && presenter.screen.isTouched { cancelTouch() }
      speech.exploration.reset()
      if effects.contains(.end) { handle(.hearing(false)) }
      if effects.contains(.begin) { handle(.hearing(true)) }
    }
    guard let texts = configuration.model.screens.speech, !effects.isEmpty else { return }
    let (place, screen) = (place, presenter.screen)
    speech.perform(
      effects, in: texts, language: machine.language,
      announcement: { texts.announcement(of: place, on: screen) },
      change: effects.contains(.tell) ? texts.change(from: .nothing, to: speech.felt, at: place, on: screen) : change)
  }

  /// Says that an idle visit is about to end, when its countdown begins.
  func warnOfEnd() {
    guard let speech = presenter.speech, speech.isOn, let left = machine.countdown else { return }
    switch machine.screen {
    case .language, .question, .reasons:
      if let texts = configuration.model.screens.speech {
        speech.say(texts.warning(seconds: left, language: machine.language))
      }
    default: break
    }
  }

  private var place: ScreenSpeech.Place {
    ScreenSpeech.Place(
      machine.screen, language: machine.language, hasContrast: machine.hasContrast,
      opening: machine.screen == .closed ? machine.nextOpening(at: clock.now) : nil)
  }
}

extension KeypadKey {
  /// Handles the key on a screen; keys for speech do nothing there.
  func operate(_ screen: Screen) -> Screen.Outcome? {
    switch self {
    case .control(let key): screen.handle(key)
    case .previous: screen.step(by: -1)
    case .next: screen.step(by: 1)
    case .back: screen.goBack()
    case .speech, .louder, .quieter, .faster, .slower: nil
    }
  }
}
