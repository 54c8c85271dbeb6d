import Rating

extension SurveyMachine {
  /// What can happen.
  package enum Event: Hashable, Sendable {
    /// A finger comes down; told before the screen sees it.
    case touchBegan
    /// A key of a keypad; told before the screen sees it.
    case keyPressed
    /// The start screen was tapped.
    case started
    /// Counted from the plan's first.
    case choseLanguage(Int32)
    /// The control has an event.
    case rated(RatingEvent)
    /// Counted from the question's first.
    case toggledReason(Int32)
    case finishedReasons
    case startedOver
    /// The visit is on disk.
    case recorded
    /// The visit could not be written.
    case recordingFailed
    /// A finger is on the corner that begins the cleaning.
    case cornerPressed
    case cornerReleased
    /// Cleaning is asked for.
    case clean
    /// The program is about to end.
    case ending
    /// A new configuration is there.
    case reload
    /// The wall's clock was read, or set.
    case clock(WallTime)
    /// It is later.
    case timePassed
  }

  /// Takes what happened at `now`, nanoseconds of the monotonic clock, never going back.
  package mutating func handle(_ event: Event, at now: Int64) -> Effects {
    if state == .failed { return [] }
    var effects: Effects = []
    switch event {
    case .touchBegan, .keyPressed:
      if case .thanks = state { effects = goHome(at: now) }
      effects.formUnion(act(at: now))
    case .started:
      if state == .attract { effects = enter(survey.languages > 1 ? .language : .question(0), at: now) }
    case .choseLanguage(let chosen):
      if state == .language && chosen >= 0 && chosen < survey.languages {
        language = chosen
        effects = enter(.question(0), at: now)
      }
    case .rated(let event):
      effects = rate(event, at: now)
    case .toggledReason(let reason):
      if case .reasons(let question) = state, reason >= 0 && reason < survey.questions[Int(question)].reasons {
        visit.answers[visit.answers.count - 1].reasons ^= 1 << UInt32(reason)
        effects = act(at: now)
      }
    case .finishedReasons:
      if case .reasons(let question) = state { effects = goOn(after: question, at: now) }
    case .startedOver:
      if isVisited { effects = goHome(at: now) }
    case .recorded:
      effects = arrive(at: now)
    case .recordingFailed:
      if case .recording = state { state = .failed }
    case .cornerPressed: if canBeCleaned { cornerSince = now }
    case .cornerReleased: cornerSince = nil
    case .clean:
      if canBeCleaned { effects = interrupt(for: .cleaning, at: now) }
    case .ending:
      if keepsVisit { effects = record(then: .home, at: now) }
    case .reload:
      wantsReload = true
    case .clock(let wall):
      self.wall = wall
    case .timePassed:
      effects = passTime(at: now)
    }
    if isHome || state == .closed { effects.formUnion(settle(at: now)) }
    return effects
  }

  private var canBeCleaned: Bool {
    switch state {
    case .closed, .recording, .failed, .cleaning: false
    default: true
    }
  }

  // MARK: A visit

  private mutating func rate(_ event: RatingEvent, at now: Int64) -> Effects {
    guard case .question(let question) = state else { return [] }
    let effects = act(at: now)
    guard event.kind == .committed, let value = event.value else { return effects }
    visit.answers.append(Visit.Given(question: question, value: value))
    let asked = survey.questions[Int(question)]
    if asked.reasons > 0 && value <= asked.reasonsUpTo { return effects.union(enter(.reasons(question), at: now)) }
    return effects.union(goOn(after: question, at: now))
  }

  private mutating func goOn(after question: Int32, at now: Int64) -> Effects {
    let next = question + 1
    if Int(next) < survey.questions.count { return enter(.question(next), at: now) }
    return record(then: .thanks, at: now)
  }

  private mutating func record(then next: Next, at now: Int64) -> Effects {
    visit.isPartial = next != .thanks
    visit.isRepeat = lastVisit.map { now - $0 < survey.repeatInterval } ?? false
    countdown = nil
    state = .recording(next)
    return .record
  }

  private mutating func arrive(at now: Int64) -> Effects {
    guard case .recording(let next) = state else { return [] }
    visits += 1
    lastVisit = now
    let end: Effects = visits == survey.wanted ? .end : []
    switch next {
    case .home: return goHome(at: now).union(end)
    case .cleaning: return clean(at: now).union(end)
    case .thanks:
      state = .thanks(until: now + survey.thanks)
      view = .thanks
      return end.union(.show)
    }
  }

  /// Records the visitor's action and stops the countdown.
  private mutating func act(at now: Int64) -> Effects {
    switch state {
    case .attract, .language, .question, .reasons: break
    default: return []
    }
    // A touch of the start screen is not a visit until it starts one.
    if state != .attract { lastActivity = now }
    if countdown == nil { return [] }
    countdown = nil
    return .count
  }

