// The tracker and the device's state: at the start, after lost events, and when the device is disconnected.

import CInputEvents
import StarSlider

extension ContactTracker {
  /// Adopts the positions and fingers of the device before the first record. Fingers that are down are held.
  @export(interface) package mutating func adopt(_ device: DeviceState) {
    phase = .reading
    copySigns(device)
    for i in 0..<slots.count {
      let trackingID = trackingID(in: device, slot: i)
      // A driver that never resets tracking IDs reports one here without a finger; BTN_TOUCH is reliable.
      let state: ContactSlot.State = !isPressed ? .released : touches(i) ? .held : .hovering
      slots[i].overwrite(state: trackingID < 0 ? .empty : state, trackingID: trackingID)
    }
    awaitsRelease = contactProtocol == .typeA && button.isDown
  }

  /// Compares the contacts with the device's state after lost events, and emits the difference.
  ///
  /// ```
  /// tracker      device                     emits
  /// a contact    the same tracking ID       moved, if the position differs
  /// a contact    another tracking ID        cancelled, began
  /// a contact    no finger                  cancelled: how it ended is lost
  /// held         the same tracking ID       nothing; it stays held
  /// held         another tracking ID        began
  /// no finger    a finger                   began
  /// ```
  ///
  /// A palm is always held. A tracking ID does not count as a finger while BTN_TOUCH is 0 or the finger hovers. Single-touch devices have
  /// no tracking IDs, so a finger counts as the same one. The kernel keeps no state of type A fingers: if BTN_TOUCH is 1, the next packets
  /// decide; otherwise, all contacts are cancelled.
  @export(interface) package mutating func resynchronise(with device: DeviceState, time: Int64, _ emit: Emit) {
    phase = .reading
    releases.flush(emit)
    copySigns(device)
    if contactProtocol == .typeA {
      if button.isDown && hasButton { return revert() }
      awaitsRelease = false
      return forgetAll(time, then: .empty, emit)
    }
    for i in 0..<slots.count where !continues(i, in: device) { cancel(i, time, emit) }
    for i in 0..<slots.count { reconcile(i, with: device, time, emit) }
  }

  /// Cancels every contact, because the device is gone or will not be read for a while. Fingers that stay down are held.
  package mutating func cancelAll(time: Int64, _ emit: Emit) {
    phase = .reading
    releases.flush(emit)
    awaitsRelease = contactProtocol == .typeA && (button.isDown || isTouched)
    forgetAll(time, then: .held, emit)
  }

  private mutating func forgetAll(_ time: Int64, then state: ContactSlot.State, _ emit: Emit) {
    packets = PacketList()
    for i in 0..<slots.count {
      cancel(i, time, emit)
      let stays = slots[i].trackingID >= 0 && state == .held && contactProtocol != .typeA
      slots[i].overwrite(state: stays ? .held : .empty, trackingID: stays ? slots[i].trackingID : -1)
    }
  }

  /// Cancels the contact of a slot, if it has one.
  private mutating func cancel(_ i: Int, _ time: Int64, _ emit: Emit) {
    if slots[i].contact == 0 { return }
    emit(event(slots[i].contact, .cancelled, slots[i].position, time))
    slots[i].forgetDeparted()
  }

  /// Drops the frame that was being collected.
  private mutating func revert() {
    packets = PacketList()
    for i in 0..<slots.count {
      slots[i].overwrite(state: slots[i].settledState, trackingID: slots[i].settledTrackingID)
    }
  }

  private mutating func copySigns(_ device: DeviceState) {
    currentSlot = device.currentSlot
    packets = PacketList()
    if hasButton && device.isTouched { known.insert(.button) }
    button = Button(isDown: usesPressure ? device.pressure > common.floor.pressure : device.isTouched)
    tools = device.tools
    if tools != 0 { known.insert(.tool) }
    adoptShared(pressure: device.pressure, distance: device.distance)
    switch contactProtocol {
    case .typeA: break
    case .typeB: for i in 0..<slots.count { slots[i].closeness = common.floor.above(device.slots[i].closeness) }
    case .single:
      slots[0].closeness = common.floor.above(Closeness(pressure: device.pressure, distance: device.distance))
    }
    for i in 0..<slots.count { known.formUnion(slots[i].closeness.proof) }
    settledKnown = known
  }

  /// Copies a slot's position and returns its tracking ID. The finger of a single-touch device keeps its number.
  private mutating func trackingID(in device: DeviceState, slot i: Int) -> Int32 {
    switch contactProtocol {
    case .typeA: return -1
    case .typeB:
      slots[i].position = common.floor.point(device.slots[i].x, device.slots[i].y)
      slots[i].isPalm = device.slots[i].tool == MT_TOOL_PALM
      return device.slots[i].trackingID
    case .single:
      if i > 0 { return -1 }
      slots[0].position = common.floor.point(device.x, device.y)
      if !button.isDown { return -1 }
      return slots[0].settledTrackingID >= 0 ? slots[0].settledTrackingID : makeTrackingID()
    }
  }

  /// Whether the contact of a slot is still down.
  private func continues(_ i: Int, in device: DeviceState) -> Bool {
    if !isPressed || !touches(i) { return false }
    if contactProtocol == .single { return true }
    let slot = device.slots[i]
    return slot.trackingID == slots[i].settledTrackingID && slot.tool != MT_TOOL_PALM
  }

  /// Whether a finger may be down. A type B device without BTN_TOUCH always counts as pressed.
  private var isPressed: Bool { button.isDown || (contactProtocol == .typeB && !hasButton) }

  private mutating func reconcile(_ i: Int, with device: DeviceState, _ time: Int64, _ emit: Emit) {
    let oldPosition = slots[i].position
    let wasHeld = slots[i].settledState == .held
    let heldID = slots[i].settledTrackingID
    let trackingID = trackingID(in: device, slot: i)
    if trackingID < 0 {
      slots[i].overwrite(state: .empty, trackingID: -1)
    } else if slots[i].contact != 0 {
      slots[i].overwrite(state: .live, trackingID: trackingID)
      if slots[i].position != oldPosition { emit(event(slots[i].contact, .moved, slots[i].position, time)) }
    } else if !isPressed || !touches(i) {
      slots[i].overwrite(state: isPressed ? .hovering : .released, trackingID: trackingID)
    } else if slots[i].isPalm || (wasHeld && heldID == trackingID) {
      slots[i].overwrite(state: .held, trackingID: trackingID)
    } else {
      begin(i, trackingID, time, emit)
    }
  }
}
