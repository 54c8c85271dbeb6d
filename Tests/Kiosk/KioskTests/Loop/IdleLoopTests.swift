import Display
import Foundation
import Screens
import Settings
import StarSlider
import System
import Testing

@testable import Kiosk

/// How often an idle kiosk wakes up in ten minutes. The loop runs in virtual time, which jumps from one deadline to the next.
@Suite struct IdleLoopTests {
  /// A touchscreen that is not touched. It wakes the loop once, after ten minutes, to end it.
  private final class UntouchedPanel: TouchInput {
    let end: Int64
    /// The times of the start and of the loop's rounds.
    private(set) var rounds: [Int64]
    var isOver: Bool { rounds[rounds.count - 1] >= end }
    var deadline: Int64? { isOver ? nil : end }

    init(from start: Int64) { (end, rounds) = (start + 600_000_000_000, [start]) }

    func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
      rounds.append(now)
    }
  }

  /// Returns the times between the rounds of ten minutes, in nanoseconds, without those that follow at once.
  private func pauses(motion: String) throws -> [Int64] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "idle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = try configuration(
      "[kiosk]\nmotion = \(motion)\n[question a]\n[text en]\nquestion a = A?\n"
    ).settings
    let (screen, clock) = (FakeScreen(), Clock(isVirtual: true))
    let panel = UntouchedPanel(from: clock.now)
    let transform = ScreenTransform(physical: screen.size, rotation: .none)
    let kiosk = Kiosk(
      settings, try KioskModel(settings, wanted: nil, on: transform, format: screen.format),
      Kiosk.Devices(
        display: screen, transform: transform, touch: panel, keys: NoKeys(),
        answers: try AnswerRecorder(folder.appending(path: "j.sqlite").path, kioskID: "t", limit: 1000), console: nil,
        film: nil, trace: nil, platform: PlatformServices(settings, at: clock.now), status: StatusFile()),
      Options(), clock: clock, signals: try SignalSource([Signal.user2]))
    try kiosk.run()
    return zip(panel.rounds, panel.rounds.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
  }

  /// Without motion on the start screen, no deadline is set.
  @Test(arguments: ["none", "reduced"]) func noWakeUpInTenMinutes(motion: String) throws {
    #expect(try pauses(motion: motion) == [600_000_000_000])
  }

  /// With stars that light up every 6 s, there is no wake-up while all are lit, nor until the next time.
  @Test func noWakeUpsBetweenLights() throws {
    let pauses = try pauses(motion: "full")
    let long = pauses.filter { $0 > 100_000_000 }
    #expect(long.count >= 199 && long.count <= 202, "\(long.count)")
    #expect(long.dropFirst().dropLast().allSatisfy { $0 >= 1_700_000_000 && $0 <= 3_300_000_000 }, "\(long)")
    #expect(pauses.reduce(0, +) >= 600_000_000_000)
  }
}
