import CInputEvents

/// The protocol by which a touch device reports fingers (kernel: Documentation/input/multi-touch-protocol.rst).
package enum ContactProtocol: Hashable, Sendable {
  /// Slots that keep their state, each with a tracking ID.
  case typeB
  /// Each report lists all fingers again, each followed by SYN_MT_REPORT.
  case typeA
  /// One finger: ABS_X, ABS_Y, and BTN_TOUCH or pressure.
  case single
}

/// Whether a device is a touchscreen.
package enum DeviceVerdict: Hashable, Sendable {
  case accepted(ContactProtocol)
  /// The reason is worded to follow "refused: ".
  case refused(reason: String)
}

extension DeviceDescription {
  /// Whether the device is a touchscreen: it has INPUT_PROP_DIRECT, or BTN_TOUCH with a range on both position axes, or udev classifies it
  /// as one.
  ///
  /// Other devices look similar: a magnetometer has absolute axes, and a HID touchscreen comes with a keyboard and a mouse.
  /// The first matching row decides:
  ///
  /// ```
  /// no position axes                                              refused: mouse, keyboard, keys, other
  /// ID_INPUT_TOUCHSCREEN=1                                        (the rows up to "one finger" are skipped)
  /// ID_INPUT_TOUCHSCREEN=0                                        refused: by udev
  /// INPUT_PROP_ACCELEROMETER                                      refused: accelerometer
  /// not DIRECT, and POINTER, BUTTONPAD or BTN_TOOL_FINGER         refused: touchpad
  /// not multitouch, and BTN_TOOL_PEN, _RUBBER or BTN_STYLUS       refused: pen
  /// not DIRECT, no BTN_TOUCH: BTN_JOYSTICK.. or BTN_GAMEPAD..     refused: joystick
  ///                           BTN_LEFT                            refused: absolute pointer (QEMU's tablets)
  ///                           letters                             refused: keyboard
  ///                           none of these                       refused: sensor
  /// slots without tracking IDs, or multitouch without a range     as one finger, if ABS_X and ABS_Y are usable
  /// one finger, no ABS_PRESSURE and no `touchKey`                 refused: does not report touches
  /// slots without tracking IDs, no ABS_X and ABS_Y                refused: does not report touches
  /// a position axis without a usable range                        refused: range
  /// any other                                                     accepted
  /// ```
  package var verdict: DeviceVerdict { verdict(isNamed: udevTouchscreen == true) }

  /// The verdict on a device that the caller has named, or on the device of a recording. It is refused only if it cannot report touches,
  /// never because of a guess about its kind.
  package var namedVerdict: DeviceVerdict { verdict(isNamed: true) }

  private func verdict(isNamed: Bool) -> DeviceVerdict {
    let isSingle = has(absolute: ABS_X) && has(absolute: ABS_Y)
    guard isMultitouch || isSingle else { return .refused(reason: reasonWithoutPosition) }
    if !isNamed, let reason = reasonAgainstKind { return .refused(reason: reason) }

    let contactProtocol = contactProtocol
    if contactProtocol == .single && (!isSingle || touchKey == nil && !has(absolute: ABS_PRESSURE)) {
      return .refused(
        reason: "it does not report touches (no BTN_TOUCH or BTN_LEFT, no ABS_PRESSURE, no slots with tracking IDs)")
    }
    let (x, y) = positionAxes(contactProtocol)
    if !x.isUsable { return .refused(reason: reason(against: x, named: "X")) }
    if !y.isUsable { return .refused(reason: reason(against: y, named: "Y")) }
    return .accepted(contactProtocol)
  }

  /// The best protocol that the device supports.
  private var contactProtocol: ContactProtocol {
    if !isMultitouch { return .single }
    let hasSlots = has(absolute: ABS_MT_SLOT)
    // Without a tracking ID, nothing tells whether a slot has a finger.
    if hasSlots && !has(absolute: ABS_MT_TRACKING_ID) { return .single }
    return hasRange(.typeB) || !hasRange(.single) ? (hasSlots ? .typeB : .typeA) : .single
  }

  private func hasRange(_ contactProtocol: ContactProtocol) -> Bool {
    let (x, y) = positionAxes(contactProtocol)
    return x.isUsable && y.isUsable
  }

  /// Returns the device with the ends that `quirks` gives for position axes without a usable range.
  package func corrected(by quirks: AxisQuirks) -> DeviceDescription {
    var device = self
    let axes = [
      (ABS_X, quirks.rangeX), (ABS_MT_POSITION_X, quirks.rangeX), (ABS_Y, quirks.rangeY),
      (ABS_MT_POSITION_Y, quirks.rangeY),
    ]
    for (code, range) in axes where has(absolute: code) && !device[axis: code].scaled.isUsable {
      if let range { (device[axis: code].minimum, device[axis: code].maximum) = (range.minimum, range.maximum) }
    }
    return device
  }

  /// Whether positions are on the screen itself: the device has INPUT_PROP_DIRECT, or udev classifies it as a touchscreen. Such a device is
  /// preferred if several devices are accepted.
  package var isDirect: Bool { has(property: INPUT_PROP_DIRECT) || udevTouchscreen == true }

  private var hasLetters: Bool { has(key: KEY_A) && has(key: KEY_ENTER) }

  private var reasonWithoutPosition: String {
    if has(relative: REL_X) && has(relative: REL_Y) { return "a mouse: it reports movement, not positions" }
    if hasLetters { return "a keyboard" }
    if has(property: INPUT_PROP_ACCELEROMETER) { return "an accelerometer" }
    if !absoluteAxes.isEmpty { return "it has axes, but none for a position" }
    return keys.isEmpty ? "it has no position axes" : "keys or buttons only, no position axes"
  }

  private var reasonAgainstKind: String? {
    if udevTouchscreen == false { return "a udev rule says that it is no touchscreen (ID_INPUT_TOUCHSCREEN=0)" }
    if has(property: INPUT_PROP_ACCELEROMETER) { return "an accelerometer" }
    if !isDirect {
      if has(property: INPUT_PROP_POINTER) && has(key: BTN_TOOL_PEN) { return "a pen tablet" }
      if has(property: INPUT_PROP_POINTER) || has(property: INPUT_PROP_BUTTONPAD) || has(key: BTN_TOOL_FINGER) {
        return "a touchpad: it moves a pointer and is not on a screen (no INPUT_PROP_DIRECT)"
      }
    }
    let isPen = has(key: BTN_TOOL_PEN) || has(key: BTN_TOOL_RUBBER) || has(key: BTN_STYLUS)
    if !isMultitouch && isPen { return "a pen tablet" }
    if isDirect || has(key: BTN_TOUCH) { return nil }
    for code in BTN_JOYSTICK..<BTN_TOOL_PEN where has(key: code) { return "a joystick or gamepad" }
    if has(key: BTN_LEFT) {
      return "an absolute pointer such as a virtual machine's tablet: it has BTN_LEFT and no BTN_TOUCH"
    }
    if hasLetters { return "a keyboard" }
    return "axes without BTN_TOUCH or INPUT_PROP_DIRECT: a sensor such as a magnetometer"
  }

  private func reason(against axis: AxisInfo, named name: String) -> String {
    "its \(name) axis has no range (\(axis.minimum) to \(axis.maximum)); set range-x and range-y"
  }
}