  private mutating func enter(_ step: View, at now: Int64) -> Effects {
    lastActivity = now
    countdown = nil
    view = step
    switch step {
    case .language: state = .language
    case .question(let question): state = .question(question)
    case .reasons(let question): state = .reasons(question)
    default: preconditionFailure("not a step of a visit")
    }
    return .show
  }

  // MARK: Between visits

  private mutating func goHome(at now: Int64) -> Effects {
    visit = Visit()
    language = 0
    lastActivity = nil
    countdown = nil
    (state, view) = Self.home(survey)
    return .show
  }

  /// A visit ends before its end: what is kept is written down first.
  private mutating func interrupt(for next: Next, at now: Int64) -> Effects {
    cornerSince = nil
    if keepsVisit { return record(then: next, at: now) }
    return next == .cleaning ? clean(at: now) : goHome(at: now)
  }

  private var keepsVisit: Bool { survey.keepsHalfGiven && isVisited && !visit.answers.isEmpty }

  private mutating func clean(at now: Int64) -> Effects {
    _ = goHome(at: now)
    state = .cleaning(until: now + survey.cleaning)
    view = .cleaning
    countdown = Self.secondsLeft(survey.cleaning)
    return .show
  }

  /// Performs what waited for the end of the visit.
  private mutating func settle(at now: Int64) -> Effects {
    var effects: Effects = []
    if wantsReload {
      wantsReload = false
      effects = .reload
    }
    settledAt = now
    var isOpen = true
    if !survey.hours.isAlways {
      guard let wall else { return effects }
      // The wall time is unknown until the clock is read.
      if let end = wall.validUntil, now >= end { return effects.union(.readClock) }
      isOpen = survey.hours.isOpen(civil: wall.civil(at: now))
    }
    if isOpen && state == .closed {
      effects.formUnion(goHome(at: now))
    } else if !isOpen && state != .closed {
      (state, view) = (.closed, .closed)
      cornerSince = nil
      effects.formUnion(.show)
    }
    if isDark == isOpen {
      isDark = !isOpen
      effects.formUnion(isDark ? .lightOff : .lightOn)
    }
    return effects
  }

  // MARK: Time

  private mutating func passTime(at now: Int64) -> Effects {
    if let since = cornerSince, now - since >= survey.cornerHold { return interrupt(for: .cleaning, at: now) }
    switch state {
    case .thanks(let until):
      return now >= until ? goHome(at: now) : []
    case .cleaning(let until):
      return now >= until ? goHome(at: now) : count(until, at: now)
    default:
      guard isVisited, let last = lastActivity else { return [] }
      let end = last + survey.idle
      if now >= end { return interrupt(for: .home, at: now) }
      return now >= end - survey.warning ? count(end, at: now) : []
    }
  }

  private mutating func count(_ end: Int64, at now: Int64) -> Effects {
    let left = Self.secondsLeft(end - now)
    if left == countdown { return [] }
    countdown = left
    return .count
  }

  /// Seconds begun: 1 until the very end.
  private static func secondsLeft(_ time: Int64) -> Int32 {
    Int32(clamping: (time + 999_999_999) / 1_000_000_000)
  }

  /// When `timePassed` has something to do, nanoseconds of the monotonic clock; `nil` lets the terminal sleep.
  package var deadline: Int64? {
    if state == .failed { return nil }
    var soonest = stateDeadline
    if let since = cornerSince { soonest = min(soonest ?? .max, since + survey.cornerHold) }
    return soonest
  }

  private var stateDeadline: Int64? {
    switch state {
    case .thanks(let until): return until
    case .cleaning(let until): return nextSecond(until)
    case .recording, .failed: return nil
    case .attract, .language, .question, .reasons, .closed:
      if isVisited, let last = lastActivity {
        let end = last + survey.idle
        return countdown == nil ? end - survey.warning : nextSecond(end)
      }
      return isHome || state == .closed ? hoursDeadline : nil
    }
  }

  /// When the countdown to `end` shows its next number.
  private func nextSecond(_ end: Int64) -> Int64 {
    end - Int64(max((countdown ?? 1) - 1, 0)) * 1_000_000_000
  }

  /// When the hours begin or end, or the wall's clock has to be read again.
  private var hoursDeadline: Int64? {
    guard let wall, !survey.hours.isAlways else { return nil }
    let change = survey.hours.untilChange(civil: wall.civil(at: settledAt)).map {
      wall.moment(after: $0, from: settledAt)
    }
    guard let end = wall.validUntil else { return change }
    return min(change ?? end, end)
  }
}
