import Display
import StarSlider
import System
import Testing
import Touch

@testable import Kiosk

/// One page tells what happened: a stall, and contacts that no finger made.
@Suite struct BlackBoxExplanationTests {
  /// Contacts at given times, on the scanout.
  private final class Script: TouchInput, KeyInput {
    var events: [(time: Int64, phase: TouchPhase, x: Int32, y: Int32, age: Int64)] = []
    var deadline: Int64? { events.first?.time }
    var isOver: Bool { events.isEmpty }
    var isLive: Bool { true }
    var hasUnreadInput: Bool { false }
    func watch(with poller: Poller) {}
    func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
      while let next = events.first, next.time <= now {
        events.removeFirst()
        emit(TouchEvent(next.phase, contact: 1, at: Point(x: Fixed(next.x), y: Fixed(next.y)), time: now - next.age))
      }
    }
    func drain(until now: Int64, woken poller: Poller, _ emit: (KeypadKey, Int64) -> Void) -> Bool { false }
  }

  private func explained(_ events: (Int64) -> [(time: Int64, phase: TouchPhase, x: Int32, y: Int32, age: Int64)]) throws
    -> (text: String, box: BlackBoxFile)
  {
    let script = Script()
    let recorded = try RecordedKiosk("[question a]\n[text en]\nquestion a = A?\n", size: Size(width: 800, height: 480))
    { _, clock in
      script.events = events(clock.now)
      return (script, script)
    }
    defer { recorded.remove() }
    try recorded.kiosk.run()
    let box = recorded.file
    let lines = BlackBoxExplanation(box).lines
    #expect(lines.count <= 60)
    #expect(try recorded.replayed(box).stills.allSatisfy { $0.isSame != false })
    return (lines.joined(separator: "\n"), box)
  }

  /// A touch of a visitor, then one that was read 3 s late, because the kiosk stood still.
  @Test func stallOfThreeSeconds() throws {
    let second: Int64 = 1_000_000_000
    let (text, _) = try explained { now in
      [
        (now + second, .began, 400, 300, 0), (now + second + second / 10, .ended, 400, 300, 0),
        (now + 9 * second, .began, 400, 300, 3 * second), (now + 9 * second, .ended, 400, 300, 3 * second),
      ]
    }
    #expect(
      text.contains("touches were read that were 3.0 s old: the program was stopped, or the machine was busy"),
      "\(text)")
    #expect(text.contains("1 touches did not count, because they were read more than two seconds late"), "\(text)")
    #expect(text.contains("a touch at 400, 300, for 0.1 s"), "\(text)")
    #expect(text.contains("touches: 1;"), "\(text)")
  }

  /// A panel that reports contacts of no duration at one place.
  @Test func phantomTouches() throws {
    let (text, box) = try explained { now in
      (1...40).flatMap { i -> [(time: Int64, phase: TouchPhase, x: Int32, y: Int32, age: Int64)] in
        let time = now + Int64(i) * 2_000_000_000
        return [(time, .began, 17, 460, 0), (time, .ended, 17, 460, 0)]
      }
    }
    #expect(text.contains("40 contacts at exactly 17, 460, 40 of them of no duration: no finger does that"), "\(text)")
    #expect(text.contains("faults: phantom_touches"), "\(text)")
    #expect(box.entries.filter { $0.record.kind == .phantom }.count == 37)
  }

  /// A healthy visit has nothing unusual, and its answer can be seen.
  @Test func visitIsTold() throws {
    let (text, _) = try explained { now in
      let second: Int64 = 1_000_000_000
      return [
        (now + second, .began, 400, 240, 0), (now + second + second / 10, .ended, 400, 240, 0),
        (now + 3 * second, .began, 400, 240, 0), (now + 3 * second + second / 5, .ended, 400, 240, 0),
      ]
    }
    #expect(text.contains("Nothing unusual was found."), "\(text)")
    #expect(text.contains("2 stored") && text.contains("answers 3 steps") && text.contains("shows: thanks"), "\(text)")
  }
}
