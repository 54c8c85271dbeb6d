import CInputEvents
import StarSlider
import Testing
import Touch

@Suite struct DeviceVerdictTests {
  func device(
    keys: [Int32] = [], absolute: [Int32] = [], relative: [Int32] = [], properties: [Int32] = [],
    range: (Int32, Int32) = (0, 4095)
  ) -> DeviceDescription {
    var device = DeviceDescription()
    for code in keys { device.keys[bit: code] = true }
    for code in relative { device.relativeAxes[bit: code] = true }
    for code in properties { device.properties[bit: code] = true }
    for code in absolute {
      device.absoluteAxes[bit: code] = true
      device[axis: code] = AxisInfo(minimum: range.0, maximum: range.1)
    }
    return device
  }

  let xy: [Int32] = [ABS_X, ABS_Y]
  let fingers: [Int32] = [ABS_MT_POSITION_X, ABS_MT_POSITION_Y]
  let direct = [INPUT_PROP_DIRECT]
  let letters = Array(Int32(1)...57)

  func expectRefused(_ device: DeviceDescription, _ words: String, _ location: SourceLocation = #_sourceLocation) {
    guard case .refused(let reason) = device.verdict else {
      Issue.record("accepted", sourceLocation: location)
      return
    }
    #expect(reason.contains(words), "\(reason)", sourceLocation: location)
  }

  @Test func touchscreens() {
    let slots = fingers + xy + [ABS_MT_SLOT, ABS_MT_TRACKING_ID]
    #expect(device(keys: [BTN_TOUCH], absolute: slots, properties: direct).verdict == .accepted(.typeB))
    #expect(device(absolute: slots, properties: direct).verdict == .accepted(.typeB))
    #expect(device(keys: [BTN_TOUCH], absolute: fingers + xy).verdict == .accepted(.typeA))
    // ads7846 and ti_am335x_tsc: no property.
    #expect(device(keys: [BTN_TOUCH], absolute: xy).verdict == .accepted(.single))
    #expect(device(keys: [BTN_TOUCH], absolute: xy, range: (4095, 0)).verdict == .accepted(.single))
    #expect(device(absolute: xy + [ABS_PRESSURE], properties: direct).verdict == .accepted(.single))
    // A screen for fingers and a pen in one node.
    let both = [BTN_TOUCH, BTN_TOOL_PEN]
    #expect(device(keys: both, absolute: slots, properties: direct).verdict == .accepted(.typeB))
  }

  /// Slots without tracking IDs tell nothing (libkrun#787), but the axes beside them do.
  @Test func slotsWithoutTrackingIDs() {
    let slots = fingers + [ABS_MT_SLOT]
    #expect(device(keys: [BTN_TOUCH], absolute: slots + xy, properties: direct).verdict == .accepted(.single))
    #expect(device(absolute: slots + xy + [ABS_PRESSURE], properties: direct).verdict == .accepted(.single))
    expectRefused(device(keys: [BTN_TOUCH], absolute: slots, properties: direct), "it does not report touches")
    expectRefused(device(absolute: slots + xy, properties: direct), "it does not report touches")
  }

  /// Absolute mice that are touchscreens: eGalax's virtual device says so itself, PenMount's does not.
  @Test func absoluteMice() {
    #expect(device(keys: [BTN_LEFT], absolute: xy, properties: direct).verdict == .accepted(.single))
    expectRefused(device(keys: [BTN_LEFT], absolute: xy), "an absolute pointer")
    #expect(device(keys: [BTN_LEFT], absolute: xy).namedVerdict == .accepted(.single))
  }

  /// udev's rules know a device better than a guess.
  @Test func udevDecides() {
    for (keys, absolute) in [([BTN_LEFT], xy), ([BTN_TOUCH, BTN_TOOL_PEN], xy), ([BTN_TOOL_FINGER], fingers)] {
      var one = device(keys: keys, absolute: absolute)
      guard case .refused = one.verdict else {
        Issue.record("\(keys) is accepted")
        continue
      }
      one.udevTouchscreen = true
      #expect(one.verdict == one.namedVerdict && one.isDirect)
      guard case .accepted = one.verdict else {
        Issue.record("\(keys) is refused")
        continue
      }
    }
    var panel = device(keys: [BTN_TOUCH], absolute: xy, properties: direct)
    panel.udevTouchscreen = false
    expectRefused(panel, "ID_INPUT_TOUCHSCREEN=0")
    #expect(panel.namedVerdict == .accepted(.single))
  }

