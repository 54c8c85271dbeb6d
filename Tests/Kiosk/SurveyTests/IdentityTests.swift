import Testing

@testable import Survey

/// The screen of the kiosk's name: only from home, for ten seconds, and never in a visitor's way.
@Suite struct IdentityTests {
  @Test func itEndsByItselfOrByATouch() {
    for end in [SurveyMachine.Event.timePassed, .touchBegan, .keyPressed] {
      var machine = SurveyMachine()
      #expect(machine.handle(.identify, at: 5) == .show)
      #expect(machine.state == .identifying(until: 10_000_000_005) && machine.screen == .identity && !machine.isHome)
      #expect(machine.deadline == 10_000_000_005)
      #expect(machine.handle(.timePassed, at: 10_000_000_004) == [])
      #expect(machine.handle(end, at: 10_000_000_005).contains(.show))
      #expect(machine.screen == SurveyMachine().screen)
    }
  }

  @Test func aVisitGoesOn() {
    var machine = SurveyMachine()
    _ = machine.handle(.started, at: 1)
    _ = machine.handle(.touchBegan, at: 1)
    let state = machine.state
    if machine.isHome { return }
    #expect(machine.handle(.identify, at: 2) == [] && machine.state == state)
  }
}
