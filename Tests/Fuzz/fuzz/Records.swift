import CInputEvents
import Geometry
import Rating
import Touch

/// Whatever a touch device of any kind sends, each contact begins once and ends once, and every point is on the screen.
func fuzzRecords(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let contactProtocol = input.element(of: [ContactProtocol.typeB, .typeA, .single])
  let device = description(&input, contactProtocol)
  _ = device.verdict
  let screen = Size<PhysicalSpace>(width: input.number(in: 1...32_767), height: input.number(in: 1...32_767))
  let axes = device.positionAxes(contactProtocol)
  let transform = TouchTransform(x: axes.x, y: axes.y, screen: screen, calibration: calibration(&input))

  var tracker = ContactTracker(device, contactProtocol)
  var open: Set<Int32> = []
  var last: Int32 = 0
  func check(_ event: TouchEvent<RawSpace>) {
    switch event.phase {
    case .began:
      require(event.contact > last, "contact \(event.contact) after \(last)")
      last = event.contact
      open.insert(event.contact)
    case .moved: require(open.contains(event.contact), "\(event.contact) moved without being there")
    case .ended, .cancelled: require(open.remove(event.contact) != nil, "\(event.contact) ended twice")
    }
    guard let point = transform?.toPhysical(event).position else { return }
    require(point.x > .zero && point.x < Fixed(screen.width), "x is off the screen")
    require(point.y > .zero && point.y < Fixed(screen.height), "y is off the screen")
  }
  if input.flag() { tracker.adopt(state(&input)) }
  while !input.isAtEnd {
    tracker.feed(record(&input), check)
    if tracker.awaitsState && input.flag() { tracker.resynchronise(with: state(&input), time: input.int64(), check) }
  }
  tracker.cancelAll(time: 0, check)
  require(open.isEmpty, "contacts are left over")
}

private func description(_ input: inout Input, _ contactProtocol: ContactProtocol) -> DeviceDescription {
  var device = DeviceDescription()
  device.keys[bit: BTN_TOUCH] = input.flag()
  device.absoluteAxes[bit: ABS_PRESSURE] = input.flag()
  let codes: [Int32] =
    contactProtocol == .single ? [ABS_X, ABS_Y] : [ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y]
  for code in codes {
    device.absoluteAxes[bit: code] = true
    device[axis: code] =
      input.flag() ? AxisInfo(minimum: input.int32(), maximum: input.int32()) : AxisInfo(minimum: 0, maximum: 799)
  }
  device.absoluteAxes[bit: ABS_MT_SLOT] = contactProtocol == .typeB
  return device
}

private func calibration(_ input: inout Input) -> Calibration {
  if !input.flag() { return .identity }
  return Calibration(
    a: input.int32(), b: input.int32(), c: input.int32(), d: input.int32(), e: input.int32(), f: input.int32())
    ?? .identity
}

private func record(_ input: inout Input) -> EvdevRecord {
  let known: [(Int32, Int32)] = [
    (EV_SYN, SYN_REPORT), (EV_SYN, SYN_REPORT), (EV_SYN, SYN_MT_REPORT), (EV_SYN, SYN_DROPPED), (EV_KEY, BTN_TOUCH),
    (EV_ABS, ABS_MT_SLOT), (EV_ABS, ABS_MT_TRACKING_ID), (EV_ABS, ABS_MT_POSITION_X), (EV_ABS, ABS_MT_POSITION_Y),
    (EV_ABS, ABS_MT_TOOL_TYPE), (EV_ABS, ABS_X), (EV_ABS, ABS_Y), (EV_ABS, ABS_PRESSURE),
  ]
  let choice = input.byte()
  var (type, code) = known[Int(choice & 0x1f) % known.count]
  if choice & 0x60 == 0x60 { (type, code) = (Int32(input.byte()), Int32(input.int16())) }
  // Small numbers are slots, fingers and positions; large ones are what no driver should send.
  let value = choice & 0x80 == 0 ? Int32(Int8(bitPattern: input.byte())) : input.int32()
  return EvdevRecord(time: input.flag() ? input.int64() : 0, type: type, code: code, value: value)
}

private func state(_ input: inout Input) -> DeviceState {
  var state = DeviceState()
  state.isTouched = input.flag()
  state.currentSlot = Int32(Int8(bitPattern: input.byte()))
  (state.x, state.y, state.pressure) = (input.int32(), input.int32(), Int32(input.byte()))
  for i in 0..<Int(input.byte()) % (state.slots.count + 1) {
    state.slots[i] = .init(
      trackingID: Int32(input.int16()), x: Int32(input.int16()), y: input.int32(), tool: Int32(input.byte() % 4))
  }
  return state
}
