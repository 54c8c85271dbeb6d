import Testing
import Touch

@Suite struct TypeBTests {
  @Test func aTap() {
    var s = Session(.typeB)
    #expect(s.feed(.id(5), .x(10), .y(20), .touch(1)) == [])
    #expect(s.feed(.report) == ["began 1 10,20"])
    #expect(s.feed(.x(12), .report) == ["moved 1 12,20"])
    #expect(s.feed(.report) == [])
    #expect(s.feed(.id(-1), .touch(0), .report) == ["ended 1 12,20"])
    #expect(!s.tracker.isTouched)
  }

  @Test func aTapWithinOneFrame() {
    var s = Session(.typeB)
    #expect(
      s.feed(.id(5), .x(10), .y(20), .touch(1), .id(-1), .touch(0), .report) == ["began 1 10,20", "ended 1 10,20"])
    #expect(s.feed(.id(6), .touch(1), .touch(0), .id(-1), .report) == ["began 2 10,20", "ended 2 10,20"])
  }

  @Test func replacingFingerIsANewContact() {
    var s = Session(.typeB)
    _ = s.feed(.id(5), .x(10), .y(20), .touch(1), .report)
    #expect(s.feed(.id(6), .x(90), .report) == ["ended 1 10,20", "began 2 90,20"])
    #expect(s.feed(.id(-1), .id(7), .x(50), .report) == ["ended 2 90,20", "began 3 50,20"])
    #expect(s.feed(.x(51), .id(-1), .id(8), .id(-1), .report) == ["ended 3 50,20", "began 4 51,20", "ended 4 51,20"])
  }

  @Test func endsComeBeforeBeginnings() {
    var s = Session(.typeB)
    _ = s.feed(.slot(3), .id(5), .x(10), .y(20), .touch(1), .report)
    let said = s.feed(.slot(0), .id(6), .x(1), .y(2), .slot(3), .id(-1), .report)
    #expect(said == ["ended 1 10,20", "began 2 1,2"])
  }

  @Test func slotsOutOfRangeAreIgnored() {
    var s = Session(.typeB)
    #expect(s.feed(.slot(32), .id(5), .x(10), .y(20), .report, .slot(-1), .id(6), .report) == [])
    #expect(s.feed(.slot(31), .id(5), .x(10), .y(20), .report) == ["began 1 10,20"])
  }

  @Test func buttonUpReleasesAllSlots() {
    var s = Session(.typeB)
    _ = s.feed(.id(5), .x(10), .y(20), .touch(1), .report)
    #expect(s.feed(.touch(0), .report) == ["ended 1 10,20"])
    #expect(!s.tracker.isTouched)
    // The kernel does not repeat a tracking ID that stays the same.
    #expect(s.feed(.x(30), .touch(1), .report) == ["began 2 30,20"])
    #expect(s.feed(.touch(0), .report) == ["ended 2 30,20"])
    // Nor a position.
    #expect(s.feed(.touch(1), .report) == ["began 3 30,20"])
    #expect(s.feed(.touch(0), .id(-1), .report) == ["ended 3 30,20"])
    #expect(s.feed(.touch(1), .report) == [])
  }

  /// BTN_TOUCH 1 brings back the released fingers that move.
  @Test func buttonDownWakesMovingFingers() {
    var s = Session(.typeB)
    _ = s.feed(.id(5), .x(10), .y(20), .slot(1), .id(6), .x(50), .y(60), .touch(1), .report)
    #expect(s.feed(.touch(0), .report) == ["ended 1 10,20", "ended 2 50,60"])
    #expect(s.feed(.slot(0), .x(11), .slot(1), .touch(1), .report) == ["began 3 11,20"])
    #expect(s.feed(.touch(0), .report) == ["ended 3 11,20"])
    #expect(s.feed(.slot(0), .x(12), .slot(1), .y(61), .touch(1), .report) == ["began 4 12,20", "began 5 50,61"])
  }

  @Test func aPalmIsCancelled() {
    var s = Session(.typeB)
    _ = s.feed(.id(5), .x(10), .y(20), .touch(1), .report)
    #expect(s.feed(.tool(2), .report) == ["cancelled 1 10,20"])
    #expect(s.feed(.x(11), .report, .id(-1), .touch(0), .report) == [])
    // The tool stays in the slot until the device reports another.
    #expect(s.feed(.id(6), .touch(1), .report, .id(-1), .touch(0), .report) == [])
    #expect(s.feed(.id(7), .tool(0), .x(40), .touch(1), .report) == ["began 2 40,20"])
    #expect(s.feed(.tool(2), .id(-1), .touch(0), .report) == ["cancelled 2 40,20"])
  }

  /// Positions are not clamped here, because drivers announce wrong ranges.
  @Test func positionsBeyondTheAxesAreReported() {
    var s = Session(.typeB)
    #expect(s.feed(.id(5), .x(5000), .y(-20), .touch(1), .report) == ["began 1 5000,-20"])
    #expect(s.feed(.x(.max), .y(.min), .report) == ["moved 1 8388607,-8388607"])
  }

  @Test func fingersDownAtStartAreHeld() {
    var s = Session(.typeB)
    s.tracker.adopt(state([(0, 9, 10, 20)]))
    #expect(s.tracker.isTouched)
    #expect(s.feed(.x(11), .report) == [])
    #expect(s.feed(.slot(1), .id(10), .x(50), .y(60), .report) == ["began 1 50,60"])
    #expect(s.feed(.slot(0), .id(-1), .report) == [])
    #expect(s.feed(.id(11), .report) == ["began 2 11,20"])
  }

  @Test func aStaleTrackingIDAtTheStartIsNoFinger() {
    var s = Session(.typeB)
    s.tracker.adopt(state([(0, 9, 10, 20)], touched: false))
    #expect(!s.tracker.isTouched)
    #expect(s.feed(.x(11), .touch(1), .report) == ["began 1 11,20"])
  }

  @Test func positionsAreKnownFromTheStart() {
    var s = Session(.typeB)
    s.tracker.adopt(state([(0, -1, 10, 20)], touched: false))
    #expect(s.feed(.id(1), .touch(1), .report) == ["began 1 10,20"])
  }
}

