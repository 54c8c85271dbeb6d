import CInputEvents
import StarSlider
import Testing
import Touch

/// Positions that no finger had.
@Suite struct StraySampleTests {
  /// A film that lifts reports any place while BTN_TOUCH is still 1.
  @Test(arguments: [(0, 0), (250, 300), (799, 479), (400, 240)] as [(Int32, Int32)]) func aJumpBeforeTheRelease(
    _ x: Int32, _ y: Int32
  ) {
    var s = Session(.single, axes: [ABS_PRESSURE], debounces: true)
    for contact in 1...2 {
      _ = s.feed(.x(400), .y(200), .pressure(120), .touch(1), .report, .x(401), .report, .y(202), .report)
      #expect(s.feed(.x(399), .report, .x(x), .y(y), .pressure(4), .report).last == "moved \(contact) \(x),\(y)")
      #expect(s.feed(.touch(0), .pressure(0), .report) + s.wait(28_000) == ["ended \(contact) 399,202"])
      _ = s.wait(100_000)
    }
  }

  /// A swipe counts to its end, even if a report shows only its beginning or nothing of it.
  @Test func swipesCountToTheirEnd() {
    let swipes: [[Int32]] = [
      [700], [101, 700], [110, 300, 700], [101, 100, 180, 700], [101, 100, 101, 400, 700],
      // A step of at most a sixteenth of the axis is no jump.
      [101, 100, 101, 150],
    ]
    for swipe in swipes {
      var s = Session(.single, debounces: true)
      _ = s.feed(.x(100), .y(200), .touch(1), .report)
      for x in swipe { _ = s.feed(.x(x), .report) }
      #expect(s.feed(.touch(0), .report) + s.wait(68_000) == ["ended 1 \(swipe.last ?? 0),200"])
    }
    // Several fingers are no film.
    var s = Session(.typeB, debounces: true)
    _ = s.feed(.id(1), .x(100), .y(200), .touch(1), .report)
    for x: Int32 in [101, 100, 101, 100, 700] { _ = s.feed(.x(x), .report) }
    #expect(s.feed(.id(-1), .touch(0), .report) + s.wait(68_000) == ["ended 1 700,200"])
  }
}
