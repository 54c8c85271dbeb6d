import Foundation
import Settings
import TestSupport
import Testing

@testable import Fleet
@testable import Kiosk

/// The event loop of a kiosk that receives messages of a fleet.
enum FleetLoop {
  /// Runs the kiosk whose configuration is in `folder` with one of `rounds` after the other, each until it returns true. The folder is its
  /// $STATE_DIRECTORY.
  static func run(in folder: URL, on screen: FakeScreen, _ rounds: [(Kiosk) throws -> Bool]) throws {
    try withStateDirectory(folder.path) {
      PrivateFolder.prepare()
      var options = Options()
      options.config = folder.path + "/kiosk.conf"
      options.board = .none
      let own = try options.configured()
      let journal = folder.path + "/journal.sqlite"
      let answers = try AnswerRecorder(journal, kioskID: "t1", limit: 1000)
      defer { answers.close() }
      let fleet = try #require(FleetAgent.start(options, own, journal: journal))
      // A copy of a process with many threads, such as that of the tests, may wait for a lock forever.
      fleet.forks = false
      let panel = UntouchedPanel()
      let kiosk = try Kiosk.on(
        screen, fleet.inEffect(own).settings, touch: panel, answers: answers, lights: folder.path, fleet: fleet, options
      )
      try kiosk.run(panel, on: screen, rounds)
    }
  }
}
