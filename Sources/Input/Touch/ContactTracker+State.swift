// What the tracker does with a device's state: at the start, after lost events, and when the device is gone.

import Geometry
import Rating

extension ContactTracker {
  /// At the start, before the first record: takes over positions, and holds the fingers that are down already.
  @export(interface) package mutating func adopt(_ device: DeviceState) {
    phase = .reading
    takeOver(device)
    for i in 0..<slots.count {
      let trackingID = trackingID(in: device, slot: i)
      // A driver that never takes tracking IDs back shows one here with nobody near; BTN_TOUCH knows better.
      let state: ContactSlot.State = trackingID < 0 ? .empty : isPressed ? .held : .released
      slots[i].overwrite(state: state, trackingID: trackingID)
    }
    awaitsRelease = contactProtocol == .typeA && button.isDown
  }

  /// After lost events: compares what was last told with what the device holds, and emits the difference.
  ///
  /// ```
  /// last told    the device holds           emitted
  /// a contact    the same tracking ID       moved, if the position differs
  /// a contact    another tracking ID        cancelled, began
  /// a contact    no finger                  cancelled: how it ended is lost
  /// held         the same tracking ID       nothing; it stays held
  /// held         another tracking ID        began
  /// nothing      a finger                   began
  /// ```
  ///
  /// A palm is held whatever it was; a tracking ID under BTN_TOUCH 0 is no finger. Single-touch devices have no tracking
  /// IDs: a finger counts as the same. The kernel keeps no fingers for type A: with BTN_TOUCH 1 the next packets decide,
  /// else all are cancelled.
  @export(interface)
  package mutating func resynchronise(with device: DeviceState, time: Int64, _ emit: (TouchEvent<RawSpace>) -> Void) {
    phase = .reading
    takeOver(device)
    if contactProtocol == .typeA {
      if button.isDown && hasButton { return revert() }
      awaitsRelease = false
      return forgetAll(time, then: .empty, emit)
    }
    for i in 0..<slots.count where slots[i].id != 0 {
      if continues(i, in: device) { continue }
      emit(event(slots[i].id, .cancelled, slots[i].x, slots[i].y, time))
      slots[i].forgetDeparted()
    }
    for i in 0..<slots.count { reconcile(i, with: device, time, emit) }
  }

  /// The device is gone, or must not be heard for now: cancels every contact. Fingers that stay down are held.
  package mutating func cancelAll(time: Int64, _ emit: (TouchEvent<RawSpace>) -> Void) {
    phase = .reading
    awaitsRelease = contactProtocol == .typeA && (button.isDown || isTouched)
    forgetAll(time, then: .held, emit)
  }

  private mutating func forgetAll(_ time: Int64, then state: ContactSlot.State, _ emit: (TouchEvent<RawSpace>) -> Void)
  {
    packets = PacketList()
    for i in 0..<slots.count {
      if slots[i].id != 0 {
        emit(event(slots[i].id, .cancelled, slots[i].x, slots[i].y, time))
        slots[i].forgetDeparted()
      }
      let stays = slots[i].trackingID >= 0 && state == .held && contactProtocol != .typeA
      slots[i].overwrite(state: stays ? .held : .empty, trackingID: stays ? slots[i].trackingID : -1)
    }
  }

  /// Undoes the frame that was being collected.
  private mutating func revert() {
    packets = PacketList()
    for i in 0..<slots.count {
      slots[i].overwrite(state: slots[i].settledState, trackingID: slots[i].settledTrackingID)
    }
  }

  private mutating func takeOver(_ device: DeviceState) {
    currentSlot = device.currentSlot
    packets = PacketList()
    button = Button(isDown: usesPressure ? device.pressure > 0 : device.isTouched)
  }

  /// The finger that the device holds in a slot; a single-touch device's keeps the number it was told under.
  private mutating func trackingID(in device: DeviceState, slot i: Int) -> Int32 {
    switch contactProtocol {
    case .typeA: return -1
    case .typeB:
      slots[i].x = device.slots[i].x
      slots[i].y = device.slots[i].y
      slots[i].isPalm = device.slots[i].tool == Evdev.MT_TOOL_PALM
      return device.slots[i].trackingID
    case .single:
      if i > 0 { return -1 }
      slots[0].x = device.x
      slots[0].y = device.y
      if !button.isDown { return -1 }
      return slots[0].settledTrackingID >= 0 ? slots[0].settledTrackingID : makeTrackingID()
    }
  }

  /// The contact that was told of in a slot is still there.
  private func continues(_ i: Int, in device: DeviceState) -> Bool {
    if !isPressed { return false }
    if contactProtocol == .single { return true }
    let slot = device.slots[i]
    return slot.trackingID == slots[i].settledTrackingID && slot.tool != Evdev.MT_TOOL_PALM
  }

  /// A device without BTN_TOUCH is never said to be up by it.
  private var isPressed: Bool { button.isDown || (contactProtocol == .typeB && !hasButton) }

  private mutating func reconcile(
    _ i: Int, with device: DeviceState, _ time: Int64, _ emit: (TouchEvent<RawSpace>) -> Void
  ) {
    let (oldX, oldY) = (slots[i].x, slots[i].y)
    let wasHeld = slots[i].settledState == .held
    let heldID = slots[i].settledTrackingID
    let trackingID = trackingID(in: device, slot: i)
    if trackingID < 0 {
      slots[i].overwrite(state: .empty, trackingID: -1)
    } else if slots[i].id != 0 {
      slots[i].overwrite(state: .live, trackingID: trackingID)
      if slots[i].x != oldX || slots[i].y != oldY {
        emit(event(slots[i].id, .moved, slots[i].x, slots[i].y, time))
      }
    } else if !isPressed {
      slots[i].overwrite(state: .released, trackingID: trackingID)
    } else if slots[i].isPalm || (wasHeld && heldID == trackingID) {
      slots[i].overwrite(state: .held, trackingID: trackingID)
    } else {
      begin(i, trackingID, time, emit)
    }
  }
}
