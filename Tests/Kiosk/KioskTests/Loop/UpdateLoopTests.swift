import Foundation
import System
import TestSupport
import Testing

@testable import Fleet
@testable import Kiosk

/// The command `update` on a machine that does not run from a disk image. Tests/Fleet/test_commands.py has the others.
@Suite final class UpdateLoopTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "update-\(UUID().uuidString)")

  init() throws {
    try Signatures.load()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Signatures.makePair().key.text.utf8).write(to: folder.appending(path: "key.pub"))
    try Data("[screen]\ndisplay = memory\n[kiosk]\nid = t1\n[fleet]\npublic-key = key.pub\n".utf8)
      .write(to: folder.appending(path: "kiosk.conf"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func reason(_ kiosk: Kiosk, _ url: String, _ counter: Int64) throws -> String? {
    let commands = try #require(kiosk.configuration.fleet).commands
    let command = Command(.update, id: "u\(counter)", expires: WallClock.now() / 1000 + 60, url: Array(url.utf8))
    kiosk.carryOut(RemoteCommands.Order(command: command, counter: counter), for: commands)
    let path = folder.path + "/control/" + ControlFolder.reply(counter)
    let file = try #require(FileManager.default.contents(atPath: path))
    let reply = try #require(CommandReply([UInt8](file)))
    #expect(reply.action == "update" && reply.id == "u\(counter)")
    return reply.state == .refused ? reply.reason : nil
  }

  @Test func itIsRefused() throws {
    try FleetLoop.run(
      in: folder, on: FakeScreen(),
      [
        { kiosk in
          var counter: Int64 = 0
          for (url, part) in [
            ("", "missing"), ("ftp://a/b", "http://"), ("https://a\nb", "blanks"), ("https://a", "disk image"),
          ] {
            counter += 1
            let reason = try self.reason(kiosk, url, counter)
            #expect(reason?.contains(part) == true, "\(url)")
          }
          #expect(kiosk.configuration.fleet?.inbox.ledger.command == 0)
          #expect(!FileManager.default.fileExists(atPath: self.folder.path + "/private/update"))
          return true
        }
      ])
  }

  /// What root's programs find is the whole of one URL, that of the last command.
  @Test func theFileHasTheLastURL() throws {
    try FleetLoop.run(
      in: folder, on: FakeScreen(),
      [
        { kiosk in
          let commands = try #require(kiosk.configuration.fleet).commands
          for url in ["https://a/long", "http://b"] {
            let fault = commands.requestUpdate(Array(url.utf8))
            #expect(fault == nil)
            let path = self.folder.path + "/private/update"
            #expect(FileManager.default.contents(atPath: path) == Data((url + "\n").utf8))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
          }
          try FileManager.default.removeItem(atPath: self.folder.path + "/private")
          let fault = try #require(commands.requestUpdate(Array("http://c".utf8)))
          #expect(fault == "the kiosk cannot store its URL: no such file or directory")
          return true
        }
      ])
  }
}
