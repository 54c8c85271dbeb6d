import Basics
import CVoice
import System
import Voice

/// The voices of espeak-ng.
final class Speech {
  /// espeak-ng's own rate in words per minute.
  private static var wordsPerMinute: Int { 175 }

  /// The maximum number of languages without a voice that are remembered.
  private static var mostMissing: Int { 32 }

  /// The frames per second of espeak-ng's own voices.
  static var usualRate: Int { 22_050 }

  /// The time after which missing data are looked for again, in nanoseconds: a minute, because espeak-ng prints a line each time.
  private static var pause: Int64 { 60_000_000_000 }

  private var isStarted = false
  private var failedAt: Int64?
  /// The language whose voice is chosen.
  private var language: String?
  /// The languages without a voice, of which each is reported once.
  private var missing: [String] = []

  /// The reason why nothing, or a language, cannot be spoken.
  struct Failure: Error {
    let kind: VoiceFaults.Kind
    let message: String
  }

  /// Chooses the voice for a language, which is loaded first if necessary.
  func prepare(_ newLanguage: String) throws(Failure) {
    try start()
    if let language, language.utf8.elementsEqual(newLanguage.utf8) { return }
    language = nil
    for name in VoiceNames.candidates(for: newLanguage) where unsafe cv_choose_voice(name) != 0 {
      language = newLanguage
      return
    }
    let isKnown = missing.contains { $0.utf8.elementsEqual(newLanguage.utf8) }
    if !isKnown && missing.count < Self.mostMissing { missing.append(newLanguage) }
    throw Failure(
      kind: .language,
      message: "no voice for " + missing.joined(separator: ", ")
        + ": such texts are not spoken; install a version of espeak-ng-data that has one, and restart star-voice")
  }

  private func start() throws(Failure) {
    if isStarted { return }
    let loading = unsafe cv_load(cv_library_espeak)
    if let reason = unsafe loading.reason {
      throw Failure(
        kind: .speech,
        message: unsafe "no speech: cannot load " + String(cString: loading.soname) + ": " + String(cString: reason)
          + "; install " + String(cString: loading.package))
    }
    let isPausing = failedAt.map { MonotonicClock.now() - $0 < Self.pause } ?? false
    if isPausing || cv_start_speech(Int32(Sound.chunkMilliseconds)) != Self.usualRate {
      if !isPausing { failedAt = MonotonicClock.now() }
      throw Failure(
        kind: .speech, message: "no speech: espeak-ng has no data of its own version; install espeak-ng-data")
    }
    isStarted = true
  }

  /// Speaks a text in the voice that `prepare` has chosen. The listener receives the speech before this returns.
  func speak(_ text: String, rate: Int, _ context: UnsafeMutableRawPointer, _ listener: @escaping cv_listener) {
    unsafe cv_speak(text, Int32(Self.wordsPerMinute * rate / 100), context, listener)
  }
}
