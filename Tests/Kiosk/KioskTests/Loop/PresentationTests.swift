import Testing

@testable import Kiosk

@Suite struct PresentationTests {
  private enum Visibility { case visible, dark, away, awayDark }
  private typealias Event = Presentation.Event
  private typealias Effects = Presentation.Effects

  private struct Row {
    let from: Visibility
    let event: Event
    let to: Visibility
    let effects: Effects
  }

  private static func visibility(_ state: Presentation) -> Visibility {
    state.isAway ? (state.isDark ? .awayDark : .away) : (state.isDark ? .dark : .visible)
  }

  /// The rows of the documentation about visibility, for each combination of the flags.
  private static let rows = [
    Row(from: .visible, event: .turnedOff, to: .dark, effects: []),
    Row(from: .visible, event: .released, to: .away, effects: []),
    Row(from: .visible, event: .regained, to: .visible, effects: .repaint),
    Row(from: .dark, event: .turnedOn, to: .visible, effects: .repaint),
    Row(from: .dark, event: .released, to: .awayDark, effects: []),
    Row(from: .dark, event: .regained, to: .dark, effects: [.turnOff, .repaint]),
    Row(from: .away, event: .turnedOff, to: .awayDark, effects: []),
    Row(from: .away, event: .acquired, to: .visible, effects: []),
    Row(from: .away, event: .regained, to: .away, effects: .repaint),
    Row(from: .awayDark, event: .turnedOn, to: .away, effects: .repaint),
    Row(from: .awayDark, event: .acquired, to: .dark, effects: []),
    Row(from: .awayDark, event: .regained, to: .awayDark, effects: [.turnOff, .repaint]),
  ]

  /// The events that lead to a visibility from the first state.
  private static let paths: [(Visibility, [Event])] = [
    (.visible, []), (.dark, [.turnedOff]), (.away, [.released]), (.awayDark, [.turnedOff, .released]),
  ]

  /// Every combination of the four parts, which events alone can reach.
  private static func states() -> [Presentation] {
    var states: [Presentation] = []
    for (visibility, path) in paths {
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
    #expect(Set(states).count == 32)
    for state in states {
      for event in Event.allCases {
        let row = Self.rows.first { $0.from == Self.visibility(state) && $0.event == event }
        var next = state
        let effects = next.handle(event)
        #expect(effects == row?.effects ?? [], "\(state) \(event)")
        #expect(Self.visibility(next) == row?.to ?? Self.visibility(state), "\(state) \(event)")
        #expect(next.isBehind == (event == .flipped || state.isBehind && event != .caughtUp), "\(state) \(event)")
        let shows = event == .flipped || event == .drawn
        #expect(next.hasShownFrame == (shows || state.hasShownFrame && event != .roundEnded), "\(state) \(event)")
        #expect(next.isEnding == (state.isEnding || event == .ending), "\(state) \(event)")
      }
    }
  }

  @Test func hiddenUnlessVisible() {
    for state in Self.states() {
      #expect(state.isHidden == (Self.visibility(state) != .visible))
    }
  }
}
