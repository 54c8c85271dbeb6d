import Settings
import Testing

@testable import Fleet
@testable import Kiosk

// Several configurations at once: which takes effect.
extension FleetLoopTests {
  /// Two configurations are pending when the kiosk starts, for itself and for its group: the higher counter takes effect, and nothing is
  /// left to do, with an empty ledger and with one that knows earlier messages.
  @Test(arguments: [true, false], [true, false]) func ofTwoTheHigherTakesEffect(kioskIsHigher: Bool, isKnown: Bool)
    throws
  {
    if isKnown {
      try send("[slider]\nstars = 3\n", counter: 4)
      try run([{ try self.state($0) == .accepted }])
    }
    try send("[slider]\nstars = 7\n", counter: kioskIsHigher ? 6 : 5)
    try send("[slider]\nstars = 6\n", counter: kioskIsHigher ? 5 : 6, to: .group("north"))
    try run([
      { try self.state($0) == .accepted },
      { _ in self.waitingFiles.isEmpty },
      { kiosk in
        let fleet = try #require(kiosk.configuration.fleet)
        #expect(
          kiosk.configuration.settings.slider.stars == (kioskIsHigher ? 7 : 6) && fleet.report.state == .accepted)
        #expect(fleet.report.current?.counter == 6 && fleet.report.version?.counter == 6)
        // The broker repeats both.
        try self.send("[slider]\nstars = 7\n", counter: kioskIsHigher ? 6 : 5)
        try self.send("[slider]\nstars = 6\n", counter: kioskIsHigher ? 5 : 6, to: .group("north"))
        return true
      },
      { _ in self.waitingFiles.isEmpty },
      { kiosk in
        #expect(
          kiosk.configuration.fleet?.report.state == .accepted
            && kiosk.configuration.fleet?.report.current?.counter == 6)
        return true
      },
    ])
  }

  /// During a visit a higher one replaces the one that waits, a lower one does not; after a restart in between, neither.
  @Test func aLowerOneNeverReplacesAHigherOne() throws {
    var rounds = 0
    func visit(_ kiosk: Kiosk) {
      kiosk.handle(.started)
      kiosk.handle(.touchBegan)
    }
    try run([
      { kiosk in
        visit(kiosk)
        try self.send("[slider]\nstars = 6\n", counter: 6, to: .group("north"))
        return true
      },
      { try self.state($0) == .checked },
      { kiosk in
        try self.send("[slider]\nstars = 5\n", counter: 5)
        return true
      },
      { kiosk in
        rounds += 1
        #expect(kiosk.configuration.fleet?.candidate?.version.counter == 6)
        return rounds == 30
      },
      { kiosk in
        #expect(self.waitingFiles.count == 2 && kiosk.configuration.fleet?.report.version?.counter == 6)
        try self.send("[slider]\nstars = 7\n", counter: 7, to: .group("south"))
        return true
      },
      { kiosk in
        let isChecked = try self.state(kiosk) == .checked
        return isChecked && kiosk.configuration.fleet?.candidate?.version.counter == 7
      },
    ])
    try run([
      { try self.state($0) == .accepted },
      { _ in self.waitingFiles.isEmpty },
      { kiosk in
        #expect(
          kiosk.configuration.settings.slider.stars == 7 && kiosk.configuration.fleet?.report.current?.counter == 7)
        #expect(kiosk.configuration.fleet?.report.diagnostics == [])
        return true
      },
    ])
  }

  /// If the higher one is refused, the lower one takes effect, and is not reported with the diagnostics of the other.
  @Test func afterARefusalTheLowerOneTakesEffect() throws {
    try send("[slider]\nstars = 700\n", counter: 6, to: .group("north"))
    try send("[slider]\nstars = 7\n", counter: 5)
    try run([
      { try self.state($0) == .accepted },
      { _ in self.waitingFiles.isEmpty },
      { kiosk in
        let report = try #require(kiosk.configuration.fleet).report
        #expect(
          kiosk.configuration.settings.slider.stars == 7 && report.state == .accepted && report.version?.counter == 5)
        #expect(report.diagnostics == [] && kiosk.configuration.name == "kiosk t1 5")
        return true
      },
    ])
  }
}