@Suite struct SingleTests {
  @Test func aTap() {
    var s = Session(.single)
    #expect(s.feed(.touch(1), .x(10), .y(20), .report) == ["began 1 10,20"])
    #expect(s.feed(.y(21), .report) == ["moved 1 10,21"])
    #expect(s.feed(.touch(0), .x(0), .y(0), .report) == ["ended 1 10,21"])
  }

  @Test func changesWithinOneFrame() {
    var s = Session(.single)
    #expect(s.feed(.x(10), .y(20), .touch(1), .touch(0), .report) == ["began 1 10,20", "ended 1 10,20"])
    _ = s.feed(.touch(1), .report)
    #expect(s.feed(.touch(0), .touch(1), .report) == ["ended 2 10,20", "began 3 10,20"])
  }

  @Test func pressureAlone() {
    var s = Session(.single, button: false, pressure: true)
    #expect(s.feed(.x(10), .y(20), .report) == [])
    #expect(s.feed(.pressure(90), .report) == ["began 1 10,20"])
    #expect(s.feed(.pressure(80), .report) == [])
    #expect(s.feed(.pressure(0), .report) == ["ended 1 10,20"])
  }

  @Test func fingersDownAtStartAreHeld() {
    var s = Session(.single)
    var now = DeviceState()
    (now.isTouched, now.x, now.y) = (true, 30, 20)
    s.tracker.adopt(now)
    #expect(s.feed(.x(31), .report, .touch(0), .report) == [])
    #expect(s.feed(.touch(1), .report) == ["began 1 31,20"])
  }
}

@Suite struct TypeATests {
  @Test func aTapThatEndsWithAnEmptyPacket() {
    var s = Session(.typeA, button: false)
    #expect(s.feed(.x(10), .y(20), .packet, .report) == ["began 1 10,20"])
    #expect(s.feed(.x(10), .y(20), .packet, .report) == [])
    #expect(s.feed(.x(11), .y(20), .packet, .report) == ["moved 1 11,20"])
    #expect(s.feed(.packet, .report) == ["ended 1 11,20"])
  }

  @Test func aTapThatEndsWithTheButton() {
    var s = Session(.typeA)
    #expect(s.feed(.x(10), .y(20), .packet, .touch(1), .report) == ["began 1 10,20"])
    #expect(s.feed(.report) == [])
    #expect(s.feed(.touch(0), .report) == ["ended 1 10,20"])
    #expect(s.feed(.x(10), .y(20), .packet, .touch(1), .touch(0), .report) == ["began 2 10,20", "ended 2 10,20"])
  }

  /// Up and down within one frame: the packets are new fingers.
  @Test func buttonUpAndDownMakesNewContacts() {
    var s = Session(.typeA)
    _ = s.feed(.x(10), .y(20), .packet, .touch(1), .report)
    #expect(s.feed(.touch(0), .x(11), .y(20), .packet, .touch(1), .report) == ["ended 1 10,20", "began 2 11,20"])
  }

  @Test func fingersAreMatchedByDistance() {
    var s = Session(.typeA)
    #expect(
      s.feed(.x(10), .y(10), .packet, .x(700), .y(10), .packet, .touch(1), .report)
        == ["began 1 10,10", "began 2 700,10"])
    #expect(
      s.feed(.x(690), .y(10), .packet, .x(20), .y(10), .packet, .report) == ["moved 1 20,10", "moved 2 690,10"])
    #expect(s.feed(.x(680), .y(10), .packet, .report) == ["ended 1 20,10", "moved 2 680,10"])
    #expect(
      s.feed(.x(300), .y(10), .packet, .x(681), .y(10), .packet, .report) == ["began 3 300,10", "moved 2 681,10"])
  }

  @Test func fingersAreMatchedByTrackingID() {
    var s = Session(.typeA)
    _ = s.feed(.id(1), .x(10), .y(10), .packet, .id(2), .x(20), .y(10), .packet, .touch(1), .report)
    #expect(
      s.feed(.id(2), .x(10), .y(10), .packet, .id(1), .x(20), .y(10), .packet, .report)
        == ["moved 1 20,10", "moved 2 10,10"])
    #expect(s.feed(.id(3), .x(20), .y(10), .packet, .report) == ["ended 1 20,10", "ended 2 10,10", "began 3 20,10"])
  }

  @Test func lastPacketNeedsNoEnd() {
    var s = Session(.typeA)
    #expect(s.feed(.x(10), .y(10), .touch(1), .report) == ["began 1 10,10"])
  }

  @Test func fingersDownAtStartAreHeld() {
    var s = Session(.typeA)
    s.tracker.adopt(state([]))
    #expect(s.feed(.x(10), .y(10), .packet, .report) == [])
    #expect(s.feed(.packet, .report) == [])
    #expect(s.feed(.x(10), .y(10), .packet, .report) == ["began 1 10,10"])
  }
}
