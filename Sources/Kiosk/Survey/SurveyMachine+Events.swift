import StarSlider

extension SurveyMachine {
  package enum Event: Hashable, Sendable {
    /// A finger comes down; reported before the screen handles the contact.
    case touchBegan
    /// A key is pressed; reported before the screen handles it.
    case keyPressed
    /// The visitor tapped the start screen.
    case started
    /// The index of the language.
    case choseLanguage(Int32)
    /// The visitor opens the language screen.
    case askedForLanguages
    /// An event of the rating control.
    case rated(RatingEvent)
    /// The index of a tile: a value, an option or a reason.
    case chose(Int32)
    /// The visitor tapped the button that ends a choice or a message, or the operator tapped the button that ends the PIN.
    case finished
    case startedOver
    /// The visitor turns more contrast and larger texts on or off.
    case toggledContrast
    /// The visit is on disk.
    case recorded
    /// The visit could not be written to disk, or no visit could be written at present.
    case recordingFailed
    /// Visits can be written to disk again, including the one that failed.
    case storable
    /// A finger is on the corner that starts the cleaning, or opens the PIN screen.
    case cornerPressed
    case cornerReleased
    /// The operator requests the cleaning.
    case clean
    /// The operator requests the service screen by keys.
    case service
    /// A digit of the PIN, 0...9.
    case typed(UInt8)
    /// All digits are erased.
    case erased
    /// The operator requests a test answer.
    case tested
    /// The kiosk is to show its name.
    case identify
    /// The program is about to end.
    case ending
    /// A new configuration has been read.
    case reload
    /// The wall clock was read; `nil` if the time is unknown. The kiosk is then open.
    case clock(WallTime?)
    /// The visitor hears the screens from now on, or no longer. Listening takes longer than reading.
    case hearing(Bool)
    /// Time has passed; `deadline` is when to report it.
    case timePassed
  }

  /// Handles an event.
  ///
  /// - Parameter now: The time of the event, which never goes back.
  package mutating func handle(_ event: Event, at now: Int64) -> Effects {
    let answers = visit.answers.count
    var effects: Effects = []
    switch event {
    case .touchBegan, .keyPressed:
      switch state {
      case .thanks, .identifying: effects = goHome()
      default: break
      }
      effects.formUnion(noteActivity(at: now))
    case .started:
      if state == .attract { effects = enter(.question(0), at: now) }
    case .choseLanguage(let chosen): effects = goOn(in: chosen, at: now)
    case .askedForLanguages: effects = askForLanguage(at: now)
    case .rated(let event): effects = rate(event, at: now)
    case .chose(let tile): effects = choose(tile, at: now)
    case .finished: effects = state == .pin ? checkPIN(at: now) : finishChoice(at: now)
    case .startedOver:
      if isVisited || isServiced { effects = goHome() }
    case .toggledContrast: effects = toggleContrast(at: now)
    case .recorded:
      effects = finishRecording(at: now)
    case .recordingFailed:
      effects = stop()
    case .storable: if state == .outOfOrder { effects = reopen(at: now) }
    case .cornerPressed: if survey.pin.isEmpty ? canBeCleaned && survey.hasCorner : canBeServiced { cornerSince = now }
    case .cornerReleased: cornerSince = nil
    case .clean:
      if canBeCleaned { effects = interrupt(for: .cleaning, at: now) }
    case .service: if canBeServiced { effects = interrupt(for: .pin, at: now) }
    case .typed(let digit): effects = type(digit, at: now)
    case .erased: effects = erase()
    case .tested: effects = recordTest(at: now)
    case .identify: if isHome { effects = identify(at: now) }
    case .ending:
      if hasPartialVisit { effects = record(then: .home, at: now) }
    case .reload:
      postponed.isReloadPending = true
    case .clock(let wall):
      postponed.wall = wall
    case .hearing(let isOn): isHeard = isOn
    case .timePassed:
      effects = handleTime(at: now)
    }
    if isHome || state == .closed { effects.formUnion(handlePostponed(at: now)) }
    if !isOfVisit { choices.hasContrast = false }
    updateMarks(after: effects, answers: answers, at: now)
    return effects
  }

  /// Whether the screen belongs to a visit, thanks included.
  private var isOfVisit: Bool {
    switch state {
    case .recording, .thanks: true
    default: isVisited
    }
  }

  private var canBeCleaned: Bool {
    switch state {
    case .closed, .recording, .outOfOrder, .cleaning: false
    default: true
    }
  }

  // MARK: A visit

  mutating func record(then next: AfterRecording, at now: Int64) -> Effects {
    if !budget.admits(at: now, perHour: survey.limits.hourlyLimit) {
      return next == .thanks ? goHome() : follow(next, at: now)
    }
    visit.isPartial = next != .thanks && next != .service
    countdown = nil
    state = .recording(next)
    return .record
  }

  private mutating func finishRecording(at now: Int64) -> Effects {
    guard case .recording(let next) = state else { return [] }
    visits += 1
    // A visit right after the operator's test is not a repeat.
    if next != .service { marks.lastVisit = now }
    return follow(next, at: now).union(visits == survey.wanted ? .end : [])
  }

