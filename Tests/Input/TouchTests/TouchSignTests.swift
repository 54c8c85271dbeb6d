import CInputEvents
import Testing
import Touch

/// What is not touching: hovering, no pressure, no size, a tool that leaves; and release frames with any position.
@Suite struct TouchSignTests {
  // MARK: Hovering

  @Test func aFingerThatHoversIsNoContact() {
    var s = Session(.typeB, axes: [ABS_MT_DISTANCE])
    #expect(s.feed(.id(5), .x(10), .y(20), .axis(ABS_MT_DISTANCE, 3), .touch(1), .report) == [])
    #expect(s.feed(.x(30), .report) == [])
    #expect(s.feed(.axis(ABS_MT_DISTANCE, 0), .x(40), .report) == ["began 1 40,20"])
    #expect(s.feed(.x(41), .report) == ["moved 1 41,20"])
    #expect(s.feed(.axis(ABS_MT_DISTANCE, 2), .x(300), .report) == ["ended 1 41,20"])
    #expect(s.feed(.x(310), .report, .id(-1), .touch(0), .report) == [])
    #expect(!s.tracker.isTouched)
    // The distance stays in the slot.
    #expect(s.feed(.id(6), .x(1), .touch(1), .report) == [])
    #expect(s.feed(.axis(ABS_MT_DISTANCE, 0), .report, .id(-1), .report) == ["began 2 1,20", "ended 2 1,20"])
  }

  @Test func oneDistanceForAllFingers() {
    var s = Session(.typeB, axes: [ABS_DISTANCE])
    #expect(s.feed(.axis(ABS_DISTANCE, 1), .id(5), .x(10), .y(20), .touch(1), .report) == [])
    #expect(s.feed(.axis(ABS_DISTANCE, 0), .report) == ["began 1 10,20"])
    #expect(s.feed(.axis(ABS_DISTANCE, 1), .report) == ["ended 1 10,20"])
    s = Session(.single, axes: [ABS_DISTANCE])
    #expect(s.feed(.axis(ABS_DISTANCE, 1), .touch(1), .x(10), .y(20), .report) == [])
    #expect(s.feed(.axis(ABS_DISTANCE, 0), .x(11), .report) == ["began 1 11,20"])
    #expect(s.feed(.axis(ABS_DISTANCE, 4), .x(90), .report) == ["ended 1 11,20"])
    #expect(s.feed(.touch(0), .report) == [])
  }

  @Test func packetsOfFingersThatHoverAreAbsent() {
    var s = Session(.typeA, button: false, axes: [ABS_MT_DISTANCE])
    #expect(s.feed(.x(10), .y(20), .axis(ABS_MT_DISTANCE, 1), .packet, .report) == [])
    #expect(s.feed(.x(10), .y(20), .axis(ABS_MT_DISTANCE, 0), .packet, .report) == ["began 1 10,20"])
    #expect(s.feed(.x(0), .y(0), .axis(ABS_MT_DISTANCE, 1), .packet, .report) == ["ended 1 10,20"])
  }

  // MARK: Pressure and size

  @Test(arguments: [ABS_MT_PRESSURE, ABS_MT_TOUCH_MAJOR]) func aSignThatFallsToZeroEndsTheContact(_ sign: Int32) {
    var s = Session(.typeB, button: false, axes: [sign])
    #expect(s.feed(.id(5), .x(10), .y(20), .axis(sign, 40), .report) == ["began 1 10,20"])
    #expect(s.feed(.x(0), .y(0), .axis(sign, 0), .report) == ["ended 1 10,20"])
    #expect(s.feed(.x(50), .y(60), .report, .id(-1), .report) == [])
    #expect(s.feed(.id(6), .report) == [])
    #expect(s.feed(.axis(sign, 9), .report) == ["began 2 50,60"])
  }

