import StarSlider
import Testing
import Touch

/// Bounces: a finger that is up for a moment is one touch.
@Suite struct HeldReleaseTests {
  let down: [Event] = [.id(5), .x(100), .y(200), .packet, .touch(1), .report]
  let up: [Event] = [.id(-1), .packet, .touch(0), .report]

  /// Moves the clock without looking for what is due, as if no wakeup came in between.
  func later(_ s: inout Session, milliseconds: Int64) { s.time += milliseconds * 1000 }

  @Test(arguments: [ContactProtocol.typeB, .typeA, .single]) func aBounceIsOneTouch(_ contactProtocol: ContactProtocol)
  {
    var s = Session(contactProtocol, debounces: true)
    #expect(s.feed(down) == ["began 1 100,200"])
    for _ in 0..<3 {
      #expect(s.feed(up) == [])
      later(&s, milliseconds: 10)
      #expect(s.feed(.id(6), .x(104), .y(199), .packet, .touch(1), .report) == ["moved 1 104,199"])
    }
    #expect(s.feed(up) == [])
    #expect(s.tracker.deadline == s.time * 1000 + HeldReleases.shortestDelay)
    #expect(s.wait(20_000) == [])
    #expect(s.wait(8_000) == ["ended 1 104,199"])
    #expect(s.tracker.deadline == nil)
  }

  /// The end of a touch has the time at which the finger lifted.
  @Test func theEndHasTheTimeOfTheLift() {
    var s = Session(.typeB, debounces: true)
    _ = s.feed(down) + s.feed(up)
    let lifted = s.time * 1000
    var ends: [Int64] = []
    s.tracker.releaseDue(lifted + 100_000_000) { ends.append($0.time) }
    #expect(ends == [lifted])
  }

  /// A record after the deadline emits the release, too: the loop may be late.
  @Test func anotherTouchAfterTheDeadline() {
    var s = Session(.typeB, debounces: true)
    _ = s.feed(down) + s.feed(up)
    later(&s, milliseconds: 100)
    #expect(s.feed(down) == ["ended 1 100,200", "began 2 100,200"])
  }

  /// A finger elsewhere finds the control free.
  @Test func anotherPlaceEmitsTheRelease() {
    var s = Session(.typeB, debounces: true)
    _ = s.feed(down) + s.feed(up)
    #expect(s.feed(.id(7), .x(300), .y(200), .touch(1), .report) == ["ended 1 100,200", "began 2 300,200"])
    // The first one lands again: it does not count.
    #expect(s.feed(.slot(1), .id(8), .x(100), .y(200), .report, .x(110), .report, .id(-1), .report) == [])
    #expect(s.feed(.slot(0), .id(-1), .touch(0), .report) == [])
    #expect(s.wait(60_000) == ["ended 2 300,200"])
  }

  @Test func aLandingRightAfterTheReleaseDoesNotCount() {
    var s = Session(.typeB, debounces: true)
    _ = s.feed(down) + s.feed(up)
    #expect(s.wait(30_000) == ["ended 1 100,200"])
    #expect(s.feed(down + up) == [])
    #expect(s.wait(100_000) == [])
    #expect(s.feed(down) == ["began 2 100,200"])
  }

  @Test func aTapInOneFrameIsHeldBack() {
    var s = Session(.typeB, debounces: true)
    #expect(s.feed(.id(5), .x(10), .y(20), .touch(1), .id(-1), .touch(0), .report) == ["began 1 10,20"])
    #expect(s.wait(28_000) == ["ended 1 10,20"])
  }

  /// Every finger of a hand lifts at once.
  @Test func moreReleasesThanAreHeld() {
    var s = Session(.typeB, debounces: true)
    for i: Int32 in 0..<8 { _ = s.feed(.slot(i), .id(i), .x(90 * i), .y(0), .touch(1), .report) }
    var ends: [String] = []
    for i: Int32 in 0..<8 { ends += s.feed(.slot(i), .id(-1)) }
    ends += s.feed(.report) + s.wait(30_000)
    #expect(ends.sorted() == (0..<8).map { "ended \($0 + 1) \(90 * $0),0" })
  }