  private mutating func follow(_ next: AfterRecording, at now: Int64) -> Effects {
    switch next {
    case .home: return goHome()
    case .cleaning: return clean(at: now)
    case .pin, .service: return serve(next == .pin ? .pin : .service, at: now)
    case .thanks:
      state = .thanks(until: now + survey.thanks)
      screen = .thanks
      return .show
    }
  }

  private mutating func stop() -> Effects {
    if state == .closed || state == .outOfOrder { return [] }
    // A visit that was being recorded is kept; any other visit ends.
    if case .recording = state {} else { endVisit() }
    (state, screen) = (.outOfOrder, .outOfOrder)
    (countdown, cornerSince) = (nil, nil)
    return .show
  }

  private mutating func reopen(at now: Int64) -> Effects {
    if visit.answers.isEmpty { return goHome() }
    visits += 1
    marks.lastVisit = now
    return goHome().union(visits == survey.wanted ? .end : [])
  }

  /// Restarts the idle time, because the visitor is still there.
  mutating func noteActivity(at now: Int64) -> Effects {
    switch state {
    case .attract, .language, .question, .reasons: break
    case .pin, .service:
      // The countdown shows a pause after wrong PINs, so the touch does not cancel it.
      lastActivity = now
      return []
    default: return []
    }
    // Only a tap begins a visit.
    if state != .attract { lastActivity = now }
    if countdown == nil { return [] }
    countdown = nil
    return .count
  }

  mutating func enter(_ next: SurveyScreen, at now: Int64) -> Effects {
    lastActivity = now
    countdown = nil
    screen = next
    switch next {
    case .language: state = .language
    case .question(let question): state = .question(question)
    case .reasons(let question): state = .reasons(question)
    default: preconditionFailure("not a screen of a visit")
    }
    return .show
  }

  // MARK: Between visits

  mutating func goHome() -> Effects {
    endVisit()
    choices = VisitorChoices()
    lastActivity = nil
    countdown = nil
    (state, screen) = Self.home(survey)
    return .show
  }

  /// Ends an unfinished visit, and records it first if the survey keeps partial visits.
  private mutating func interrupt(for next: AfterRecording, at now: Int64) -> Effects {
    cornerSince = nil
    return hasPartialVisit ? record(then: next, at: now) : follow(next, at: now)
  }

  /// Whether there is an unfinished visit to be recorded.
  private var hasPartialVisit: Bool { survey.keepsPartial && isVisited && !visit.answers.isEmpty }

  private mutating func clean(at now: Int64) -> Effects {
    _ = goHome()
    state = .cleaning(until: now + survey.cleaning)
    screen = .cleaning
    countdown = Self.secondsLeft(survey.cleaning)
    return .show
  }

  /// Handles events that wait until no visit is in progress: a new configuration, and the opening hours.
  private mutating func handlePostponed(at now: Int64) -> Effects {
    var effects = postponed.reload()
    guard let isOpen = postponed.isOpen(survey.hours, at: now) else { return effects.union(.readClock) }
    if isOpen && state == .closed {
      effects.formUnion(goHome())
    } else if !isOpen && state != .closed {
      (state, screen) = (.closed, .closed)
      cornerSince = nil
      effects.formUnion(.show)
    }
    return effects.union(postponed.switchLight(isOpen))
  }

  /// When the closed kiosk next opens, if the time is known and that is within six days.
  package func nextOpening(at now: Int64) -> OpeningHours.Opening? {
    state == .closed ? postponed.nextOpening(survey.hours, at: now) : nil
  }

  // MARK: Time

  private mutating func handleTime(at now: Int64) -> Effects {
    if let since = cornerSince, now - since >= survey.cornerHold {
      return interrupt(for: survey.pin.isEmpty ? .cleaning : .pin, at: now)
    }
    switch state {
    case .thanks(let until), .identifying(let until):
      return now >= until ? goHome() : []
    case .cleaning(let until):
      return now >= until ? goHome() : count(down: until, at: now)
    case .pin, .service: return handleServiceTime(at: now)
    default:
      guard isVisited, let last = lastActivity else { return [] }
      let end = last + idle
      if now >= end { return showsCode ? finishChoice(at: now) : interrupt(for: .home, at: now) }
      return now >= end - survey.warning ? count(down: end, at: now) : []
    }
  }

  /// Returns the seconds left, rounded up: 1 until the very end.
  static func secondsLeft(_ time: Int64) -> Int32 { Int32(clamping: (time + 999_999_999) / 1_000_000_000) }

  /// When to report `timePassed`; `nil` for never.
  package var deadline: Int64? {
    guard let since = cornerSince else { return stateDeadline }
    return min(stateDeadline ?? .max, since + survey.cornerHold)
  }

  private var stateDeadline: Int64? {
    switch state {
    case .thanks(let until), .identifying(let until): return until
    case .cleaning(let until): return nextSecond(until)
    case .recording, .outOfOrder: return nil
    case .pin, .service: return serviceDeadline
    case .attract, .language, .question, .reasons, .closed:
      if isVisited, let last = lastActivity {
        let end = last + idle
        return countdown == nil ? end - survey.warning : nextSecond(end)
      }
      return isHome || state == .closed ? postponed.deadline(survey.hours) : nil
    }
  }

  /// When the countdown to `end` shows its next number.
  func nextSecond(_ end: Int64) -> Int64 { end - Int64(max((countdown ?? 1) - 1, 0)) * 1_000_000_000 }
}
