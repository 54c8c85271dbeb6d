import Testing

@testable import Fleet

/// Every cell of the transition table of `ConfigurationTrial`.
@Suite struct ConfigurationTrialTests {
  static let now: Int64 = 1_000
  static let checkEnd = now + 30_000_000_000
  static let trialEnd = now + 60_000_000_000

  /// A state, and the events that lead to it.
  static let states: [(state: ConfigurationTrial.State, path: [ConfigurationTrial.Event])] = [
    (.none, []),
    (.received, [.arrived]),
    (.verified(until: checkEnd), [.arrived, .verified(now: now)]),
    (.checked, [.arrived, .verified(now: now), .passed]),
    (.onTrial(until: trialEnd), [.arrived, .verified(now: now), .passed, .mayApply(now: now)]),
    (.accepted, [.arrived, .verified(now: now), .passed, .mayApply(now: now), .frameShown]),
    (.rolledBack, [.arrived, .verified(now: now), .passed, .mayApply(now: now), .failed]),
    (.refused, [.arrived, .failed]),
  ]
  static let events: [ConfigurationTrial.Event] = [
    .arrived, .verified(now: now), .failed, .passed, .mayApply(now: now), .frameShown, .timePassed(now: now),
    .timePassed(now: checkEnd - 1), .timePassed(now: checkEnd), .timePassed(now: trialEnd - 1),
    .timePassed(now: trialEnd), .restarted,
  ]

  /// The table, cell by cell; all others change nothing.
  static func expected(
    _ state: ConfigurationTrial.State, _ event: ConfigurationTrial.Event
  ) -> (ConfigurationTrial.State, ConfigurationTrial.Effects) {
    switch state {
    case .none, .accepted, .rolledBack, .refused:
      if event == .arrived { return (.received, .verify) }
      if event == .restarted { return (.rolledBack, [.discard, .report]) }
    case .received:
      if event == .verified(now: now) { return (.verified(until: checkEnd), .check) }
      if event == .failed { return (.refused, .report) }
    case .verified:
      if event == .failed { return (.refused, .report) }
      if event == .passed { return (.checked, []) }
      if case .timePassed(let time) = event, time >= checkEnd { return (.refused, [.stop, .report]) }
    case .checked:
      if event == .arrived { return (.received, .verify) }
      if event == .mayApply(now: now) { return (.onTrial(until: trialEnd), [.store, .swap]) }
    case .onTrial:
      if event == .frameShown { return (.accepted, [.keep, .report]) }
      if event == .failed { return (.rolledBack, [.discard, .restore, .report]) }
      if event == .timePassed(now: trialEnd) { return (.rolledBack, [.discard, .restore, .report]) }
    }
    return (state, [])
  }

  @Test func everyCell() {
    for (state, path) in Self.states {
      for event in Self.events {
        var trial = ConfigurationTrial()
        for step in path { _ = trial.handle(step) }
        #expect(trial.state == state)
        let effects = trial.handle(event)
        let (next, tasks) = Self.expected(state, event)
        #expect(trial.state == next && effects == tasks, "\(state), \(event)")
      }
    }
  }

  /// All sequences of five events: what is kept was checked, stored and shown, and nothing stored is forgotten.
  @Test func nothingIsKeptThatWasNotShown() {
    var sequences = 1
    for _ in 0..<5 { sequences *= Self.events.count }
    for number in 0..<sequences {
      var trial = ConfigurationTrial()
      var rest = number
      var (isChecked, isStored, isShown) = (false, false, false)
      for _ in 0..<5 {
        let event = Self.events[rest % Self.events.count]
        rest /= Self.events.count
        let effects = trial.handle(event)
        if effects.contains(.verify) { (isChecked, isShown) = (false, false) }
        if event == .passed { isChecked = true }
        if event == .frameShown { isShown = true }
        if effects.contains(.store) {
          #expect(isChecked)
          isStored = true
        }
        if effects.contains(.keep) {
          #expect(isStored && isShown)
          isStored = false
        }
        if effects.contains(.discard) { isStored = false }
        if case .onTrial = trial.state { #expect(isStored) } else { #expect(!isStored) }
        #expect((trial.deadline == nil) != (isStored || trial.state == .verified(until: Self.checkEnd)))
      }
    }
  }
}