  @Test(arguments: [ABS_MT_PRESSURE, ABS_MT_TOUCH_MAJOR]) func aPacketWithoutSizeOrPressureIsARelease(_ sign: Int32) {
    var s = Session(.typeA, button: false, axes: [sign])
    for contact in 1...2 {
      #expect(s.feed(.axis(sign, 40), .x(10), .y(20), .packet, .report) == ["began \(contact) 10,20"])
      #expect(s.feed(.axis(sign, 0), .x(700), .y(0), .packet, .report) == ["ended \(contact) 10,20"])
      #expect(s.feed(.axis(sign, 0), .x(710), .y(0), .packet, .report) == [])
    }
    #expect(s.feed(.x(10), .y(20), .packet, .report) == ["began 3 10,20"])
    #expect(s.feed(.id(-1), .x(10), .y(20), .packet, .report) == ["ended 3 10,20"])
  }

  /// Many drivers announce an axis on which they report 0 for ever: that says nothing.
  @Test func anAxisThatIsAlwaysZeroSaysNothing() {
    var s = Session(.typeB, button: false, axes: [ABS_MT_PRESSURE, ABS_MT_TOUCH_MAJOR])
    #expect(s.feed(.id(5), .x(10), .y(20), .report, .id(-1), .report) == ["began 1 10,20", "ended 1 10,20"])
    s = Session(.typeA, button: false, axes: [ABS_MT_TOUCH_MAJOR])
    #expect(s.feed(.axis(ABS_MT_TOUCH_MAJOR, 0), .x(10), .y(20), .packet, .report) == ["began 1 10,20"])
  }

  /// The first value above 0 proves that the finger hovered so far.
  @Test func theFirstProofRestartsTheContact() {
    var s = Session(.typeB, button: false, axes: [ABS_MT_PRESSURE])
    #expect(s.feed(.id(5), .x(10), .y(20), .report) == ["began 1 10,20"])
    #expect(s.feed(.x(300), .axis(ABS_MT_PRESSURE, 9), .report) == ["cancelled 1 10,20", "began 2 300,20"])
    s = Session(.typeB)
    #expect(s.feed(.id(5), .x(10), .y(20), .report) == ["began 1 10,20"])
    #expect(s.feed(.x(11), .touch(1), .report) == ["cancelled 1 10,20", "began 2 11,20"])
    #expect(s.feed(.touch(0), .id(-1), .report, .id(6), .x(50), .report) == ["ended 2 11,20"])
    #expect(s.feed(.touch(1), .report) == ["began 3 50,20"])
  }

  /// stmpe-ts announces BTN_TOUCH and reports only the pressure.
  @Test func aButtonThatIsNeverReported() {
    var s = Session(.single, axes: [ABS_PRESSURE])
    for contact in 1...2 {
      #expect(s.feed(.x(10), .y(20), .pressure(60), .report) == ["began \(contact) 10,20"])
      #expect(s.feed(.pressure(50), .report, .pressure(0), .report) == ["ended \(contact) 10,20"])
    }
  }

