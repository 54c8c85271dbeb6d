import Geometry
import Rating

/// Turns the records of one touch device into contacts, frame by frame.
///
/// Everything that happened in a frame is emitted at its SYN_REPORT: first what ended, then what came, so that a finger
/// that replaces another finds the control free. Storage is in place; nothing is allocated. What a slot does with each
/// record is the table of `ContactSlot`; the tracker itself reads like this:
///
/// ```
/// phase            record         then
/// reading          SYN_DROPPED    dropping; what the frame had collected is forgotten
/// reading          SYN_REPORT     emits; reading
/// reading          any other      collected
/// dropping         SYN_REPORT     awaitingState
/// dropping         any other      ignored
/// awaitingState    any            ignored
/// any              resynchronise  emits the difference; reading
/// any              cancelAll      cancels all; reading
/// ```
///
/// **Down at the start.** A finger that is down already when the device is opened (`adopt`) emits nothing until it
/// lifts: nobody saw it land, so it is neither a tap nor a drag. Other fingers count meanwhile.
///
/// **Lifts that are none.** When a device is unplugged or put to sleep under a finger, the kernel releases it in the
/// device's name, with SYN_REPORT 1 instead of 0, and only then says ENODEV. Such an end is a cancel: nobody lifted.
package struct ContactTracker: Sendable {
  enum Phase { case reading, dropping, awaitingState }

  /// What BTN_TOUCH (or pressure) did in the frame that is being collected.
  struct Button {
    var isDown = false
    var wentDown = false
    var wentUp = false
  }

  /// How the device tells of fingers.
  package let contactProtocol: ContactProtocol
  /// A single-touch device without BTN_TOUCH: any pressure is a touch.
  let usesPressure: Bool
  let hasButton: Bool

  var phase = Phase.reading
  var slots = InlineArray<16, ContactSlot>(repeating: ContactSlot())
  /// Bit i: a record since the last SYN_REPORT was about slot i. The others are as that one has left them.
  var touched: UInt32 = 0
  private static var allSlots: UInt32 { 0xffff }
  /// Type B: where the next records go; out of range, they go nowhere.
  var currentSlot: Int32 = 0
  var button = Button()
  var packets = PacketList()
  /// Type A, after a start with a finger down: no packet counts before a release.
  var awaitsRelease = false
  /// Tracking IDs for devices that give none.
  var nextTrackingID: Int32 = 0

  /// The number of the next contact. A tracker for a device that came back goes on from here.
  package private(set) var nextID: Int32

  /// `firstID` is above 0.
  @export(interface) package init(_ device: DeviceDescription, _ contactProtocol: ContactProtocol, firstID: Int32 = 1) {
    self.contactProtocol = contactProtocol
    hasButton = device.has(key: Evdev.BTN_TOUCH)
    usesPressure = contactProtocol == .single && !hasButton
    nextID = firstID
  }

  /// SYN_DROPPED and its SYN_REPORT have passed: nothing is read before `resynchronise` or `cancelAll`.
  package var awaitsState: Bool { phase == .awaitingState }

  /// Some finger is down, announced or held.
  package var isTouched: Bool {
    for i in 0..<slots.count where slots[i].isOccupied { return true }
    return false
  }

  /// Takes one record; emits contacts if it closes a frame.
  package mutating func feed(_ record: EvdevRecord, _ emit: (TouchEvent<RawSpace>) -> Void) {
    if phase != .reading {
      if phase == .dropping && record.type == Evdev.EV_SYN && record.code == Evdev.SYN_REPORT { phase = .awaitingState }
      return
    }
    switch record.type {
    case Evdev.EV_SYN: synchronise(record, emit)
    case Evdev.EV_ABS: absolute(record.code, record.value)
    case Evdev.EV_KEY where record.code == Evdev.BTN_TOUCH: touch(record.value != 0)
    default: break
    }
  }

  private mutating func synchronise(_ record: EvdevRecord, _ emit: (TouchEvent<RawSpace>) -> Void) {
    switch record.code {
    case Evdev.SYN_REPORT: closeFrame(record, emit)
    case Evdev.SYN_MT_REPORT: if contactProtocol == .typeA { packets.close() }
    case Evdev.SYN_DROPPED: phase = .dropping
    default: break
    }
  }

  private mutating func absolute(_ code: UInt16, _ value: Int32) {
    switch contactProtocol {
    case .typeB:
      if code == Evdev.ABS_MT_SLOT {
        currentSlot = value
        return
      }
      guard (0..<Int32(slots.count)).contains(currentSlot) else { return }
      touched |= 1 << UInt32(currentSlot)
      slots[Int(currentSlot)].take(code, value)
    case .typeA: packets.take(code, value)
    case .single:
      switch code {
      case Evdev.ABS_X: slots[0].x = value
      case Evdev.ABS_Y: slots[0].y = value
      case Evdev.ABS_PRESSURE where usesPressure: return touch(value > 0)
      default: return
      }
      touched |= 1
      slots[0].moved = true
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

  private mutating func closeFrame(_ record: EvdevRecord, _ emit: (TouchEvent<RawSpace>) -> Void) {
    let time = record.time
    switch contactProtocol {
    case .typeA:
      touched = Self.allSlots
      matchPackets()
    case .typeB: if button.wentDown && button.isDown { wakeReleased() }
    case .single: break
    }
    button.wentDown = false
    button.wentUp = false
    emitDepartures(time, isMadeByKernel: record.value == Evdev.SYN_MADE_BY_KERNEL, emit)
    emitArrivals(time, emit)
    touched = 0
  }

  /// BTN_TOUCH 1 on a driver that never takes tracking IDs back: the fingers are those that moved, else the slot that
  /// the records are about.
  private mutating func wakeReleased() {
    var isExplained = false
    for i in 0..<slots.count {
      if slots[i].state == .released && slots[i].moved { slots[i].wake() }
      if slots[i].isOccupied { isExplained = true }
    }
    if !isExplained && (0..<Int32(slots.count)).contains(currentSlot) { slots[Int(currentSlot)].wake() }
  }

  private mutating func emitDepartures(_ time: Int64, isMadeByKernel: Bool, _ emit: (TouchEvent<RawSpace>) -> Void) {
    var left = touched
    while let i = Self.takeFirst(&left) {
      slots[i].settlePalm()
      if slots[i].departure == .none { continue }
      let phase: TouchPhase = slots[i].departure == .ended && !isMadeByKernel ? .ended : .cancelled
      emit(event(slots[i].id, phase, slots[i].departureX, slots[i].departureY, time))
      slots[i].forgetDeparted()
    }
  }

  private mutating func emitArrivals(_ time: Int64, _ emit: (TouchEvent<RawSpace>) -> Void) {
    var left = touched
    while let i = Self.takeFirst(&left) {
      if slots[i].tapped {
        let id = makeID()
        emit(event(id, .began, slots[i].tapX, slots[i].tapY, time))
        emit(event(id, .ended, slots[i].tapX, slots[i].tapY, time))
        slots[i].forgetTap()
      }
      if slots[i].state == .fresh {
        begin(i, slots[i].trackingID, time, emit)
      } else if slots[i].state == .live && slots[i].moved {
        emit(event(slots[i].id, .moved, slots[i].x, slots[i].y, time))
      }
      slots[i].settle()
    }
  }

  /// The number of the lowest bit, which is cleared.
  private static func takeFirst(_ bits: inout UInt32) -> Int? {
    if bits == 0 { return nil }
    defer { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }

  /// Announces the finger in a slot.
  mutating func begin(_ i: Int, _ trackingID: Int32, _ time: Int64, _ emit: (TouchEvent<RawSpace>) -> Void) {
    slots[i].announce(as: makeID())
    slots[i].overwrite(state: .live, trackingID: trackingID)
    emit(event(slots[i].id, .began, slots[i].x, slots[i].y, time))
  }

  private mutating func makeID() -> Int32 {
    defer { nextID = nextID == .max ? 1 : nextID + 1 }
    return nextID
  }

  /// Makes the event of a contact. Positions may lie outside the device's axes, since drivers announce wrong ranges;
  /// `TouchTransform` clamps them. `time` is in microseconds.
  func event(_ id: Int32, _ phase: TouchPhase, _ x: Int32, _ y: Int32, _ time: Int64) -> TouchEvent<RawSpace> {
    let position = Point<RawSpace>(x: Fixed(AxisInfo.limited(x)), y: Fixed(AxisInfo.limited(y)))
    return TouchEvent(phase, contact: id, at: position, time: time &* 1000)
  }
}

extension ContactSlot {
  /// A type B record for the current slot.
  mutating func take(_ code: UInt16, _ value: Int32) {
    switch code {
    case Evdev.ABS_MT_TRACKING_ID: if value < 0 { lifts() } else { lands(value) }
    case Evdev.ABS_MT_POSITION_X:
      x = value
      moved = true
    case Evdev.ABS_MT_POSITION_Y:
      y = value
      moved = true
    case Evdev.ABS_MT_TOOL_TYPE: isPalm = value == Evdev.MT_TOOL_PALM
    default: break
    }
  }
}