  @Test func lostRecordsAndUnpluggedDevices() {
    var s = Session(.typeB, debounces: true)
    _ = s.feed(down) + s.feed(up)
    #expect(s.feed(.dropped, .report) + s.resynchronise(state([])) == ["ended 1 100,200"])
    _ = s.feed(down) + s.feed(up)
    #expect(s.cancelAll() == ["ended 2 100,200"] && s.tracker.deadline == nil)
    _ = s.wait(100_000)
    _ = s.feed(down)
    #expect(s.feed(.touch(0), .madeByKernel) == ["cancelled 3 100,200"])
  }

  /// Feeds one frame of a panel that reports at an interval of microseconds.
  func frame(_ s: inout Session, _ interval: Int64, _ events: [Event]) -> [String] {
    s.time += interval - Int64(events.count + 1) * 1000
    return s.feed(events + [.report])
  }

  /// A panel that is polled 25 times a second may lose a report, too.
  @Test(arguments: [10_000, 16_700, 25_000, 30_000, 33_000, 40_000] as [Int64]) func aLostReport(_ interval: Int64) {
    var s = Session(.typeB, debounces: true)
    #expect(s.feed(down) == ["began 1 100,200"])
    for x: Int32 in 101...103 { #expect(frame(&s, interval, [.x(x)]) == ["moved 1 \(x),200"]) }
    for id: Int32 in 6...9 {
      #expect(frame(&s, interval, [.id(-1), .touch(0)]) == [])
      #expect(frame(&s, interval, [.id(id), .x(100 + id), .touch(1)]) == ["moved 1 \(100 + id),200"])
    }
    #expect(frame(&s, interval, [.id(-1), .touch(0)]) == [])
    #expect(s.wait(max(28_000, interval * 3 / 2) - 1000) == [])
    #expect(s.wait(1000) == ["ended 1 109,200"])
    // The landing comes after the release, but no visitor is as fast.
    #expect(s.feed(down + up) == [])
    #expect(s.wait(200_000) == [])
    #expect(s.feed(down) == ["began 2 100,200"])
  }

  /// The pauses of a finger that rests do not make a fast panel slow.
  @Test func restsAreNoReports() {
    var s = Session(.typeB, debounces: true)
    _ = s.feed(down)
    for x: Int32 in 0..<60 { _ = frame(&s, x % 6 == 5 ? 40_000 : x % 11 == 10 ? 300_000 : 10_000, [.x(200 + x)]) }
    _ = s.feed(up)
    #expect(s.tracker.deadline == s.time * 1000 + HeldReleases.shortestDelay)
    // Nor do taps that never move.
    s = Session(.typeB, debounces: true)
    for _ in 0..<4 {
      _ = s.feed(down)
      _ = frame(&s, 40_000, [.id(-1), .touch(0)])
      #expect(s.tracker.deadline == s.time * 1000 + HeldReleases.shortestDelay)
      _ = s.wait(400_000)
    }
  }

  /// A glove's touch that is lost again and again is one touch: a landing that does not count keeps the place quiet.
  @Test(arguments: [ContactProtocol.typeB, .typeA, .single]) func aContactThatFlickers(
    _ contactProtocol: ContactProtocol
  ) {
    var s = Session(contactProtocol, debounces: true)
    #expect(s.feed(down) == ["began 1 100,200"])
    for id: Int32 in 6...12 {
      #expect(s.wait(60_000) == [])
      #expect(s.feed(up) == [])
      #expect(s.wait(40_000) == (id == 6 ? ["ended 1 100,200"] : []))
      #expect(s.feed(.id(id), .x(104), .y(199), .packet, .touch(1), .report) == [])
    }
    #expect(s.feed(up) + s.wait(100_000) == [])
    #expect(s.feed(down) == ["began 2 100,200"])
  }

  /// The same for landings that lift within their frame.
  @Test func tapsThatDoNotCountKeepThePlaceQuiet() {
    var s = Session(.typeB, debounces: true)
    _ = s.feed(down) + s.feed(up)
    #expect(s.wait(40_000) == ["ended 1 100,200"])
    for id: Int32 in 6...9 {
      #expect(s.feed(.id(id), .x(101), .touch(1), .id(-1), .touch(0), .report) == [])
      #expect(s.wait(40_000) == [])
    }
    #expect(s.wait(60_000) == [])
    #expect(s.feed(down) == ["began 2 100,200"])
  }

  /// A device's clock that goes back holds back no release for ever.
  @Test func aClockThatGoesBack() {
    var s = Session(.typeB, debounces: true)
    s.time = 10_000_000
    _ = s.feed(down) + s.feed(up)
    s.time = 0
    #expect(s.wait(1000) == ["ended 1 100,200"])
  }

  // MARK: Gloves

  /// A finger in a glove that is lost in the middle of a drag continues it along its way, and ends when it lifts.
  @Test(arguments: [ContactProtocol.typeB, .typeA, .single], [50_000, 80_000, 120_000] as [Int64])
  func aDragWithGaps(_ contactProtocol: ContactProtocol, _ gap: Int64) {
    var s = Session(contactProtocol, debounces: true)
    func drag(from x: Int32, _ count: Int32) -> [String] {
      var said: [String] = []
      for step in 1...count { said += frame(&s, 10_000, [.x(x + step * 8), .y(200), .packet]) }
      return said
    }
    #expect(s.feed(down) == ["began 1 100,200"])
    _ = drag(from: 100, 5)
    var x: Int32 = 140
    for id: Int32 in 6...8 {
      #expect(frame(&s, 10_000, [.id(-1), .packet, .touch(0)]) == [])
      x += Int32(8 * gap / 10_000) + 8
      #expect(s.wait(gap - 10_000) == [])
      #expect(frame(&s, 10_000, [.id(id), .x(x), .y(200), .packet, .touch(1)]) == ["moved 1 \(x),200"])
      #expect(drag(from: x, 2).last == "moved 1 \(x + 16),200")
      x += 16
    }
    #expect(s.feed(up) + s.wait(120_000) == [])
    #expect(s.wait(5_000) == ["ended 1 \(x),200"])
  }

  /// A tap that slides a little, and a drag that rests, are not held back longer. A landing elsewhere is another touch.
  @Test func onlyDragsThatMoveAreHeldBackLonger() {
    var s = Session(.typeB, debounces: true)
    _ = s.feed(down)
    for x: Int32 in 1...3 { _ = frame(&s, 10_000, [.x(100 + 8 * x)]) }
    _ = s.feed(up)
    #expect(s.tracker.deadline == s.time * 1000 + HeldReleases.shortestDelay)
    _ = s.wait(200_000) + s.feed(down)
    for x: Int32 in 1...20 { _ = frame(&s, 10_000, [.x(100 + 8 * min(x, 16) + x % 2)]) }
    _ = s.feed(up)
    #expect(s.tracker.deadline == s.time * 1000 + HeldReleases.shortestDelay)
    _ = s.wait(200_000) + s.feed(down)
    for x: Int32 in 1...20 { _ = frame(&s, 10_000, [.x(100 + 8 * x)]) }
    _ = s.feed(up) + s.wait(60_000)
    #expect(s.feed(down) == ["ended 3 260,200", "began 4 100,200"])
  }

  @Test func withoutDebounceNothingIsHeldBack() {
    var s = Session(.typeB)
    #expect(s.feed(down) + s.feed(up) == ["began 1 100,200", "ended 1 100,200"])
    #expect(s.tracker.deadline == nil)
  }
}

/// Contacts of no duration that repeat at one place.
@Suite struct PhantomFilterTests {
  static let second: Int64 = 1_000_000_000

