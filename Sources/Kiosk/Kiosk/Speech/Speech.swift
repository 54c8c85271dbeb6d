import Screens
import Settings
import StarSlider
import Survey
import System
import Touch

/// What visitors hear. `nil` in a kiosk that neither speaks nor sounds.
final class Speech {
  private let pipe: VoicePipe
  private let hasSounds: Bool
  /// Whether the kiosk can speak.
  private let speaks: Bool
  /// Whether a finger explores the screens.
  let allowsExploration: Bool
  private var state: SpeechState
  /// The effects that have not been performed yet.
  private var due: SpeechState.Effects = []
  /// Whether something may still be spoken since the last `stop`.
  private var mayBeSpeaking = false
  var exploration = Exploration()
  /// What a finger is on, or was when it was lifted.
  private(set) var felt = Screen.Focused.nothing

  init?(_ settings: Settings, _ pipe: VoicePipe) {
    (speaks, hasSounds) = (settings.speaks, settings.voice.sounds)
    allowsExploration = settings.allowsExploration
    if !speaks && !hasSounds { return nil }
    self.pipe = pipe
    state = SpeechState(isAlways: speaks && settings.voice.mode == .always)
    if state.isOn { due = [.begin, .announce] }
  }

  /// Whether the visitor hears the screens.
  var isOn: Bool { state.isOn }
  var deadline: Int64 { state.deadline }

  // MARK: Events

  func handle(_ event: SpeechState.Event, at now: Int64) {
    if !speaks { return }
    due.formUnion(state.handle(event, at: now))
    if case .shown(_, true) = event { pipe.visitEnded() }
  }

  func handle(key: KeypadKey, at now: Int64) {
    switch key {
    case .control, .previous, .next, .back: handle(.key, at: now)
    case .speech: handle(.speechKey, at: now)
    case .louder: handle(.louder, at: now)
    case .quieter: handle(.quieter, at: now)
    case .faster: handle(.faster, at: now)
    case .slower: handle(.slower, at: now)
    }
  }

  /// Handles the beginning of a contact. Silence comes first.
  func touchBegan(onTarget isOnTarget: Bool, at now: Int64) {
    felt = .nothing
    handle(.touch, at: now)
    if due.contains(.stop) { silence() }
    if isOnTarget { sound(VoicePipe.touchTone) }
  }

  /// Notes what a finger is on. The tone of the stars rises with their value; words follow when the finger rests.
  func feel(_ focused: Screen.Focused, on screen: Screen, at now: Int64) {
    if focused == felt || !isOn { return }
    felt = focused
    handle(focused == .nothing ? .leftTarget : .reachedTarget, at: now)
    if due.contains(.stop) { silence() }
    if case .stars(let value?) = focused, let highest = screen.slider?.layout.scale.maximum {
      sound(VoicePipe.tone(of: value, upTo: highest))
    }
  }

  /// Sounds the tone of the thank-you screen.
  func thank() { sound(VoicePipe.thanksTone) }

  private func sound(_ tone: [UInt8]) { if hasSounds || state.isOn { _ = pipe.send(tone) } }

  private func silence() {
    due.remove(.stop)
    if mayBeSpeaking { _ = pipe.send(VoicePipe.stop) }
    mayBeSpeaking = false
  }

  // MARK: Speaking

  /// Returns the effects that are due, and forgets them.
  func takeDue() -> SpeechState.Effects {
    defer { due = [] }
    return due
  }

  /// Says what the effects call for.
  ///
  /// - Parameters:
  ///   - announcement: What the screen is.
  ///   - change: What a key has changed on a screen that stays; `nil` if no key was pressed. Without a change, a tone tells that the key did
  ///     nothing.
  func perform(
    _ effects: SpeechState.Effects, in texts: ScreenSpeech, language: Int32, announcement: () -> [Utterance],
    change: [Utterance]? = nil
  ) {
    var lines: [[UInt8]] = []
    if effects.contains(.stop) && mayBeSpeaking {
      lines.append(VoicePipe.stop)
      mayBeSpeaking = false
    }
    if effects.contains(.begin) || effects.contains(.volume) { lines.append(VoicePipe.line("volume \(state.volume)")) }
    if effects.contains(.begin) || effects.contains(.speed) { lines.append(VoicePipe.line("rate \(state.speed)")) }
    var said: [Utterance] = []
    if effects.contains(.volume) { said += texts.volume(state.volume, language: language) }
    if effects.contains(.speed) { said += texts.speed(state.speed, language: language) }
    if !state.isOn {
      // The visit has ended, and what was said last may be heard to its end.
    } else if effects.contains(.announce) {
      said += announcement()
      if effects.contains(.begin) && allowsExploration { said += texts.exploration(language: language) }
    } else if let change {
      if change.isEmpty { lines.append(VoicePipe.endTone) }
      said += change
    }
    send(lines, said)
  }

  /// Says more, after what is being said.
  func say(_ said: [Utterance]) { if state.isOn { send([], said) } }

  private func send(_ lines: [[UInt8]], _ said: [Utterance]) {
    if !said.isEmpty { mayBeSpeaking = true }
    let lines = lines + said.map { VoicePipe.line(saying: $0.language, $0.text) }
    if !lines.isEmpty { pipe.send(lines) }
  }
}

extension Settings {
  /// Whether a finger explores the screens while they are spoken: visitors ask for speech, so that those who hear may not see.
  var allowsExploration: Bool { speaks && voice.mode != .always && touch.device != .none }
}
