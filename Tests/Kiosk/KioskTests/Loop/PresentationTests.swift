import Testing

@testable import Kiosk

@Suite struct PresentationTests {
  /// What may hide the kiosk, as a set of bits.
  private struct Hidden: OptionSet, Hashable {
    let rawValue: Int
    static let dark = Hidden(rawValue: 1)
    static let away = Hidden(rawValue: 2)
    static let unplugged = Hidden(rawValue: 4)
  }
  private typealias Event = Presentation.Event
  private typealias Effects = Presentation.Effects

  /// A row of the documentation about visibility, for each combination of the flags that it does not change.
  private struct Row {
    let event: Event
    let sets: Hidden
    let clears: Hidden
    /// The effects in the dark, and otherwise.
    let effects: (dark: Effects, lit: Effects)
  }

  private static let rows = [
    Row(event: .turnedOff, sets: .dark, clears: [], effects: ([], [])),
    Row(event: .turnedOn, sets: [], clears: .dark, effects: (.repaint, [])),
    Row(event: .released, sets: .away, clears: [], effects: ([], [])),
    Row(event: .acquired, sets: [], clears: .away, effects: ([], [])),
    Row(event: .unplugged, sets: .unplugged, clears: [], effects: ([], [])),
    Row(event: .plugged, sets: [], clears: .unplugged, effects: ([.turnOff, .repaint], .repaint)),
    Row(event: .regained, sets: [], clears: [], effects: ([.turnOff, .repaint], .repaint)),
  ]

  private static func visibility(_ state: Presentation) -> Hidden {
    var hidden: Hidden = []
    if state.isDark { hidden.insert(.dark) }
    if state.isAway { hidden.insert(.away) }
    if state.isUnplugged { hidden.insert(.unplugged) }
    return hidden
  }

  /// Every combination of the six parts, which events alone can reach.
  private static func states() -> [Presentation] {
    var states: [Presentation] = []
    for visibility in (0..<8).map({ Hidden(rawValue: $0) }) {
      var path: [Event] = visibility.contains(.dark) ? [.turnedOff] : []
      if visibility.contains(.away) { path.append(.released) }
      if visibility.contains(.unplugged) { path.append(.unplugged) }
      for buffer in [[], [Event.flipped, .roundEnded]] {
        for round in [[], [Event.drawn]] {
          for run in [[], [Event.ending]] {
            var state = Presentation()
            for event in path + buffer + round + run { _ = state.handle(event) }
            #expect(Self.visibility(state) == visibility)
            states.append(state)
          }
        }
      }
    }
    return states
  }

  @Test func everyEventInEveryState() {
    let states = Self.states()
    #expect(Set(states).count == 64)
    for state in states {
      for event in Event.allCases {
        let row = Self.rows.first { $0.event == event }
        var next = state
        let effects = next.handle(event)
        #expect(effects == (state.isDark ? row?.effects.dark : row?.effects.lit) ?? [], "\(state) \(event)")
        let visibility = Self.visibility(state).union(row?.sets ?? []).subtracting(row?.clears ?? [])
        #expect(Self.visibility(next) == visibility, "\(state) \(event)")
        #expect(next.isBehind == (event == .flipped || state.isBehind && event != .caughtUp), "\(state) \(event)")
        let shows = event == .flipped || event == .drawn
        #expect(next.hasShownFrame == (shows || state.hasShownFrame && event != .roundEnded), "\(state) \(event)")
        #expect(next.isEnding == (state.isEnding || event == .ending), "\(state) \(event)")
      }
    }
  }

  @Test func hiddenUnlessVisible() {
    for state in Self.states() {
      #expect(state.isHidden == !Self.visibility(state).isEmpty)
      #expect(state.ignoresInput == !Self.visibility(state).isSubset(of: .dark))
    }
  }
}
