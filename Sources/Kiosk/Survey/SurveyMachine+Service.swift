// The service screen, which a PIN opens. Times are nanoseconds of the monotonic clock.

/// The digits that an operator has typed, and the number of wrong PINs. The kiosk keeps the number of wrong PINs on disk, so that a restart
/// does not end a pause.
package struct PINEntry: Hashable, Sendable {
  /// The number of wrong PINs that cause no pause.
  static var freeAttempts: Int32 { 4 }
  /// The longest PIN.
  package static var longest: Int { 8 }

  var digits: [UInt8] = []
  /// The number of wrong PINs since the last right one.
  package internal(set) var wrong: Int32 = 0
  /// The time until which no digit is accepted; `nil` without a pause.
  package internal(set) var pausedUntil: Int64?

  /// The number of typed digits.
  package var count: Int { digits.count }

  /// The pause after the last wrong PIN: a minute after the fifth, then twice as long each time, up to 64 minutes.
  var pause: Int64 {
    wrong <= Self.freeAttempts ? 0 : 60_000_000_000 << Int64(min(wrong - Self.freeAttempts - 1, 6))
  }
}

extension Survey {
  /// The time without a touch after which the service screen closes.
  package static var serviceIdle: Int64 { 120_000_000_000 }
  /// How long the kiosk shows its name.
  package static var identityTime: Int64 { 10_000_000_000 }
}

extension SurveyMachine {
  /// Whether the PIN screen or the service screen is shown.
  package var isServiced: Bool { state == .pin || state == .service }

  /// Whether the corner and the keys open the PIN screen.
  var canBeServiced: Bool {
    if survey.pin.isEmpty { return false }
    switch state {
    case .recording, .outOfOrder, .pin, .service: return false
    default: return true
    }
  }

  /// Shows the kiosk's name for a while.
  mutating func identify(at now: Int64) -> Effects {
    (state, screen) = (.identifying(until: now + Survey.identityTime), .identity)
    return .show
  }

  mutating func count(down end: Int64, at now: Int64) -> Effects {
    let left = Self.secondsLeft(end - now)
    if left == countdown { return [] }
    countdown = left
    return .count
  }

  /// Shows the PIN screen or the service screen.
  mutating func serve(_ next: State, at now: Int64) -> Effects {
    _ = goHome()
    entry.digits = []
    lastActivity = now
    (state, screen) = (next, next == .pin ? .pin : .service)
    if next == .pin { _ = countPause(at: now) }
    // The operator may have opened the screen while the kiosk is closed. Leaving the screen switches the light off again.
    return postponed.switchLight(true).union(.show)
  }

  mutating func type(_ digit: UInt8, at now: Int64) -> Effects {
    if state != .pin || entry.pausedUntil != nil || entry.count == PINEntry.longest || digit > 9 { return [] }
    entry.digits.append(digit)
    return .count
  }

  mutating func erase() -> Effects {
    if state != .pin || entry.count == 0 { return [] }
    entry.digits = []
    return .count
  }

  mutating func checkPIN(at now: Int64) -> Effects {
    if entry.pausedUntil != nil || entry.count == 0 { return [] }
    if entry.digits == survey.pin {
      entry = PINEntry()
      return serve(.service, at: now)
    }
    entry.digits = []
    entry.wrong += 1
    if entry.pause > 0 { entry.pausedUntil = now + entry.pause }
    return countPause(at: now).union([.refuse, .count])
  }

  /// Continues where an earlier run of the program ended.
  ///
  /// - Parameters:
  ///   - wrong: The number of wrong PINs since the last right one.
  ///   - end: When the pause ends; `nil` if that is not known, so that it begins again.
  package mutating func continuePause(afterWrong wrong: Int32, until end: Int64?, at now: Int64) {
    entry.wrong = max(wrong, 0)
    let latest = now + entry.pause
    let end = min(end ?? latest, latest)
    if end > now { entry.pausedUntil = end }
  }

  /// Shows the remaining time of a pause, and ends the pause when it is over.
  private mutating func countPause(at now: Int64) -> Effects {
    guard let end = entry.pausedUntil else { return [] }
    if now < end { return count(down: end, at: now) }
    (entry.pausedUntil, countdown) = (nil, nil)
    return .count
  }

  mutating func handleServiceTime(at now: Int64) -> Effects {
    if now >= serviceEnd { return goHome() }
    return state == .pin ? countPause(at: now) : []
  }

  private var serviceEnd: Int64 { (lastActivity ?? 0) + (state == .pin ? idle : Survey.serviceIdle) }

  var serviceDeadline: Int64 {
    guard state == .pin, let end = entry.pausedUntil else { return serviceEnd }
    return min(serviceEnd, nextSecond(end))
  }

  /// Stores a test answer to the first question that can be answered: the highest value, or the first option.
  mutating func recordTest(at now: Int64) -> Effects {
    if state != .service { return [] }
    for (number, question) in zip(0..<Int32(survey.questions.count), survey.questions) {
      switch question.form {
      case .none: continue
      case .slider:
        let scale = survey.scales.indices.contains(Int(number)) ? survey.scales[Int(number)] : nil
        visit.answers = [Visit.Answer(question: number, value: scale?.upperBound ?? 1)]
      case .values(let values): visit.answers = [Visit.Answer(question: number, value: values.max() ?? 0)]
      case .one, .several: visit.answers = [Visit.Answer(question: number, value: 0, chosen: 1)]
      case .code: visit.answers = [Visit.Answer(question: number, value: 0)]
      }
      return record(then: .service, at: now)
    }
    return []
  }
}
