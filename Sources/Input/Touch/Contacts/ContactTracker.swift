import CInputEvents
import Geometry
import Rating

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
/// **Releases by the kernel.** When a device is disconnected or suspended while a finger is down, the kernel itself reports the finger's
/// release, with SYN_REPORT 1 instead of 0, and ENODEV afterwards. Such an end is a cancel.
package struct ContactTracker: Sendable {
  enum Phase { case reading, dropping, awaitingState }

  package typealias Emit = (TouchEvent<RawSpace>) -> Void

  /// What BTN_TOUCH (or the pressure) did in the frame that is being collected.
  struct Button {
    var isDown = false
    var wentDown = false
    var wentUp = false
  }

  package let contactProtocol: ContactProtocol
  /// Whether any pressure is a touch, as on a single-touch device without BTN_TOUCH.
  let usesPressure: Bool
  let hasButton: Bool

  var phase = Phase.reading
  var slots = InlineArray<16, ContactSlot>(repeating: ContactSlot())
  /// A mask of the slots that a record since the last SYN_REPORT concerned: bit i stands for slot i.
  var touched: UInt32 = 0
  private static var allSlots: UInt32 { 0xffff }
  /// The value of a SYN_REPORT that the kernel itself generated (`input_dev_release_keys`); drivers send 0.
  private static var madeByKernel: Int32 { 1 }
  /// Type B: the slot of the next records. Records for a slot out of range are ignored.
  var currentSlot: Int32 = 0
  var button = Button()
  var packets = PacketList()
  /// Type A, after a start with a finger down: packets are ignored until a release.
  var awaitsRelease = false
  /// The next tracking ID for devices that have none.
  var nextTrackingID: Int32 = 0

  /// The number of the next contact. When a device is connected again, its tracker continues from this number.
  package private(set) var nextContact: Int32

  /// Creates a tracker. `firstContact` is above 0.
  @export(interface)
  package init(_ device: DeviceDescription, _ contactProtocol: ContactProtocol, firstContact: Int32 = 1) {
    self.contactProtocol = contactProtocol
    hasButton = device.has(key: BTN_TOUCH)
    usesPressure = contactProtocol == .single && !hasButton
    nextContact = firstContact
  }

  /// Whether records were lost: the tracker ignores records until `resynchronise` or `cancelAll`.
  package var awaitsState: Bool { phase == .awaitingState }

  /// Whether a finger is down, with or without a contact.
  package var isTouched: Bool { slots.indices.contains { slots[$0].isOccupied } }

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
    case (EV_KEY, BTN_TOUCH): touch(record.value != 0)
    default: break
    }
  }

  private mutating func absolute(_ code: Int32, _ value: Int32) {
    switch contactProtocol {
    case .typeB:
      if code == ABS_MT_SLOT {
        currentSlot = value
      } else if 0..<Int32(slots.count) ~= currentSlot {
        touched |= 1 << UInt32(currentSlot)
        slots[Int(currentSlot)].handle(code, value)
      }
    case .typeA: packets.handle(code, value)
    case .single:
      if code == ABS_PRESSURE && usesPressure { return touch(value > 0) }
      guard code == ABS_X || code == ABS_Y else { return }
      touched |= 1
      slots[0].handle(code == ABS_X ? ABS_MT_POSITION_X : ABS_MT_POSITION_Y, value)
    }
  }

  private mutating func touch(_ isDown: Bool) {
    button.isDown = isDown
    touched = Self.allSlots
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

  // MARK: Emission

  private mutating func closeFrame(_ record: EvdevRecord, _ emit: Emit) {
    switch contactProtocol {
    case .typeA:
      touched = Self.allSlots
      matchPackets()
    case .typeB: if button.wentDown && button.isDown { wakeReleased() }
    case .single: break
    }
    (button.wentDown, button.wentUp) = (false, false)
    emitDepartures(record.time, isMadeByKernel: record.value == Self.madeByKernel, emit)
    emitArrivals(record.time, emit)
    touched = 0
  }

  /// Handles BTN_TOUCH 1 of a driver that never resets tracking IDs: the fingers are in the slots that moved, or else in the
  /// current slot.
  private mutating func wakeReleased() {
    var isExplained = false
    for i in 0..<slots.count {
      if slots[i].state == .released && slots[i].moved { slots[i].wake() }
      if slots[i].isOccupied { isExplained = true }
    }
    if !isExplained && 0..<Int32(slots.count) ~= currentSlot { slots[Int(currentSlot)].wake() }
  }

  private mutating func emitDepartures(_ time: Int64, isMadeByKernel: Bool, _ emit: Emit) {
    var left = touched
    while let i = Self.removeFirst(&left) {
      slots[i].settlePalm()
      guard let (phase, position) = slots[i].departure else { continue }
      emit(event(slots[i].contact, isMadeByKernel ? .cancelled : phase, position, time))
      slots[i].forgetDeparted()
    }
  }

  private mutating func emitArrivals(_ time: Int64, _ emit: Emit) {
    var left = touched
    while let i = Self.removeFirst(&left) {
      if let tap = slots[i].tap {
        let contact = makeContact()
        emit(event(contact, .began, tap, time))
        emit(event(contact, .ended, tap, time))
        slots[i].tap = nil
      }
      if slots[i].state == .fresh {
        begin(i, slots[i].trackingID, time, emit)
      } else if slots[i].state == .live && slots[i].moved {
        emit(event(slots[i].contact, .moved, slots[i].position, time))
      }
      slots[i].settle()
    }
  }

  /// Clears the lowest set bit and returns its number.
  private static func removeFirst(_ bits: inout UInt32) -> Int? {
    if bits == 0 { return nil }
    defer { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }

  /// Begins a contact for the finger in a slot.
  mutating func begin(_ i: Int, _ trackingID: Int32, _ time: Int64, _ emit: Emit) {
    slots[i].announce(as: makeContact())
    slots[i].overwrite(state: .live, trackingID: trackingID)
    emit(event(slots[i].contact, .began, slots[i].position, time))
  }

  private mutating func makeContact() -> Int32 {
    defer { nextContact = nextContact == .max ? 1 : nextContact + 1 }
    return nextContact
  }

  /// Returns the event of a contact; `time` is in microseconds.
  func event(
    _ contact: Int32, _ phase: TouchPhase, _ position: Point<RawSpace>, _ time: Int64
  ) -> TouchEvent<RawSpace> {
    TouchEvent(phase, contact: contact, at: position, time: time &* 1000)
  }
}
