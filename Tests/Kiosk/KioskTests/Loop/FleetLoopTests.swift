import Display
import Foundation
import Geometry
import Raster
import Rating
import Settings
import Survey
import System
import Testing

@testable import Fleet
@testable import Kiosk

/// Remote configurations in the event loop: when they take effect, and what happens if no picture of them is shown.
@Suite(.serialized) final class FleetLoopTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")
  let pair: (key: PublicKey, secret: [UInt8])
  let screen = FakeScreen()

  init() throws {
    try Signatures.load()
    pair = Signatures.makePair()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(pair.key.text.utf8).write(to: folder.appending(path: "key.pub"))
    try Data("[screen]\ndisplay = memory\n[terminal]\nid = t1\n[fleet]\npublic-key = key.pub\n".utf8)
      .write(to: folder.appending(path: "kiosk.conf"))
    setenv("STATE_DIRECTORY", folder.path + ":" + folder.path + "/private", 1)
  }

  deinit {
    unsetenv("STATE_DIRECTORY")
    try? FileManager.default.removeItem(at: folder)
  }

  private func send(_ text: String, counter: Int64) throws {
    let body = SignedMessage.body(.configuration, .kiosk("t1"), counter: counter, Array(text.utf8))
    let message = SignedMessage.message(body, signature: Signatures.sign(body, with: pair.secret))
    try Data(message).write(to: folder.appending(path: "control/configuration-kiosk-t1"), options: .atomic)
  }

  /// Runs the kiosk's event loop with one of `rounds` after the other, each until it returns true.
  private func run(_ rounds: [(Kiosk) throws -> Bool]) throws {
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
      screen, fleet.inEffect(own).settings, touch: panel, answers: answers, lights: folder.path, fleet: fleet, options)
    try kiosk.run(panel, on: screen, rounds)
  }

  private func state(_ kiosk: Kiosk) throws -> ConfigurationTrial.State {
    try #require(kiosk.devices.fleet).trial.state
  }

  @Test func aFrameAcceptsIt() throws {
    try run([
      { _ in
        try self.send("[slider]\nstars = 7\n", counter: 5)
        return true
      },
      { try self.state($0) == .accepted },
      { kiosk in
        #expect(kiosk.settings.stars == 7 && kiosk.devices.fleet?.report.current?.counter == 5)
        #expect(!FileManager.default.fileExists(atPath: self.folder.path + "/private/trial"))
        try self.send("[slider]\nstars = 700\n", counter: 6)
        return true
      },
      { try self.state($0) == .refused },
      { kiosk in
        #expect(kiosk.settings.stars == 7 && kiosk.devices.fleet?.report.current?.counter == 5)
        return true
      },
    ])
    // A start finds it.
    try run([
      { kiosk in
        #expect(kiosk.settings.stars == 7)
        return true
      }
    ])
  }

  /// The configuration is valid, but the display shows no picture of it: after a minute, the previous one is in effect again.
  @Test func withoutAFrameItIsRolledBack() throws {
    try run([
      { _ in
        self.screen.hangs = true
        try self.send("[slider]\nstars = 7\n", counter: 5)
        return true
      },
      { kiosk in
        guard case .onTrial(let end) = try self.state(kiosk) else { return false }
        #expect(kiosk.settings.stars == 7 && kiosk.devices.fleet?.report.current == nil)
        #expect(FileManager.default.fileExists(atPath: self.folder.path + "/private/trial"))
        kiosk.now = end - 1
        kiosk.serveFleet()
        let before = try self.state(kiosk)
        #expect(before == .onTrial(until: end))
        kiosk.now = end
        kiosk.serveFleet()
        let state = try self.state(kiosk)
        #expect(state == .rolledBack && kiosk.settings.stars == 5)
        return true
      },
      { kiosk in
        let report = try #require(kiosk.devices.fleet).report
        #expect(report.state == .rolledBack && report.version?.counter == 5 && report.current == nil)
        #expect(report.diagnostics == ["no picture of it was shown within 60 s"])
        #expect(!FileManager.default.fileExists(atPath: self.folder.path + "/private/trial"))
        // The broker sends it again: it is known. The clock is right again.
        kiosk.devices.fleet?.nextReading = nil
        self.screen.hangs = false
        try self.send("[slider]\nstars = 7\n", counter: 5)
        return true
      },
      { _ in !FileManager.default.fileExists(atPath: self.folder.path + "/control/configuration-kiosk-t1") },
      { kiosk in
        let state = try self.state(kiosk)
        #expect(state == .rolledBack && kiosk.settings.stars == 5)
        return true
      },
    ])
  }

  /// A visit goes on, and so does a screen that no visitor can see.
  @Test func itWaitsForTheEndOfAVisit() throws {
    var waited = 0
    try run([
      { kiosk in
        kiosk.handle(.started)
        kiosk.handle(.touchBegan)
        try self.send("[slider]\nstars = 7\n", counter: 5)
        return true
      },
      { kiosk in
        if try self.state(kiosk) != .checked { return false }
        // Waiting keeps no processor busy.
        let deadline = try #require(kiosk.devices.fleet).deadline(now: kiosk.now)
        #expect(deadline == nil || waited < 39)
        #expect(kiosk.settings.stars == 5 && !kiosk.isUnattended)
        waited += 1
        return waited == 40
      },
      { kiosk in
        kiosk.updatePresentation(.unplugged)
        kiosk.handle(.startedOver)
        #expect(kiosk.isUnattended)
        return true
      },
      { kiosk in
        let state = try self.state(kiosk)
        #expect(state == .checked)
        #expect(kiosk.devices.fleet?.report.state == .waiting)
        kiosk.updatePresentation(.plugged)
        return true
      },
      { try self.state($0) == .accepted },
      { kiosk in
        #expect(kiosk.settings.stars == 7)
        return true
      },
    ])
  }
}