  @Test func pressureBesideTheButton() {
    var s = Session(.single, axes: [ABS_PRESSURE])
    #expect(s.feed(.touch(1), .x(10), .y(20), .pressure(60), .report) == ["began 1 10,20"])
    #expect(s.feed(.x(0), .y(0), .pressure(0), .report) == ["ended 1 10,20"])
    #expect(s.feed(.touch(0), .report) == [])
    // A driver that leaves the pressure behind.
    #expect(
      s.feed(.touch(1), .x(10), .y(20), .pressure(60), .report, .touch(0), .report) == [
        "began 2 10,20", "ended 2 10,20",
      ])
    #expect(s.feed(.x(11), .report, .touch(1), .report) == ["began 3 11,20"])
  }

  // MARK: Tools and buttons

  @Test func aToolThatLeavesEndsTheContact() {
    var s = Session(.single, keys: [BTN_TOOL_FINGER])
    #expect(s.feed(.x(10), .y(20), .key(BTN_TOOL_FINGER, 1), .report) == [])
    #expect(s.feed(.touch(1), .report) == ["began 1 10,20"])
    #expect(s.feed(.key(BTN_TOOL_FINGER, 0), .x(0), .y(0), .report) == ["ended 1 10,20"])
    #expect(s.feed(.touch(0), .report) == [])
    s = Session(.typeB, button: false, keys: [BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP])
    _ = s.feed(.id(1), .x(10), .y(20), .key(BTN_TOOL_FINGER, 1), .report)
    let second: [Event] = [
      .slot(1), .id(2), .x(90), .y(20), .key(BTN_TOOL_FINGER, 0), .key(BTN_TOOL_DOUBLETAP, 1), .report,
    ]
    #expect(s.feed(second) == ["began 2 90,20"])
    #expect(s.feed(.key(BTN_TOOL_DOUBLETAP, 0), .report) == ["ended 1 10,20", "ended 2 90,20"])
  }

  @Test func moreFingersThanToolsCount() {
    var s = Session(.typeB, button: false, keys: [BTN_TOOL_FINGER, BTN_TOOL_QUINTTAP])
    for finger: Int32 in 0...5 {
      let tool: [Event] = finger == 0 ? [.key(BTN_TOOL_FINGER, 1)] : finger == 5 ? [.key(BTN_TOOL_FINGER, 0)] : []
      #expect(
        s.feed([.slot(finger), .id(finger), .x(finger), .y(0)] + tool + [.report]) == [
          "began \(finger + 1) \(finger),0"
        ])
    }
  }

  @Test(arguments: [BTN_LEFT, BTN_0]) func anAbsoluteMouse(_ button: Int32) {
    var s = Session(.single, button: false, keys: [button])
    #expect(s.feed(.x(10), .y(20), .report) == [])
    #expect(s.feed(.x(30), .key(button, 1), .report) == ["began 1 30,20"])
    #expect(s.feed(.key(BTN_RIGHT, 1), .x(31), .report) == ["moved 1 31,20"])
    #expect(s.feed(.key(button, 0), .x(0), .report, .x(90), .report) == ["ended 1 31,20"])
  }

  // MARK: Releases

  @Test(arguments: [ContactProtocol.typeB, .typeA, .single]) func theLastTouchingPlaceCounts(
    _ contactProtocol: ContactProtocol
  ) {
    for place: [Event] in [[.x(0), .y(0)], [.x(799)], [.x(.max), .y(.min)]] {
      for isFirst in [true, false] {
        var s = Session(contactProtocol)
        #expect(s.feed(.id(1), .x(10), .y(20), .packet, .touch(1), .report) == ["began 1 10,20"])
        #expect(s.feed(.x(12), .y(20), .id(1), .packet, .report) == ["moved 1 12,20"])
        let lift: [Event] = [.id(-1), .touch(0)]
        #expect(s.feed((isFirst ? place + lift : lift + place) + [.packet, .report]) == ["ended 1 12,20"])
        #expect(!s.tracker.isTouched)
      }
    }
  }

  @Test func signsAfterLostRecords() {
    var s = Session(.typeB, axes: [ABS_MT_DISTANCE, ABS_MT_PRESSURE])
    _ = s.feed(.id(5), .x(10), .y(20), .axis(ABS_MT_PRESSURE, 9), .touch(1), .report)
    var now = state([(0, 5, 10, 20)])
    now.slots[0].pressure = 9
    #expect(s.feed(.dropped, .report) + s.resynchronise(now) == [])
    (now.slots[0].distance, now.slots[0].pressure) = (3, 0)
    #expect(s.feed(.dropped, .report) + s.resynchronise(now) == ["cancelled 1 10,20"])
    #expect(s.feed(.axis(ABS_MT_DISTANCE, 0), .axis(ABS_MT_PRESSURE, 9), .report) == ["began 2 10,20"])
    // A finger that hovers when the device is opened may touch.
    s = Session(.typeB, axes: [ABS_MT_DISTANCE])
    now.slots[0].distance = 3
    s.tracker.adopt(now)
    #expect(!s.tracker.isTouched)
    #expect(s.feed(.axis(ABS_MT_DISTANCE, 0), .axis(ABS_MT_PRESSURE, 1), .report) == ["began 1 10,20"])
  }
}
