import Screens
import Survey
import Touch

// What a visitor hears, and the keys of a keypad.
extension Kiosk {
  func handle(_ key: KeypadKey) {
    guard let speech = presenter.speech else { return operate(key) }
    let before = presenter.screen.focused
    operate(key)
    // The key may have ended a visit, and with it speech, so it counts for the screen that it leads to.
    speech.handle(key: key, at: clock.now)
    if key.isOfSpeech { return updateSpeech() }
    let screen = presenter.screen
    let change = configuration.model.screens.speech?.change(from: before, to: screen.focused, at: place, on: screen)
    speak(with: speech, change: change)
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
    if effects.contains(.end) { handle(.hearing(false)) }
    if effects.contains(.begin) { handle(.hearing(true)) }
    guard let texts = configuration.model.screens.speech, !effects.isEmpty else { return }
    let (place, screen) = (place, presenter.screen)
    speech.perform(
      effects, in: texts, language: machine.language,
      announcement: { texts.announcement(of: place, on: screen) }, change: change)
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
