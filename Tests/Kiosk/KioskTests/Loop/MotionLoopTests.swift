import Display
import Foundation
import Screens
import StarSlider
import Testing

@testable import Kiosk

/// Motion changes neither answers nor still pictures.
@Suite struct MotionLoopTests {
  /// Visitors who touch the next screen while it fades in, 120 ms after the last one, and those who wait for it.
  @Test(arguments: [100, 150, 250, 400]) func touchesDuringChangesCount(pause: Int) throws {
    var gestures = Gestures()
    for (i, star) in [4, 2, 5, 1, 3, 3].enumerated() {
      gestures.stroke([(96 + (star - 1) * 152, 264)], pause: i % 2 == 0 ? pause : 6_000)
    }
    // The end of the recording, on the first question again: with motion, the thanks last longer.
    gestures.stroke([(5, 470)])
    let visits = try ["full", "reduced", "none"].map { motion in
      let program = try Program()
      defer { program.remove() }
      try gestures.text.write(toFile: program.path("visit.evemu"), atomically: true, encoding: .utf8)
      try program.configure(
        "[kiosk]\nattract = no\nmotion = \(motion)\n[question a]\n[question b]\n"
          + "[text en]\nname = English\nquestion a = A?\nquestion b = B?\n")
      let outcome = try program.run([
        "--config", "kiosk.conf", "--phrases", Program.phrases, "--display", "memory", "--touch", "replay:visit.evemu",
        "--journal", "j.sqlite", "--snapshot", "end.png",
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let picture = try Data(contentsOf: URL(fileURLWithPath: program.path("end.png")))
      return (
        try answers(in: outcome.output).map { answer in
          ["question", "stars", "flags"].map { "\(answer[$0] ?? "")" }.joined(separator: " ")
        }, picture
      )
    }
    #expect(visits[2].0.map { $0.prefix(3) } == ["a 4", "b 2", "a 5", "b 1", "a 3", "b 3"])
    #expect(visits[2].0.allSatisfy { $0.contains("hasty") == (pause < 400) })
    for other in visits.prefix(2) { #expect(other == visits[2]) }
  }

  /// Without motion, a screen needs one frame. With it, the frames before the last one differ, and the last one is the same.
  @Test func lastFrameIsThatWithoutMotion() throws {
    let still = try frames("none")
    #expect(still.count == 3 && still.allSatisfy { $0.count == 1 } && Set(still).count == 3)
    for motion in ["reduced", "full"] {
      let moving = try frames(motion)
      #expect(moving.map { $0.last } == still.map { $0.last })
      #expect(moving.allSatisfy { $0.count > 10 && Set($0).count > 5 })
    }
  }

  /// Returns the frames of each screen of a visit.
  private func frames(_ motion: String) throws -> [[[UInt32]]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "motion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let screen = FakeScreen()
    let kiosk = try ScriptedVisit(
      "[kiosk]\nmotion = \(motion)\n", on: screen, journal: folder.appending(path: "j.sqlite").path
    ) { _ in
    }.kiosk
    try kiosk.paint()
    #expect(screen.presented == 1 && !kiosk.presenter.screen.needsPaint && !kiosk.presenter.screen.isMoving)
    let steps: [() -> Void] = [
      { kiosk.handle(.started) }, { kiosk.handle(.rated(RatingEvent(.committed, 3, source: .touch))) },
      { kiosk.handle(.rated(RatingEvent(.committed, 2, source: .touch))) },
    ]
    return try steps.map { act in
      var frames: [[UInt32]] = []
      let before = kiosk.presenter.screen
      // Answers that follow sooner do not count.
      kiosk.clock.now += 1_000_000_000
      act()
      #expect(kiosk.presenter.screen !== before)
      while kiosk.presenter.screen.needsPaint || kiosk.presenter.screen.deadline != nil {
        if let deadline = kiosk.presenter.screen.deadline, !kiosk.presenter.screen.needsPaint {
          kiosk.presenter.screen.update(at: deadline)
        }
        if !kiosk.presenter.screen.needsPaint { continue }
        try kiosk.paint()
        let surface = try #require(screen.scanout)
        frames.append(
          (0..<surface.size.height).flatMap { y in (0..<surface.size.width).map { surface.pixel(x: $0, y: y) } })
      }
      return frames
    }
  }
}
