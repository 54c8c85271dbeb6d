import CInputEvents
import StarSlider

/// Turns the records of one touch device into touch events, frame by frame.
///
/// The tracker emits the events of a frame at its SYN_REPORT: first the ends, then the beginnings, so that a finger that replaces another
/// one finds the control free. It never allocates memory. `ContactSlot` documents what each record does to a slot. The tracker's own states
/// are:
///
/// ```
/// phase            record         then
/// reading          SYN_DROPPED    dropping; the records of the frame so far are dropped
/// reading          SYN_REPORT     emits; reading
/// reading          any other      collected
/// dropping         SYN_REPORT     awaitingState
/// dropping         any other      ignored
/// awaitingState    any            ignored
/// any              resynchronise  emits the difference; reading
/// any              cancelAll      cancels all contacts; reading
/// ```
///
/// **Fingers down at the start.** A finger that is already down when the device is opened (`adopt`) has no contact until it lifts: where it
/// landed is unknown, so it is neither a tap nor a drag. Other fingers count meanwhile.
///
/// **Fingers off the glass.** A finger that hovers has no contact. When a device proves a sign for the first time (`Closeness.Signs`),
/// earlier contacts were guesses: they are cancelled, and begin again if the finger touches.
///
/// **Releases by the kernel.** When a device is disconnected or suspended while a finger is down, the kernel itself reports the finger's
/// release, with SYN_REPORT 1 instead of 0, and ENODEV afterwards. Such an end is a cancel.
package struct ContactTracker: Sendable {
  enum Phase { case reading, dropping, awaitingState }

  package typealias Emit = (TouchEvent<RawSpace>) -> Void

  /// What BTN_TOUCH (or the button in its place, or the pressure) did in the frame that is being collected.
  struct Button {
    var isDown = false
    var wentDown = false
    var wentUp = false
    /// The number of fingers that have landed since it was last down, in slots without another sign.
    var missed = 0
  }

  /// What the device reports for all fingers.
  struct Common {
    let contactProtocol: ContactProtocol
    /// The button that indicates whether a finger touches (`DeviceDescription.touchKey`); -1 for none.
    private(set) var touchKey: Int32
    /// Whether the device has reported that button.
    var isKeyReported = false
    /// Whether ABS_PRESSURE and ABS_DISTANCE apply to all fingers, because the device does not report them for each.
    let (sharesPressure, sharesDistance): (Bool, Bool)
    /// Whether the device is a single-touch device with ABS_PRESSURE.
    let hasPressure: Bool
    /// Whether the button may be down for a finger that hovers, and only its distance tells. BTN_TOUCH of a single-touch device is 0 for
    /// such a finger (kernel: Documentation/input/event-codes.rst).
    let canHover: Bool
    /// Whether a finger with a pressure or a size touches, whatever the button says.
    let showsTouch: Bool
    let floor: Closeness.Floor

    init(_ device: DeviceDescription, _ contactProtocol: ContactProtocol) {
      self.contactProtocol = contactProtocol
      touchKey = device.touchKey ?? -1
      let isSingle = contactProtocol == .single
      sharesPressure = !isSingle && device.has(absolute: ABS_PRESSURE) && !device.has(absolute: ABS_MT_PRESSURE)
      sharesDistance = !isSingle && device.has(absolute: ABS_DISTANCE) && !device.has(absolute: ABS_MT_DISTANCE)
      hasPressure = isSingle && device.has(absolute: ABS_PRESSURE)
      let hasTool = DeviceDescription.toolBit(of: touchKey) != nil
      let hasDistance = device.has(absolute: isSingle || sharesDistance ? ABS_DISTANCE : ABS_MT_DISTANCE)
      canHover = hasDistance && (hasTool || !isSingle)
      // The tip of a worn pen has a pressure above the glass.
      showsTouch = !hasDistance && !device.has(key: BTN_TOOL_PEN)
      floor = Closeness.Floor(
        distance: device[axis: isSingle || sharesDistance ? ABS_DISTANCE : ABS_MT_DISTANCE],
        pressure: device[axis: isSingle || sharesPressure ? ABS_PRESSURE : ABS_MT_PRESSURE],
        size: device[axis: ABS_MT_TOUCH_MAJOR], x: device[axis: isSingle ? ABS_X : ABS_MT_POSITION_X],
        y: device[axis: isSingle ? ABS_Y : ABS_MT_POSITION_Y])
    }

    /// Handles a button that went down. BTN_LEFT or BTN_0 takes the place of a BTN_TOUCH that is announced and not reported, as by QEMU's
    /// virtio-tablet, until it is.
    mutating func noteKey(_ code: Int32) {
      if contactProtocol != .single || touchKey < 0 { return }
      let isSpare = code == BTN_LEFT || code == BTN_0
      if code == BTN_TOUCH || isSpare && touchKey == BTN_TOUCH && !isKeyReported { touchKey = code }
    }
  }

  private(set) var common: Common
  var phase = Phase.reading
  var slots = InlineArray<32, ContactSlot>(repeating: ContactSlot())
  /// A mask of the slots that records since the last SYN_REPORT may have changed: bit i stands for slot i.
  var touched: UInt32 = 0
  static var allSlots: UInt32 { .max }
  /// The value of a SYN_REPORT that the kernel itself generated (`input_dev_release_keys`); drivers send 0.
  static var madeByKernel: Int32 { 1 }
  /// Type B: the slot of the next records. Records for a slot out of range are ignored.
  var currentSlot: Int32 = 0
  var button = Button()
  /// The values that apply to all fingers.
  var whole = Closeness(pressure: Closeness.unknown, size: Closeness.unknown)
  /// The tools within reach: bit i stands for BTN_TOOL_PEN + i.
  var tools: UInt16 = 0
  /// The signs that the device has proved, and those of the last SYN_REPORT.
  var known: Closeness.Signs = .distance
  var settledKnown: Closeness.Signs = .distance
  var packets = PacketList()
  /// Whether packets are ignored until a release, because a finger was already down (type A).
  var awaitsRelease = false
  /// The next tracking ID for devices that have none.
  var nextTrackingID: Int32 = 0

  /// The number of the next contact. When a device is connected again, its tracker continues from this number.
  package internal(set) var nextContact: Int32

  /// The releases that may be bounces.
  var releases: HeldReleases

  /// Creates a tracker. `firstContact` is above 0.
  ///
  /// - Parameter debounces: Whether releases are held back (`HeldReleases`); the caller then calls `releaseDue` at `deadline`.
  @export(interface)
  package init(
    _ device: DeviceDescription, _ contactProtocol: ContactProtocol, firstContact: Int32 = 1, debounces: Bool = false
  ) {
    common = Common(device, contactProtocol)
    releases = HeldReleases(
      debounces ? device.positionAxes(contactProtocol) : nil, isSingle: contactProtocol == .single)
    nextContact = firstContact
  }

  /// Whether any pressure counts as a touch. This applies to a single-touch device without a button, and to one whose driver announces
  /// BTN_TOUCH but never reports it.
  var usesPressure: Bool { common.hasPressure && !known.contains(.button) }

  var hasButton: Bool { common.touchKey >= 0 }

  package var contactProtocol: ContactProtocol { common.contactProtocol }

  /// Whether a finger can be touching, according to the values that apply to all fingers.
  @inline(__always) var isWithinReach: Bool {
    if known.contains(.tool) && tools == 0 && !known.contains(.noTool) && isFew { return false }
    return whole.isTouching(known)
  }

  /// Whether there are so few fingers that BTN_TOOL_FINGER to BTN_TOOL_QUINTTAP count them. With more fingers, none of these buttons is
  /// set.
  var isFew: Bool {
    if contactProtocol != .typeB { return true }
    var count = 0
    for i in slots.indices where slots[i].trackingID >= 0 { count += 1 }
    return count <= 5
  }

  /// Whether a finger that is close enough touches the glass.
  @inline(__always) var isTouchable: Bool {
    isWithinReach && (contactProtocol != .typeB || button.isDown || !known.contains(.button))
  }

  /// Whether the finger in a slot touches the glass.
  func touches(_ i: Int) -> Bool { isTouchable && (slots[i].closeness.isTouching(known) || isVouchedFor(i)) }

  /// Whether records were lost: the tracker ignores records until `resynchronise` or `cancelAll`.
  package var awaitsState: Bool { phase == .awaitingState }

  /// Whether a finger is down, with or without a contact.
  package var isTouched: Bool {
    for i in slots.indices where slots[i].isOccupied { return true }
    return false
  }

  /// Handles one record, and emits events if it ends a frame.
  package mutating func feed(_ record: EvdevRecord, _ emit: Emit) {
    if phase != .reading {
      if phase == .dropping && record.type == EV_SYN && record.code == SYN_REPORT { phase = .awaitingState }
      return
    }
    switch (record.type, record.code) {
    case (EV_ABS, let code): absolute(code, record.value)
    case (EV_SYN, SYN_REPORT): closeFrame(record, emit)
    case (EV_SYN, SYN_MT_REPORT): if contactProtocol == .typeA { packets.close() }
    case (EV_SYN, SYN_DROPPED): phase = .dropping
    case (EV_KEY, let code): key(code, record.value != 0)
    default: break
    }
  }

  @inline(never) private mutating func key(_ code: Int32, _ isDown: Bool) {
    if code != common.touchKey && isDown { common.noteKey(code) }
    if code == common.touchKey {
      common.isKeyReported = true
      if isDown { noteButton() }
      touch(isDown)
    }
    if let bit = DeviceDescription.toolBit(of: code) { noteTool(bit, isDown) }
  }

  /// Notes that the driver reports the button, so that pressure alone no longer counts as a touch.
  private mutating func noteButton() {
    if known.contains(.button) { return }
    // The pressure at the start may be that of the last touch.
    if usesPressure && slots[0].state == .held { slots[0].lifts() }
    known.insert(.button)
  }

  private mutating func noteTool(_ bit: UInt16, _ isPresent: Bool) {
    touched = Self.allSlots
    if isPresent {
      tools |= bit
      known.insert(.tool)
    } else {
      tools &= ~bit
    }
  }

  private mutating func absolute(_ code: Int32, _ value: Int32) {
    if common.floor.isZero { distribute(code, value) } else { distributeAboveFloor(code, value) }
  }

  @inline(never) private mutating func distributeAboveFloor(_ code: Int32, _ value: Int32) {
    distribute(code, common.floor.above(code, value))
  }

  @inline(__always) private mutating func distribute(_ code: Int32, _ value: Int32) {
    switch contactProtocol {
    case .typeB:
      if code == ABS_MT_SLOT {
        currentSlot = value
      } else if code < ABS_MT_SLOT {
        share(code, value)
      } else if 0..<Int32(slots.count) ~= currentSlot {
        touched |= 1 << UInt32(currentSlot)
        slots[Int(currentSlot)].handle(code, value)
      }
    case .typeA: if code < ABS_MT_SLOT { share(code, value) } else { packets.handle(code, value) }
    case .single:
      touched |= 1
      switch code {
      case ABS_X: slots[0].handle(ABS_MT_POSITION_X, value)
      case ABS_Y: slots[0].handle(ABS_MT_POSITION_Y, value)
      case ABS_DISTANCE: slots[0].handle(ABS_MT_DISTANCE, value)
      case ABS_PRESSURE:
        slots[0].handle(ABS_MT_PRESSURE, value)
        let isDown = slots[0].closeness.pressure > 0
        if usesPressure && isDown != button.isDown { touch(isDown) }
      default: break
      }
    }
  }

  /// Adopts the axes of the whole device, before its first record or after lost ones.
  mutating func adoptShared(pressure: Int32, distance: Int32) {
    if common.sharesPressure { whole.pressure = common.floor.above(ABS_PRESSURE, pressure) }
    if common.sharesDistance { whole.distance = common.floor.above(ABS_DISTANCE, distance) }
    known.formUnion(whole.proof)
  }

  /// Handles an axis of the whole device. Most repeat what the slots report.
  private mutating func share(_ code: Int32, _ value: Int32) {
    if code == ABS_PRESSURE && common.sharesPressure {
      whole.pressure = value
    } else if code == ABS_DISTANCE && common.sharesDistance {
      whole.distance = value
    } else {
      return
    }
    known.formUnion(whole.proof)
    touched = Self.allSlots
  }

  mutating func touch(_ isDown: Bool) {
    button.isDown = isDown
    touched = Self.allSlots
    button.missed = 0
    if isDown { button.wentDown = true } else { button.wentUp = true }
    switch contactProtocol {
    case .single:
      if !isDown { slots[0].lifts() } else if slots[0].trackingID < 0 { slots[0].lands(makeTrackingID()) }
    case .typeB:
      if !isDown { for i in 0..<slots.count { slots[i].release() } }
    case .typeA: break  // The packets of the frame must be known first.
    }
  }

  mutating func makeTrackingID() -> Int32 {
    defer { nextTrackingID = (nextTrackingID + 1) & 0xffff }
    return nextTrackingID
  }
}
