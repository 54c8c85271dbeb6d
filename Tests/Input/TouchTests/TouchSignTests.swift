import CInputEvents
import Testing
import Touch

/// What is not touching: hovering, no pressure, no size, a tool that leaves; and release frames with any position.
@Suite struct TouchSignTests {
  // MARK: A button that is reported once

  /// Such a driver reports that the first finger lifts, too, or does not.
  @Test(arguments: [ContactProtocol.typeB, .typeA, .single], [true, false])
  func theButtonIsReportedForTheFirstContact(_ contactProtocol: ContactProtocol, _ isLifted: Bool) {
    var s = Session(contactProtocol, axes: [contactProtocol == .single ? ABS_PRESSURE : ABS_MT_PRESSURE])
    let pressure: (Int32) -> Event = { .axis(contactProtocol == .single ? ABS_PRESSURE : ABS_MT_PRESSURE, $0) }
    for contact: Int32 in 1...3 {
      let begin: [Event] = [.id(contact), .x(100 * contact), .y(20), pressure(30 + contact), .packet]
      let end: [Event] = contactProtocol == .typeA ? [.packet] : [.id(-1), pressure(0)]
      let isFirst = contact == 1
      #expect(s.feed(begin + (isFirst ? [.touch(1)] : []) + [.report]) == ["began \(contact) \(100 * contact),20"])
      #expect(
        s.feed(end + (isFirst && isLifted ? [.touch(0)] : []) + [.report]) == ["ended \(contact) \(100 * contact),20"])
    }
    // A button that returns is believed again.
    _ = s.feed(.id(9), .x(50), .y(20), pressure(9), .packet, .touch(1), .report)
    #expect(s.tracker.isTouched)
  }

  /// Without a pressure, three fingers in a row say that the button means nothing.
  @Test func trackingIDsWithoutAButton() {
    var s = Session(.typeB)
    _ = s.feed(.id(1), .x(10), .y(20), .touch(1), .report, .id(-1), .touch(0), .report)
    for id: Int32 in 2...4 { #expect(s.feed(.id(id), .report, .id(-1), .report) == []) }
    for id: Int32 in 5...6 {
      #expect(s.feed(.id(id), .report, .id(-1), .report) == ["began \(id - 3) 10,20", "ended \(id - 3) 10,20"])
    }
    // A finger that hovers first is not one of three.
    s = Session(.typeB)
    _ = s.feed(.id(0), .touch(1), .report, .id(-1), .touch(0), .report)
    for id: Int32 in 2...9 {
      #expect(s.feed(.id(id), .report) == [])
      #expect(s.feed(.touch(1), .report, .touch(0), .report) == ["began \(id) 0,0", "ended \(id) 0,0"])
      #expect(s.feed(.id(-1), .report) == [])
    }
  }

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
    #expect(s.feed(.axis(ABS_DISTANCE, 1), .x(10), .y(20), .report) == [])
    #expect(s.feed(.axis(ABS_DISTANCE, 0), .touch(1), .x(11), .report) == ["began 1 11,20"])
    #expect(s.feed(.axis(ABS_DISTANCE, 4), .x(90), .report) == ["ended 1 11,20"])
    #expect(s.feed(.touch(0), .report) == [])
  }

  /// By the kernel's event-codes.rst, BTN_TOUCH is 0 while a tool hovers. A device that says both has a distance that never changes.
  @Test(arguments: [false, true]) func aDistanceBesideTheButton(_ hasPressure: Bool) {
    var s = Session(.single, axes: [ABS_DISTANCE] + (hasPressure ? [ABS_PRESSURE] : []))
    for contact in 1...3 {
      let lands: [Event] = [.axis(ABS_DISTANCE, 12), .touch(1), .x(10), .y(20)] + (hasPressure ? [.pressure(90)] : [])
      #expect(s.feed(lands + [.report, .x(11), .report]) == ["began \(contact) 10,20", "moved \(contact) 11,20"])
      #expect(s.feed([.touch(0)] + (hasPressure ? [.pressure(0)] : []) + [.report]) == ["ended \(contact) 11,20"])
    }
  }

  /// A distance at its minimum is a touch.
  @Test func distancesFromOne() {
    for (contactProtocol, code) in [
      (ContactProtocol.typeB, ABS_MT_DISTANCE), (.typeA, ABS_MT_DISTANCE), (.typeB, ABS_DISTANCE),
    ] {
      var device = panel(contactProtocol, button: false)
      device.absoluteAxes[bit: code] = true
      device[axis: code] = AxisInfo(minimum: 1, maximum: 10)
      var s = Session(device, contactProtocol)
      #expect(s.feed(.axis(code, 2), .id(5), .x(10), .y(20), .packet, .report) == [])
      #expect(s.feed(.axis(code, 1), .id(5), .x(11), .y(20), .packet, .report) == ["began 1 11,20"])
      #expect(s.feed(.axis(code, 2), .id(5), .x(30), .y(20), .packet, .report) == ["ended 1 11,20"])
    }
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

  /// Small fingers have the size 0, and fingers the pressure 0 where only a stylus has one: the button tells that they touch.
  @Test(arguments: [ABS_MT_PRESSURE, ABS_MT_TOUCH_MAJOR]) func aFingerThatNeverShowsTheSign(_ sign: Int32) {
    var s = Session(.typeB, axes: [sign])
    for (contact, value) in [(1, 8), (2, 0), (3, 0), (4, 8)] as [(Int32, Int32)] {
      #expect(
        s.feed(.id(contact), .x(10), .y(20), .axis(sign, value), .touch(1), .report) == ["began \(contact) 10,20"])
      #expect(s.feed(.x(11), .report) == ["moved \(contact) 11,20"])
      // Another finger changes nothing.
      #expect(s.feed(.slot(1), .id(90), .x(300), .axis(sign, 0), .report, .id(-1), .slot(0), .report) == [])
      #expect(s.feed(.x(12), .report) == ["moved \(contact) 12,20"])
      #expect(s.feed(.id(-1), .touch(0), .report) == ["ended \(contact) 12,20"])
    }
    // A finger that has shown it lifts with it, and one above the glass has no button.
    #expect(
      s.feed(.id(5), .axis(sign, 8), .touch(1), .report, .axis(sign, 0), .report) == ["began 5 12,20", "ended 5 12,20"])
    #expect(s.feed(.touch(0), .id(-1), .report, .id(6), .x(40), .report, .x(50), .report, .id(-1), .report) == [])
    // Where fingers hover, the button may be down for them as well.
    s = Session(.typeB, axes: [sign, ABS_MT_DISTANCE])
    #expect(s.feed(.id(1), .x(10), .y(20), .axis(sign, 8), .touch(1), .report) == ["began 1 10,20"])
    #expect(s.feed(.id(-1), .touch(0), .report) == ["ended 1 10,20"])
    #expect(s.feed(.id(2), .axis(sign, 0), .touch(1), .report) == [])
  }

  /// The button beside a pressure that is 0, on a single-touch panel.
  @Test func aPressureThatOnlyAPenHas() {
    var s = Session(.single, axes: [ABS_PRESSURE])
    for (contact, value) in [(1, 90), (2, 0), (3, 0), (4, 90)] as [(Int32, Int32)] {
      #expect(s.feed(.x(10), .y(20), .pressure(value), .touch(1), .report) == ["began \(contact) 10,20"])
      #expect(s.feed(.touch(0), .pressure(0), .report) == ["ended \(contact) 10,20"])
    }
  }

  /// A pressure below 0 is a touch if the axis begins below it.
  @Test(arguments: [ContactProtocol.typeB, .typeA, .single]) func pressuresBelowZero(_ contactProtocol: ContactProtocol)
  {
    let code = contactProtocol == .single ? ABS_PRESSURE : ABS_MT_PRESSURE
    var device = panel(contactProtocol, button: false)
    device.absoluteAxes[bit: code] = true
    device[axis: code] = AxisInfo(minimum: -128, maximum: 127)
    var s = Session(device, contactProtocol)
    for (contact, value) in [(1, 20), (2, -30), (3, -127)] as [(Int32, Int32)] {
      #expect(s.feed(.id(contact), .x(10), .y(20), .axis(code, value), .packet, .report) == ["began \(contact) 10,20"])
      #expect(s.feed(.id(contact), .x(99), .y(20), .axis(code, -128), .packet, .report) == ["ended \(contact) 10,20"])
      _ = s.feed(.id(-1), .packet, .report)
    }
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

  /// A pen has a tool, and the fingers after it have none: then the tool says nothing about fingers.
  @Test(arguments: [ContactProtocol.typeB, .typeA, .single]) func aPenBeforeTheFingers(
    _ contactProtocol: ContactProtocol
  ) {
    var s = Session(contactProtocol, keys: [BTN_TOOL_PEN])
    for contact: Int32 in 1...5 {
      let isPen = contact % 3 == 1
      let lands: [Event] = [.id(contact), .x(10), .y(20), .packet, .touch(1), .report]
      let lifts: [Event] = [.id(-1), .packet, .touch(0), .report]
      #expect(s.feed((isPen ? [.key(BTN_TOOL_PEN, 1), .report] : []) + lands) == ["began \(contact) 10,20"])
      #expect(s.feed(lifts + (isPen ? [.key(BTN_TOOL_PEN, 0), .report] : [])) == ["ended \(contact) 10,20"])
    }
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

  /// QEMU's virtio-tablet announces BTN_TOUCH and reports BTN_LEFT.
  @Test(arguments: [BTN_LEFT, BTN_0]) func aButtonInPlaceOfTheOneThatIsNeverReported(_ button: Int32) {
    var s = Session(.single, keys: [button])
    for contact in 1...2 {
      #expect(s.feed(.x(10), .y(20), .report, .x(30), .key(button, 1), .report) == ["began \(contact) 30,20"])
      #expect(s.feed(.key(button, 0), .report, .x(90), .report) == ["ended \(contact) 30,20"])
    }
    // Once BTN_TOUCH is reported, it alone counts.
    #expect(s.feed(.x(10), .touch(1), .report, .key(button, 1), .report, .key(button, 0), .report) == ["began 3 10,20"])
    #expect(s.feed(.touch(0), .report, .key(button, 1), .x(20), .report) == ["ended 3 10,20"])
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
