import Display
import Foundation
import StarSlider
import Survey
import Testing

@testable import Kiosk

/// A kiosk that is ended during a visit.
@Suite(.serialized) struct EndingTests {
  @Test(arguments: [("keep", 1), ("discard", 0)]) func partialVisitAtProgramEnd(_ choice: String, _ count: Int) throws {
    let starctl = try Program("starctl")
    defer { starctl.remove() }
    let screen = try #require(MemoryDisplay(size: Size(width: 800, height: 480)))
    let visit = try ScriptedVisit(
      "[kiosk]\nhalf-given = \(choice)\n", on: screen, journal: starctl.path("j.sqlite")
    ) {
      $0.end()
      // Asked twice, it is the same end.
      $0.end()
    }
    try visit.kiosk.run()
    #expect(visit.kiosk.machine.screen == (count == 1 ? .attract : .question(1)))
    visit.answers.close()
    let stored = try starctl.run(["export", "--format", "jsonl", "--journal", "j.sqlite"]).output
    #expect(try stars(in: stored) == Array(repeating: 3, count: count))
    #expect(stored.contains("\"partial\"") == (count == 1), "\(stored)")
  }
}
