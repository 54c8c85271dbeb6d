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

/// Remote snapshots in the event loop: none shows what a visitor did, whatever happens to the screen.
@Suite final class SnapshotLoopTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "snapshot-\(UUID().uuidString)")
  let screen = FakeScreen()

  init() throws {
    try Signatures.load()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Signatures.makePair().key.text.utf8).write(to: folder.appending(path: "key.pub"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func run(motion: String, _ rounds: [(Kiosk) throws -> Bool]) throws {
    try Data(
      "[screen]\ndisplay = memory\n[kiosk]\nid = t1\nmotion = \(motion)\n[fleet]\npublic-key = key.pub\nsnapshots = yes\n"
        .utf8
    ).write(to: folder.appending(path: "kiosk.conf"))
    try FleetLoop.run(in: folder, on: screen, rounds)
  }

  /// Orders a snapshot. Returns the picture, or `nil` if it was refused.
  private func snapshot(_ kiosk: Kiosk, _ counter: Int64) throws -> [UInt8]? {
    let commands = try #require(kiosk.configuration.fleet).commands
    commands.lastSnapshot = nil
    let command = Command(.snapshot, id: "s\(counter)", expires: WallClock.now() / 1000 + 60)
    kiosk.carryOut(RemoteCommands.Order(command: command, counter: counter), for: commands)
    let path = folder.path + "/control/" + ControlFolder.snapshot(counter)
    return FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  /// Random visits, screens that hang, are taken by another program or reject frames. Each picture that is sent is that of the start.
  @Test(arguments: ["none", "full"], 0..<3) func everySnapshotShowsTheStart(motion: String, seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var (counter, sent, refused) = (Int64(0), 0, 0)
    var (isCalm, end) = (false, Int64.max)
    var home: [UInt8]?
    try run(
      motion: motion,
      [
        { kiosk in
          counter += 1
          home = try self.snapshot(kiosk, counter)
          return home != nil
        },
        { kiosk in
          switch random.next() % 8 {
          case 0, 1:
            kiosk.handle(.started)
            kiosk.handle(.touchBegan)
            kiosk.presenter.screen.slider?.set(Int32(1 + random.next() % 5))
          case 2, 3, 4: kiosk.handle(.startedOver)
          case 5: self.screen.hangs.toggle()
          case 6: self.screen.isTaken.toggle()
          default: self.screen.refusals = Int(random.next() % 3)
          }
          // Before the next frame, and after some of them.
          if random.next() % 2 == 0 { try kiosk.paint() }
          counter += 1
          if let picture = try self.snapshot(kiosk, counter) {
            sent += 1
            // The slider of the start may still have a value that the next visitor sees cleared.
            #expect(picture == home, "seed \(seed), step \(counter)")
          } else {
            refused += 1
          }
          return counter > 150
        },
        { kiosk in
          (self.screen.hangs, self.screen.isTaken, self.screen.refusals) = (false, false, 0)
          kiosk.handle(.startedOver)
          end = MonotonicClock.now() + 30_000_000_000
          return true
        },
        { kiosk in
          counter += 1
          isCalm = try self.snapshot(kiosk, counter) == home
          return isCalm || MonotonicClock.now() > end
        },
      ])
    #expect(isCalm && refused > 30, "\(sent) sent, \(refused) refused")
  }
}