  /// A contact of some duration; returns what passes: phases, and whether the end is brief.
  func touch(_ filter: inout PhantomFilter, _ x: Int32, _ y: Int32, at time: Int64, lasts: Int64 = 0) -> [String] {
    var passed: [String] = []
    for (phase, time) in [(TouchPhase.began, time), (.ended, time + lasts)] {
      filter.handle(TouchEvent(phase, contact: 7, at: Point(x: Fixed(x), y: Fixed(y)), time: time)) {
        passed.append("\($0.phase)" + ($1 ? " brief" : ""))
      }
    }
    return passed
  }

  @Test func afterThreeTheyAreDropped() {
    var filter = PhantomFilter()
    for i in 0..<Int64(3) {
      #expect(!filter.isFault)
      #expect(touch(&filter, 700, 10, at: i * 13 * Self.second) == ["began", "ended brief"])
      // Visitors in between change nothing.
      #expect(touch(&filter, 300, 240, at: (i * 13 + 4) * Self.second, lasts: 80_000_000) == ["began", "ended"])
    }
    #expect(filter.isFault)
    #expect(touch(&filter, 701, 10, at: 60 * Self.second) == [])
    // Elsewhere a quick tap still counts, and so does a finger at that place.
    #expect(touch(&filter, 300, 240, at: 70 * Self.second) == ["began", "ended brief"])
  }

