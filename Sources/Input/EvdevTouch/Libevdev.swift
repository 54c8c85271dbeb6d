// Conversions of libevdev's data to the types of `Touch`.

import CEvdev
import Touch

// Safety: the caller's libevdev pointer is valid; what it points to is copied.

extension EvdevRecord {
  init(_ event: input_event) {
    self.init(
      time: cev_time(event), type: Int32(event.type), code: Int32(event.code), value: event.value)
  }
}

extension DeviceDescription {
  init(_ evdev: OpaquePointer) {
    self.init()
    if let name = unsafe libevdev_get_name(evdev) { self.name = unsafe String(cString: name) }
    if let place = unsafe libevdev_get_phys(evdev) { self.place = unsafe String(cString: place) }
    bus = unsafe UInt16(truncatingIfNeeded: libevdev_get_id_bustype(evdev))
    vendor = unsafe UInt16(truncatingIfNeeded: libevdev_get_id_vendor(evdev))
    product = unsafe UInt16(truncatingIfNeeded: libevdev_get_id_product(evdev))
    version = unsafe UInt16(truncatingIfNeeded: libevdev_get_id_version(evdev))
    for property in Int32(0)..<32 {
      properties[bit: property] = unsafe libevdev_has_property(evdev, UInt32(property)) == 1
    }
    for type in Int32(0)..<32 { types[bit: type] = unsafe libevdev_has_event_type(evdev, UInt32(type)) == 1 }
    func reports(_ type: Int32, _ code: Int32) -> Bool {
      unsafe libevdev_has_event_code(evdev, UInt32(type), UInt32(code)) == 1
    }
    for code in Int32(0)..<768 { keys[bit: code] = reports(EV_KEY, code) }
    for code in Int32(0)..<16 { relativeAxes[bit: code] = reports(EV_REL, code) }
    for code in Int32(0)..<64 {
      absoluteAxes[bit: code] = reports(EV_ABS, code)
      guard let info = unsafe libevdev_get_abs_info(evdev, UInt32(code))?.pointee else { continue }
      self[axis: code] = AxisInfo(
        minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat, resolution: info.resolution)
    }
  }
}

extension DeviceState {
  init(_ evdev: OpaquePointer, _ device: DeviceDescription) {
    self.init()
    func value(_ type: Int32, _ code: Int32) -> Int32 {
      unsafe libevdev_get_event_value(evdev, UInt32(type), UInt32(code))
    }
    isTouched = device.touchKey.map { value(EV_KEY, $0) != 0 } ?? true
    (x, y) = (value(EV_ABS, ABS_X), value(EV_ABS, ABS_Y))
    (pressure, distance) = (value(EV_ABS, ABS_PRESSURE), value(EV_ABS, ABS_DISTANCE))
    for code in BTN_TOOL_PEN...BTN_TOOL_QUADTAP where device.has(key: code) && value(EV_KEY, code) != 0 {
      tools |= DeviceDescription.toolBit(of: code) ?? 0
    }
    let count = unsafe min(libevdev_get_num_slots(evdev), Int32(DeviceState.slotCount))
    guard count > 0 else { return }
    currentSlot = unsafe libevdev_get_current_slot(evdev)
    for i in 0..<count {
      func slotValue(_ code: Int32) -> Int32 { unsafe libevdev_get_slot_value(evdev, UInt32(i), UInt32(code)) }
      slots[Int(i)] = Slot(
        trackingID: slotValue(ABS_MT_TRACKING_ID), x: slotValue(ABS_MT_POSITION_X),
        y: slotValue(ABS_MT_POSITION_Y), tool: slotValue(ABS_MT_TOOL_TYPE))
      slots[Int(i)].pressure = slotValue(ABS_MT_PRESSURE)
      slots[Int(i)].size = slotValue(ABS_MT_TOUCH_MAJOR)
      slots[Int(i)].distance = slotValue(ABS_MT_DISTANCE)
    }
  }
}