  /// What is named is refused only if it cannot report touches.
  @Test func namedDevicesAreNotGuessedAbout() {
    let pointer = [INPUT_PROP_POINTER, INPUT_PROP_ACCELEROMETER]
    for keys in [
      [BTN_TOUCH, BTN_TOOL_FINGER, BTN_LEFT], [BTN_LEFT], [BTN_TOUCH, BTN_STYLUS], [BTN_TOUCH, BTN_JOYSTICK] + letters,
    ] {
      #expect(device(keys: keys, absolute: xy, properties: pointer).namedVerdict == .accepted(.single))
    }
    for one in [
      device(keys: letters), device(keys: [BTN_LEFT], relative: [0, 1]), device(absolute: xy),
      device(keys: [BTN_TOUCH], absolute: xy, range: (0, 0)),
    ] {
      guard case .refused = one.namedVerdict else {
        Issue.record("accepted")
        continue
      }
    }
  }

  @Test func sensors() {
    expectRefused(device(absolute: xy, properties: [INPUT_PROP_ACCELEROMETER]), "an accelerometer")
    expectRefused(device(absolute: xy + [2]), "a sensor such as a magnetometer")
  }

  @Test func nodesOfATouchHID() {
    expectRefused(device(keys: letters), "a keyboard")
    expectRefused(device(keys: letters, absolute: [0x20]), "a keyboard")
    expectRefused(device(keys: [BTN_LEFT], relative: [0, 1]), "a mouse")
    expectRefused(device(keys: [BTN_LEFT], absolute: xy), "an absolute pointer")
    expectRefused(device(keys: [116]), "keys or buttons only")
    expectRefused(device(), "no position axes")
    expectRefused(device(absolute: [0x20]), "none for a position")
  }

  @Test func touchpadsPensAndJoysticks() {
    let slots = fingers + xy + [ABS_MT_SLOT, ABS_MT_TRACKING_ID]
    let touch = [BTN_TOUCH, BTN_TOOL_FINGER, BTN_LEFT]
    expectRefused(device(keys: touch, absolute: slots, properties: [INPUT_PROP_POINTER]), "a touchpad")
    expectRefused(device(keys: touch, absolute: slots), "a touchpad")
    expectRefused(device(keys: [BTN_TOUCH, BTN_TOOL_PEN], absolute: xy), "a pen tablet")
    expectRefused(
      device(keys: [BTN_TOUCH, BTN_STYLUS], absolute: xy, properties: [INPUT_PROP_DIRECT]),
      "a pen tablet")
    expectRefused(device(keys: [BTN_JOYSTICK], absolute: xy), "a joystick")
    expectRefused(device(keys: [BTN_GAMEPAD], absolute: xy), "a joystick")
    // So many axes that the multitouch codes are among them.
    expectRefused(device(keys: [BTN_GAMEPAD], absolute: Array(0...0x3f)), "a joystick")
  }

  @Test func ranges() {
    let touch = [BTN_TOUCH]
    expectRefused(device(keys: touch, absolute: xy, range: (0, 0)), "its X axis has no range (0 to 0)")
    expectRefused(device(absolute: xy, properties: [INPUT_PROP_DIRECT]), "it does not report touches")
    for (code, name) in [(ABS_X, "X"), (ABS_Y, "Y")] {
      var one = device(keys: touch, absolute: xy)
      one[axis: code].maximum = 0
      expectRefused(one, "its \(name) axis has no range (0 to 0)")
    }
  }