  /// Four places in turn: after three contacts at each, all are dropped, and a visitor's quick taps elsewhere change nothing.
  @Test func severalPlacesAreRemembered() {
    var filter = PhantomFilter()
    let places: [(x: Int32, y: Int32)] = [(700, 10), (20, 400), (350, 240), (790, 470)]
    var time: Int64 = 0
    for round in 0..<8 {
      for (x, y) in places {
        #expect(touch(&filter, x, y, at: time) == (round < 3 ? ["began", "ended brief"] : []))
        time += 5 * Self.second
      }
      if round > 2 { #expect(touch(&filter, 100 + Int32(round) * 9, 100, at: time) == ["began", "ended brief"]) }
    }
    #expect(filter.isFault)
  }

  @Test func aFingerAtThePlaceCounts() {
    var filter = PhantomFilter()
    for i in 0..<Int64(3) { _ = touch(&filter, 700, 10, at: i * Self.second) }
    #expect(touch(&filter, 700, 10, at: 9 * Self.second, lasts: 60_000_000) == ["began", "ended"])
    #expect(filter.isFault)
    #expect(touch(&filter, 700, 10, at: 10 * Self.second) == [])
    #expect(touch(&filter, 700, 10, at: 3700 * Self.second) == ["began", "ended brief"])
    #expect(!filter.isFault)
  }

  /// The taps of a finger are never at the same place to a pixel.
  @Test func quickTapsAreNoFault() {
    var filter = PhantomFilter()
    for i in 0..<Int32(50) {
      #expect(touch(&filter, 300 + i % 7 * 5, 240 + i % 5 * 4, at: Int64(i) * Self.second) == ["began", "ended brief"])
      #expect(!filter.isFault)
    }
  }

  /// The withheld beginning passes once the finger moves after a moment, or another finger comes.
  @Test func aWithheldBeginningPassesLater() {
    var filter = PhantomFilter()
    for i in 0..<Int64(3) { _ = touch(&filter, 700, 10, at: i * Self.second) }
    var passed: [String] = []
    func handle(_ phase: TouchPhase, _ contact: Int32, at time: Int64) {
      filter.handle(
        TouchEvent(phase, contact: contact, at: Point(x: Fixed(700), y: Fixed(10)), time: 9 * Self.second + time)
      ) { event, _ in
        passed.append("\(event.phase) \(event.contact)")
      }
    }
    handle(.began, 8, at: 0)
    handle(.moved, 8, at: 1_000_000)
    #expect(passed == [])
    handle(.moved, 8, at: 10_000_000)
    #expect(passed == ["began 8", "moved 8"])
    handle(.ended, 8, at: 20_000_000)
    passed = []
    handle(.began, 9, at: 30_000_000)
    handle(.began, 10, at: 31_000_000)
    handle(.ended, 9, at: 90_000_000)
    handle(.cancelled, 10, at: 91_000_000)
    #expect(passed == ["began 9", "ended 9", "began 10", "cancelled 10"])
  }
}
