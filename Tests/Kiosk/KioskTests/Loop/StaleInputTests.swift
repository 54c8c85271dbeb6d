import Display
import Foundation
import Settings
import StarSlider
import System
import Testing
import Touch

@testable import Kiosk

/// Touches and keys that are read long after they were made: the program was stopped, or waited for a disk.
@Suite(.serialized) struct StaleInputTests {
  private static let second: Int64 = 1_000_000_000

  /// Contacts with times relative to the moment when they are read, each read in a round of its own.
  private final class Panel: TouchInput {
    var isLive = true
    var rounds: [(phase: TouchPhase, contact: Int32, x: Int32, age: Int64)] = []
    var deadline: Int64? { rounds.isEmpty ? nil : 0 }
    var isOver: Bool { false }
    func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
      if rounds.isEmpty { return }
      let next = rounds.removeFirst()
      emit(
        TouchEvent(next.phase, contact: next.contact, at: Point(x: Fixed(next.x), y: Fixed(240)), time: now - next.age))
    }
  }

  private final class Keypad: KeyInput {
    var rounds: [(key: Key, age: Int64)] = []
    var deadline: Int64? { rounds.isEmpty ? nil : 0 }
    func drain(until now: Int64, woken poller: Poller, _ emit: (KeypadKey, Int64) -> Void) -> Bool {
      if rounds.isEmpty { return false }
      let next = rounds.removeFirst()
      emit(.control(next.key), now - next.age)
      return true
    }
  }

  /// Runs a kiosk with five stars until all input is read. Returns the number of visits on disk, and the value that is shown.
  private func run(_ panel: Panel, _ keypad: Keypad = Keypad()) throws -> (visits: Int64, value: Int32?) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "stale-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var builder = SettingsBuilder()
    builder.read([], name: "k.conf")
    let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    let screen = try #require(MemoryDisplay(size: Size(width: 800, height: 480)))
    let transform = ScreenTransform(physical: screen.size, rotation: .none)
    let clock = Clock(isVirtual: false)
    let kiosk = Kiosk(
      settings, try KioskModel(settings, wanted: nil, on: transform, format: screen.format),
      Kiosk.Devices(
        display: screen, transform: transform, touch: panel, keys: keypad,
        answers: try AnswerRecorder(folder.appending(path: "j.sqlite").path, kioskID: "t", limit: 1000), console: nil,
        film: nil, trace: nil, platform: PlatformServices(settings, at: clock.now),
        status: StatusFile()),
      Options(), clock: clock, signals: try SignalSource([Signal.user2]))
    while !panel.rounds.isEmpty { kiosk.handleTouches() }
    while !keypad.rounds.isEmpty { kiosk.handleKeys() }
    return (kiosk.machine.visits, kiosk.presenter.screen.slider?.value)
  }

  @Test(arguments: [(0, 1), (1_900, 1), (2_100, 0), (60_000, 0)])
  func tapCountsIfReadWithinTwoSeconds(milliseconds: Int64, visits: Int64) throws {
    let (panel, age) = (Panel(), milliseconds * 1_000_000)
    panel.rounds = [(.began, 1, 400, age), (.ended, 1, 400, age)]
    #expect(try run(panel).visits == visits)
  }

  @Test func contactOfStaleBeginningIsIgnoredToItsEnd() throws {
    let panel = Panel()
    panel.rounds = [(.began, 1, 400, 3 * Self.second), (.moved, 1, 500, 0), (.ended, 1, 500, 0)]
    #expect(try run(panel) == (0, nil))
  }

  @Test func staleEndCancels() throws {
    let panel = Panel()
    panel.rounds = [(.began, 1, 400, 0), (.ended, 1, 400, 3 * Self.second)]
    #expect(try run(panel) == (0, nil))
  }

  @Test func fingerThatStaysContinues() throws {
    let panel = Panel()
    panel.rounds = [(.began, 1, 400, 0), (.moved, 1, 100, 3 * Self.second)]
    #expect(try run(panel) == (0, 1))
    panel.rounds = [(.began, 1, 400, 0), (.moved, 1, 100, 3 * Self.second), (.ended, 1, 100, 0)]
    #expect(try run(panel).visits == 1)
  }

  @Test func recordingIsNeverStale() throws {
    let panel = Panel()
    panel.isLive = false
    panel.rounds = [(.began, 1, 400, 60 * Self.second), (.ended, 1, 400, 60 * Self.second)]
    #expect(try run(panel).visits == 1)
  }

  @Test(arguments: [(1_900, 1), (2_100, 0)]) func keyCountsIfReadWithinTwoSeconds(milliseconds: Int64, visits: Int64)
    throws
  {
    let (keypad, age) = (Keypad(), milliseconds * 1_000_000)
    keypad.rounds = [(.right, age), (.enter, age)]
    #expect(try run(Panel(), keypad).visits == visits)
  }
}
