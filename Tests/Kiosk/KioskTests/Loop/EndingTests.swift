import Display
import Foundation
import Geometry
import Rating
import Settings
import Survey
import System
import Testing

@testable import Kiosk

/// A kiosk that is ended during a visit.
@Suite(.serialized) struct EndingTests {
  /// One who has answered the first of two questions when the program is ended.
  private final class Visitor: TouchInput {
    var round: () -> Void = {}
    private var isDone = false
    var deadline: Int64? { isDone ? nil : 0 }
    var isOver: Bool { false }
    func watch(with poller: Poller) {}
    func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
      if isDone { return }
      isDone = true
      round()
    }
  }

  @Test(arguments: [("keep", 1), ("discard", 0)]) func partialVisitAtProgramEnd(_ choice: String, _ count: Int) throws {
    let starctl = try Program("starctl")
    defer { starctl.remove() }
    var builder = SettingsBuilder()
    let text =
      "[terminal]\nhalf-given = \(choice)\n[question a]\n[question b]\n[text en]\nquestion a = A?\nquestion b = B?\n"
    builder.read(Array(text.utf8), name: "k.conf")
    let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
    let screen = try #require(MemoryDisplay(size: Size(width: 800, height: 480)))
    let transform = ScreenTransform(physical: screen.size, rotation: .none)
    let (clock, touch) = (Clock(isVirtual: false), Visitor())
    let answers = try AnswerRecorder(starctl.path("j.sqlite"), kioskID: "t", limit: 1000)
    let kiosk = Kiosk(
      settings, try KioskModel(settings, wanted: nil, on: transform, format: screen.format),
      Kiosk.Devices(
        display: screen, transform: transform, touch: touch, keys: NoKeys(), answers: answers, console: nil, film: nil,
        trace: nil, platform: try PlatformServices(settings, at: clock.now),
        status: StatusFile()
      ),
      Options(), clock: clock, signals: try SignalSource([Signal.user2]))
    touch.round = { [unowned kiosk] in
      kiosk.handle(.started)
      kiosk.handle(.rated(RatingEvent(.committed, 3, source: .touch)))
      kiosk.end()
      // Asked twice, it is the same end.
      kiosk.end()
    }
    try kiosk.run()
    #expect(kiosk.machine.screen == (count == 1 ? .attract : .question(1)))
    answers.close()
    let stored = try starctl.run(["export", "--format", "jsonl", "--journal", "j.sqlite"]).output
    #expect(try stars(in: stored) == Array(repeating: 3, count: count))
    #expect(stored.contains("\"partial\"") == (count == 1), "\(stored)")
  }
}