  /// Positions of more than 24 bits lose their lowest ones.
  @Test(
    arguments: [(0, .max), (.min, .max), (.max, .min), (-8_388_608, 0), (1 << 30, .max)] as [(Int32, Int32)])
  func wideAxes(_ minimum: Int32, _ maximum: Int32) throws {
    for (device, contactProtocol) in [
      (device(keys: [BTN_TOUCH], absolute: xy, range: (minimum, maximum)), ContactProtocol.single),
      (
        device(
          keys: [BTN_TOUCH], absolute: fingers + [ABS_MT_SLOT, ABS_MT_TRACKING_ID], properties: direct,
          range: (minimum, maximum)), .typeB
      ),
    ] {
      #expect(device.namedVerdict == .accepted(contactProtocol))
      let axes = device.positionAxes(contactProtocol)
      let transform = try #require(TouchTransform(x: axes.x, y: axes.y, screen: Size(width: 800, height: 480)))
      var s = Session(device, contactProtocol)
      var places: [Point<PhysicalSpace>] = []
      let middle = Int32((Int64(minimum) + Int64(maximum)) / 2)
      for (id, value) in [minimum, middle, maximum].enumerated() {
        for event: Event in [.id(Int32(id)), .x(value), .y(value), .touch(1), .report, .id(-1), .touch(0), .report] {
          s.tracker.feed(event.record(contactProtocol, time: Int64(id))) {
            if $0.phase == .began { places.append(transform.toPhysical($0.position)) }
          }
        }
      }
      #expect(places.map(\.x.floor) == [0, 399, 799] || places.map(\.x.floor) == [0, 400, 799])
      #expect(places.map(\.y.floor) == [0, 239, 479] || places.map(\.y.floor) == [0, 240, 479])
      // At the start and after lost records, too.
      var state = DeviceState()
      state.isTouched = true
      (state.x, state.y) = (maximum, maximum)
      state.slots[0] = DeviceState.Slot(trackingID: 9, x: maximum, y: maximum)
      var last: Point<RawSpace>?
      s.tracker.resynchronise(with: state, time: 9) { last = $0.position }
      #expect(last.map { transform.toPhysical($0).x.floor } == 799)
    }
  }

  /// Some drivers set no range for the fingers' axes. Those of the first finger may have one; otherwise, the settings give it.
  @Test func fingersWithoutARange() {
    let slots = fingers + [ABS_MT_SLOT, ABS_MT_TRACKING_ID]
    var panel = device(keys: [BTN_TOUCH], absolute: slots + xy, properties: direct)
    for code in fingers { panel[axis: code].maximum = 0 }
    #expect(panel.verdict == .accepted(.single))
    for code in xy { panel[axis: code].maximum = 0 }
    expectRefused(panel, "its X axis has no range (0 to 0); set range-x and range-y")

    var quirks = AxisQuirks()
    quirks.rangeX = AxisQuirks.AxisRange(0, 799)
    expectRefused(panel.corrected(by: quirks), "its Y axis")
    quirks.rangeY = AxisQuirks.AxisRange(0, 479)
    let corrected = panel.corrected(by: quirks)
    #expect(corrected.verdict == .accepted(.typeB))
    #expect(corrected.positionAxes(.typeB).x.maximum == 799 && corrected.positionAxes(.typeB).y.maximum == 479)
    // An announced range stays: settings may name the ends of another panel.
    let other = device(keys: [BTN_TOUCH], absolute: slots, properties: direct).corrected(by: quirks)
    #expect(other.positionAxes(.typeB).x.maximum == 4095)
  }

  /// No combination of properties traps, or is accepted without DIRECT or BTN_TOUCH.
  @Test func everyCombination() {
    let keys: [Int32] = [
      BTN_TOUCH, BTN_LEFT, BTN_TOOL_FINGER, BTN_TOOL_PEN, BTN_GAMEPAD, KEY_A,
    ]
    let properties: [Int32] = [
      INPUT_PROP_DIRECT, INPUT_PROP_POINTER, INPUT_PROP_ACCELEROMETER,
    ]
    let axes: [[Int32]] = [[], xy, fingers, fingers + [ABS_MT_SLOT], xy + fingers + [ABS_MT_SLOT]]
    for k in 0..<(1 << keys.count) {
      for p in 0..<(1 << properties.count) {
        for a in axes {
          let device = device(
            keys: keys.indices.filter { k >> $0 & 1 == 1 }.map { keys[$0] }, absolute: a,
            properties: properties.indices.filter { p >> $0 & 1 == 1 }.map { properties[$0] })
          if case .accepted = device.verdict {
            if case .refused = device.namedVerdict { Issue.record("refused when it is named") }
            #expect(!a.isEmpty && (device.isDirect || device.has(key: BTN_TOUCH)))
            #expect(!device.has(property: INPUT_PROP_ACCELEROMETER))
          }
        }
      }
    }
  }
}
