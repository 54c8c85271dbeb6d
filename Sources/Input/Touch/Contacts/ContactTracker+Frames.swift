// The end of a frame: what the records since the last SYN_REPORT mean.

import CInputEvents
import StarSlider

extension ContactTracker {
  @inline(never) mutating func closeFrame(_ record: EvdevRecord, _ emit: Emit) {
    if !releases.isEmpty { releases.emit(due: record.time &* 1000, emit) }
    if button.wentDown && button.isDown { noteButtonWithoutTool() }
    switch contactProtocol {
    case .typeA:
      touched = Self.allSlots
      matchPackets()
    case .typeB: if button.wentDown && button.isDown { wakeReleased() }
    case .single: break
    }
    if !button.isDown && !button.wentUp && known.contains(.button) { noteTouchWithoutButton() }
    settleTouches()
    (button.wentDown, button.wentUp) = (false, false)
    emitDepartures(record.time, isMadeByKernel: record.value == Self.madeByKernel, emit)
    emitArrivals(record.time, emit)
    touched = 0
  }

  private mutating func settleTouches() {
    let wasGuessed = noteProofs()
    if wasGuessed { touched = Self.allSlots }
    // `touches` is not called here, because it would copy all slots for each slot.
    let (isTypeA, isTouchable) = (contactProtocol == .typeA, isTouchable)
    var left = touched
    while let i = Self.removeFirst(&left) {
      let isTouching =
        isTypeA || isTouchable && (slots[i].closeness.isTouching(known) || isVouchedFor(i, wasGuessed: wasGuessed))
      slots[i].settleTouch(isTouching, wasGuessed: wasGuessed)
      if !slots[i].guess.axes.isEmpty { correctGuess(i) }
    }
  }

  @inline(never) private mutating func correctGuess(_ i: Int) {
    guard let reach = releases.reach, slots[i].state == .live, slots[i].moved else { return }
    let isElsewhere = slots[i].isElsewhere(reach)
    if releases.settle(slots[i].contact, at: slots[i].position, isElsewhere: isElsewhere) {
      slots[i].lose()
    } else if isElsewhere {
      slots[i].cancel()
    }
  }

  /// Returns whether this frame proves a sign for the first time.
  private mutating func noteProofs() -> Bool {
    var left = touched
    while let i = Self.removeFirst(&left) { known.formUnion(slots[i].closeness.proof) }
    if known == settledKnown { return false }
    settledKnown = known
    return true
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
      let departed = event(slots[i].contact, isMadeByKernel ? .cancelled : phase, position, time)
      if slots[i].contact == 0 {
        releases.ignore(departed, emit)
      } else if departed.phase == .cancelled || !releases.hold(departed, emit) {
        emit(departed)
      }
      slots[i].forgetDeparted()
      if button.isDown && contactProtocol == .typeB { noteLiftWithoutButton() }
    }
  }

  private mutating func emitArrivals(_ time: Int64, _ emit: Emit) {
    var left = touched
    while let i = Self.removeFirst(&left) {
      if let tap = slots[i].tap {
        slots[i].tap = nil
        if tap.closeness.isTouching(known) { emitTap(at: tap.position, time, emit) }
      }
      if slots[i].state == .fresh {
        begin(i, slots[i].trackingID, time, emit)
      } else if slots[i].state == .live && slots[i].moved {
        releases.noteMove(to: slots[i].position, time)
        emit(event(slots[i].contact, .moved, slots[i].position, time))
      }
      slots[i].settle()
    }
  }

  /// Emits a contact that lands and lifts in this frame.
  @inline(never) private mutating func emitTap(at position: Point<RawSpace>, _ time: Int64, _ emit: Emit) {
    let contact = land(at: position, time, emit)
    let end = event(contact ?? 0, .ended, position, time)
    if contact == nil { releases.ignore(end, emit) } else if !releases.hold(end, emit) { emit(end) }
  }

  /// Clears the lowest set bit and returns its number.
  private static func removeFirst(_ bits: inout UInt32) -> Int? {
    if bits == 0 { return nil }
    defer { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }

  /// Begins a contact for the finger in a slot.
  mutating func begin(_ i: Int, _ trackingID: Int32, _ time: Int64, _ emit: Emit) {
    let contact = land(at: slots[i].position, time, emit)
    if let contact { slots[i].announce(as: contact, isStale: releases.isStale(slots[i].position)) }
    slots[i].overwrite(state: contact == nil ? .held : .live, trackingID: trackingID)
    slots[i].isIgnored = contact == nil
  }

  /// Returns the contact of a finger that has landed: a new one, or one that bounced. Returns `nil` if the landing does not count.
  private mutating func land(at position: Point<RawSpace>, _ time: Int64, _ emit: Emit) -> Int32? {
    switch releases.judge(landingAt: position, time: time, emit) {
    case .new:
      let contact = makeContact()
      emit(event(contact, .began, position, time))
      return contact
    case .bounced(let contact):
      emit(event(contact, .moved, position, time))
      return contact
    case .ignored: return nil
    }
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
