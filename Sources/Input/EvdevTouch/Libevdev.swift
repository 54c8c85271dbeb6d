// libevdev's answers as the types of `Touch`.

import CEvdev
import Touch

extension EvdevRecord {
  init(_ event: input_event) {
    self.init(
      time: Int64(event.time.tv_sec) &* 1_000_000 &+ Int64(event.time.tv_usec), type: event.type, code: event.code,
      value: event.value)
  }
}

extension DeviceDescription {
  init(_ evdev: OpaquePointer) {
    self.init()
    if let name = libevdev_get_name(evdev) { self.name = String(cString: name) }
    if let place = libevdev_get_phys(evdev) { self.place = String(cString: place) }
    bus = UInt16(truncatingIfNeeded: libevdev_get_id_bustype(evdev))
    vendor = UInt16(truncatingIfNeeded: libevdev_get_id_vendor(evdev))
    product = UInt16(truncatingIfNeeded: libevdev_get_id_product(evdev))
    version = UInt16(truncatingIfNeeded: libevdev_get_id_version(evdev))
    for property in UInt16(0)..<32 where libevdev_has_property(evdev, UInt32(property)) == 1 {
      properties[bit: property] = true
    }
    for type in UInt16(0)..<32 where libevdev_has_event_type(evdev, UInt32(type)) == 1 { types[bit: type] = true }
    for code in UInt16(0)..<768 where reports(evdev, Evdev.EV_KEY, code) { keys[bit: code] = true }
    for code in UInt16(0)..<16 where reports(evdev, Evdev.EV_REL, code) { relativeAxes[bit: code] = true }
    for code in UInt16(0)..<64 where reports(evdev, Evdev.EV_ABS, code) {
      absoluteAxes[bit: code] = true
      guard let info = libevdev_get_abs_info(evdev, UInt32(code)) else { continue }
      self[axis: code] = AxisInfo(
        minimum: info.pointee.minimum, maximum: info.pointee.maximum, fuzz: info.pointee.fuzz,
        flat: info.pointee.flat, resolution: info.pointee.resolution)
    }
  }
}

private func reports(_ evdev: OpaquePointer, _ type: UInt16, _ code: UInt16) -> Bool {
  libevdev_has_event_code(evdev, UInt32(type), UInt32(code)) == 1
}

extension DeviceState {
  init(_ evdev: OpaquePointer, _ device: DeviceDescription) {
    self.init()
    isTouched = device.has(key: Evdev.BTN_TOUCH) ? value(evdev, Evdev.EV_KEY, Evdev.BTN_TOUCH) != 0 : true
    x = value(evdev, Evdev.EV_ABS, Evdev.ABS_X)
    y = value(evdev, Evdev.EV_ABS, Evdev.ABS_Y)
    pressure = value(evdev, Evdev.EV_ABS, Evdev.ABS_PRESSURE)
    let count = min(libevdev_get_num_slots(evdev), Int32(DeviceState.slotCount))
    guard count > 0 else { return }
    currentSlot = libevdev_get_current_slot(evdev)
    for i in 0..<count {
      func slotValue(_ code: UInt16) -> Int32 { libevdev_get_slot_value(evdev, UInt32(i), UInt32(code)) }
      slots[Int(i)] = Slot(
        trackingID: slotValue(Evdev.ABS_MT_TRACKING_ID), x: slotValue(Evdev.ABS_MT_POSITION_X),
        y: slotValue(Evdev.ABS_MT_POSITION_Y), tool: slotValue(Evdev.ABS_MT_TOOL_TYPE))
    }
  }
}

private func value(_ evdev: OpaquePointer, _ type: UInt16, _ code: UInt16) -> Int32 {
  libevdev_get_event_value(evdev, UInt32(type), UInt32(code))
}
