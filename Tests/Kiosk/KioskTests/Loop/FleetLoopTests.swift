import Display
import Foundation
import Settings
import StarSlider
import Survey
import System
import TestSupport
import Testing

@testable import Fleet
@testable import Kiosk

/// Remote configurations in the event loop: when they take effect, and what happens if no picture of them is shown.
@Suite final class FleetLoopTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")
  let pair: (key: PublicKey, secret: [UInt8])
  let screen = FakeScreen()

  init() throws {
    try Signatures.load()
    pair = Signatures.makePair()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(pair.key.text.utf8).write(to: folder.appending(path: "key.pub"))
    try Data(
      "[screen]\ndisplay = memory\n[kiosk]\nid = t1\n[fleet]\npublic-key = key.pub\ngroups = north, south\n".utf8
    )
    .write(to: folder.appending(path: "kiosk.conf"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func send(
    _ text: String, counter: Int64, to target: Target = .kiosk("t1"), signedWith secret: [UInt8]? = nil
  ) throws {
    let body = SignedMessage.body(.configuration, target, counter: counter, Array(text.utf8))
    let message = SignedMessage.message(body, signature: Signatures.sign(body, with: secret ?? pair.secret))
    let name = ControlFolder.configuration(for: target)
    try FileManager.default.createDirectory(at: folder.appending(path: "control"), withIntermediateDirectories: true)
    try Data(message).write(to: folder.appending(path: "control/" + name), options: .atomic)
  }

  var waitingFiles: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/control")) ?? [])
      .filter { $0.hasPrefix("configuration") }
  }

  func run(_ rounds: [(Kiosk) throws -> Bool]) throws {
    try FleetLoop.run(in: folder, on: screen, rounds)
  }

  func state(_ kiosk: Kiosk) throws -> ConfigurationTrial.State {
    try #require(kiosk.configuration.fleet).trial.state
  }

  @Test func aFrameAcceptsIt() throws {
    try run([
      { _ in
        try self.send("[slider]\nstars = 7\n", counter: 5)
        return true
      },
      { try self.state($0) == .accepted },
      { kiosk in
        #expect(
          kiosk.configuration.settings.slider.stars == 7 && kiosk.configuration.fleet?.report.current?.counter == 5)
        #expect(!FileManager.default.fileExists(atPath: self.folder.path + "/private/trial"))
        try self.send("[slider]\nstars = 700\n", counter: 6)
        return true
      },
      { try self.state($0) == .refused },
      { kiosk in
        #expect(
          kiosk.configuration.settings.slider.stars == 7 && kiosk.configuration.fleet?.report.current?.counter == 5)
        return true
      },
    ])
    // A start finds it.
    try run([
      { kiosk in
        #expect(kiosk.configuration.settings.slider.stars == 7)
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
        #expect(kiosk.configuration.settings.slider.stars == 7 && kiosk.configuration.fleet?.report.current == nil)
        #expect(FileManager.default.fileExists(atPath: self.folder.path + "/private/trial"))
        kiosk.clock.now = end - 1
        kiosk.serveFleet()
        let before = try self.state(kiosk)
        #expect(before == .onTrial(until: end))
        kiosk.clock.now = end
        kiosk.serveFleet()
        let state = try self.state(kiosk)
        #expect(state == .rolledBack && kiosk.configuration.settings.slider.stars == 5)
        return true
      },
      { kiosk in
        let report = try #require(kiosk.configuration.fleet).report
        #expect(report.state == .rolledBack && report.version?.counter == 5 && report.current == nil)
        #expect(report.diagnostics == ["no picture of it was shown within 60 s"])
        #expect(!FileManager.default.fileExists(atPath: self.folder.path + "/private/trial"))
        // The broker sends it again: it is known. The clock is right again.
        kiosk.configuration.fleet?.nextReading = nil
        self.screen.hangs = false
        try self.send("[slider]\nstars = 7\n", counter: 5)
        return true
      },
      { _ in !FileManager.default.fileExists(atPath: self.folder.path + "/control/configuration-kiosk-t1") },
      { kiosk in
        let state = try self.state(kiosk)
        #expect(state == .rolledBack && kiosk.configuration.settings.slider.stars == 5)
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
        let deadline = try #require(kiosk.configuration.fleet).deadline(now: kiosk.clock.now)
        #expect(deadline == nil || waited < 39)
        #expect(kiosk.configuration.settings.slider.stars == 5 && !kiosk.isUnattended)
        waited += 1
        return waited == 40
      },
      { kiosk in
        kiosk.presenter.handle(.unplugged)
        kiosk.handle(.startedOver)
        #expect(kiosk.isUnattended)
        return true
      },
      { kiosk in
        let state = try self.state(kiosk)
        #expect(state == .checked)
        #expect(kiosk.configuration.fleet?.report.state == .waiting)
        kiosk.presenter.handle(.plugged)
        return true
      },
      { try self.state($0) == .accepted },
      { kiosk in
        #expect(kiosk.configuration.settings.slider.stars == 7)
        return true
      },
    ])
  }

  /// A reload exchanges the key: what the earlier one has signed is no longer in effect, and counts no longer.
  @Test func aReloadExchangesTheKey() throws {
    let other = Signatures.makePair()
    try send("[slider]\nstars = 7\n", counter: 5)
    try run([
      { try self.state($0) == .accepted },
      { kiosk in
        // A damaged file changes nothing.
        try Data("no key".utf8).write(to: self.folder.appending(path: "key.pub"))
        kiosk.reload()
        return true
      },
      { kiosk in
        #expect(kiosk.configuration.settings.slider.stars == 7)
        try Data(other.key.text.utf8).write(to: self.folder.appending(path: "key.pub"))
        kiosk.reload()
        return true
      },
      { $0.configuration.settings.slider.stars == 5 },
      { _ in
        try self.send("[slider]\nstars = 6\n", counter: 6)
        return true
      },
      { try self.state($0) == .refused && self.waitingFiles.isEmpty },
      { _ in
        try self.send("[slider]\nstars = 4\n", counter: 1, signedWith: other.secret)
        return true
      },
      { try self.state($0) == .accepted && $0.configuration.settings.slider.stars == 4 },
    ])
  }

  /// The keys A, B and A again: a message that was handled with A stays old.
  @Test func aKeyThatReturnsFindsItsLedger() throws {
    try send("[slider]\nstars = 7\n", counter: 5)
    try run([{ try self.state($0) == .accepted }])
    try send("[slider]\nstars = 6\n", counter: 6)
    try run([{ try self.state($0) == .accepted && $0.configuration.settings.slider.stars == 6 }])
    let other = Signatures.makePair()
    try Data(other.key.text.utf8).write(to: folder.appending(path: "key.pub"))
    try run([{ $0.configuration.settings.slider.stars == 5 }])
    try Data(pair.key.text.utf8).write(to: folder.appending(path: "key.pub"))
    try FileManager.default.removeItem(atPath: folder.path + "/private/current")
    try send("[slider]\nstars = 7\n", counter: 5)
    try run([
      { _ in self.waitingFiles.isEmpty },
      { kiosk in
        #expect(kiosk.configuration.settings.slider.stars == 5 && kiosk.configuration.fleet?.report.state == .refused)
        return true
      },
    ])
  }
}
