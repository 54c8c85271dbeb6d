import Testing

@testable import Kiosk

@Suite struct ThankYouLatencyTests {
  @Test func latencyOfVisit() {
    var watch = ThankYouLatency()
    watch.finished(at: 100)
    watch.stored(in: 30)
    watch.shown(at: 145)
    #expect(watch.count == 1 && watch.wait.last == 45 && watch.disk.last == 30)
    watch.finished(at: 1000)
    watch.stored(in: 5)
    watch.shown(at: 1010)
    #expect(watch.count == 2)
    #expect(watch.wait.last == 10 && watch.wait.longest == 45)
    #expect(watch.disk.last == 5 && watch.disk.longest == 30)
  }

  /// Two clocks that do not agree make no wait shorter than none.
  @Test func durationsAreNotNegative() {
    var watch = ThankYouLatency()
    watch.finished(at: 100)
    watch.stored(in: -1)
    watch.shown(at: 99)
    #expect(watch.count == 1 && watch.wait.last == 0 && watch.disk.last == 0)
  }

  /// The table: every event in every state.
  @Test func otherEventsChangeNothing() {
    var idle = ThankYouLatency()
    idle.stored(in: 7)
    idle.shown(at: 8)
    #expect(idle.count == 0 && idle.wait.longest == 0)
    var storing = idle
    storing.finished(at: 10)
    storing.shown(at: 11)
    #expect(storing.count == 0)
    storing.finished(at: 20)
    storing.stored(in: 2)
    var drawing = storing
    drawing.stored(in: 99)
    drawing.shown(at: 30)
    #expect(drawing.count == 1 && drawing.wait.last == 10 && drawing.disk.last == 2)
    // Thanks stand there for a while, and are drawn again.
    drawing.shown(at: 90)
    #expect(drawing.count == 1 && drawing.wait.last == 10)
    // A visit without thanks is forgotten with the next.
    storing.finished(at: 50)
    storing.shown(at: 60)
    #expect(storing.count == 0)
  }
}
