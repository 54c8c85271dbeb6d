import CInputEvents
import StarSlider
import Touch

/// Whatever a touch device of any kind sends, each contact begins once and ends once, and every point is on the screen.
func fuzzRecords(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let debounces = (bytes.first ?? 0) >= 128
  let contactProtocol = input.element(of: [ContactProtocol.typeB, .typeA, .single])
  let device = description(&input, contactProtocol)
  _ = device.verdict
  let screen = Size<PhysicalSpace>(width: input.number(in: 1...32_767), height: input.number(in: 1...32_767))
  let axes = device.positionAxes(contactProtocol)
  let transform = TouchTransform(x: axes.x, y: axes.y, screen: screen, calibration: calibration(&input))

  var tracker = ContactTracker(device, contactProtocol, debounces: debounces)
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
    if let deadline = tracker.deadline, input.flag() {
      tracker.releaseDue(deadline, check)
      require(tracker.deadline.map { $0 > deadline } ?? true, "a release is overdue")
    }
  }
  tracker.cancelAll(time: 0, check)
  require(open.isEmpty, "contacts are left over")
}

/// A visit of one finger on a panel that signs a touch in any way, with a release frame of any content: the finger's last place counts, or the
/// one before it on a single-touch panel (`Trail`).
func fuzzReleases(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let contactProtocol = input.element(of: [ContactProtocol.typeB, .typeA, .single])
  let isSingle = contactProtocol == .single
  var device = DeviceDescription()
  let signs: [Int32] =
    isSingle ? [ABS_PRESSURE, ABS_DISTANCE] : [ABS_MT_PRESSURE, ABS_MT_TOUCH_MAJOR, ABS_MT_DISTANCE]
  let (x, y) = isSingle ? (ABS_X, ABS_Y) : (ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
  let present = signs.filter { _ in input.flag() }
  for code in [x, y] + present {
    device.absoluteAxes[bit: code] = true
    device[axis: code] = AxisInfo(minimum: 0, maximum: 799)
  }
  device.absoluteAxes[bit: ABS_MT_SLOT] = contactProtocol == .typeB
  let hasButton = isSingle || input.flag()
  device.keys[bit: BTN_TOUCH] = hasButton
  let debounces = input.flag()
  var tracker = ContactTracker(device, contactProtocol, debounces: debounces)
  var now: Int64 = 1
  var (begun, ends): (Int, [TouchEvent<RawSpace>]) = (0, [])
  // A finger may only seem to land at 0 or where the last one lifted. Then its contact there is cancelled, and it begins another one.
  var (cancelled, stale) = (0, 0)
  func check(_ event: TouchEvent<RawSpace>) {
    if event.phase == .began { begun += 1 }
    if event.phase == .cancelled { cancelled += 1 }
    if event.phase == .ended { ends.append(event) }
  }
  func send(_ type: Int32, _ code: Int32, _ value: Int32) {
    tracker.feed(EvdevRecord(time: now, type: type, code: code, value: value), check)
  }
  for finger: Int32 in 1...2 {
    let lastEnd = ends.last?.position
    var places: [(x: Int32, y: Int32)] = []
    for _ in 0...input.byte() % 4 {
      places.append((input.number(in: 0...799), input.number(in: 0...799)))
      if contactProtocol == .typeB { send(EV_ABS, ABS_MT_TRACKING_ID, finger) }
      send(EV_ABS, x, places[places.count - 1].x)
      send(EV_ABS, y, places[places.count - 1].y)
      for code in present {
        send(EV_ABS, code, code == ABS_DISTANCE || code == ABS_MT_DISTANCE ? 0 : input.number(in: 1...255))
      }
      if contactProtocol == .typeA { send(EV_SYN, SYN_MT_REPORT, 0) }
      if hasButton { send(EV_KEY, BTN_TOUCH, 1) }
      send(EV_SYN, SYN_REPORT, 0)
      now += 16_000
    }
    // The release: at least one sign of it, and anything else, in any order.
    let lifts = input.byte() % 2 == 0
    for _ in 0..<input.byte() % 6 {
      send(
        EV_ABS, input.element(of: [x, y] + present.filter { $0 != ABS_MT_DISTANCE && $0 != ABS_DISTANCE }),
        input.int32())
    }
    if contactProtocol == .typeB { send(EV_ABS, ABS_MT_TRACKING_ID, -1) }
    if contactProtocol == .typeA {
      let gone = present.filter { $0 != ABS_MT_DISTANCE }
      if !hasButton {
        send(EV_ABS, gone.isEmpty || lifts ? ABS_MT_TRACKING_ID : gone[0], gone.isEmpty || lifts ? -1 : 0)
      }
      send(EV_SYN, SYN_MT_REPORT, 0)
    }
    if hasButton { send(EV_KEY, BTN_TOUCH, 0) }
    send(EV_SYN, SYN_REPORT, 0)
    now += 200_000
    tracker.releaseDue(now * 1000, check)
    if debounces { stale += places.count { $0 == (0, 0) || Point(x: Fixed($0.x), y: Fixed($0.y)) == lastEnd } }
    require(
      begun - cancelled == Int(finger) && ends.count == Int(finger) && cancelled <= stale,
      "\(begun) contacts, \(cancelled) of them cancelled, and \(ends.count) ends of \(finger) fingers")
    let possible = places.suffix(isSingle && debounces && places.count == 4 ? 2 : 1)
    require(
      possible.contains { ends.last?.position == Point(x: Fixed($0.x), y: Fixed($0.y)) }, "the end is elsewhere")
  }
}

private func description(_ input: inout Input, _ contactProtocol: ContactProtocol) -> DeviceDescription {
  var device = DeviceDescription()
  device.keys[bit: BTN_TOUCH] = input.flag()
  device.absoluteAxes[bit: ABS_PRESSURE] = input.flag()
  let more = input.byte()
  for (bit, code) in [ABS_DISTANCE, ABS_MT_DISTANCE, ABS_MT_PRESSURE, ABS_MT_TOUCH_MAJOR].enumerated() {
    device.absoluteAxes[bit: code] = more >> UInt8(bit) & 1 != 0
  }
  device.keys[bit: BTN_LEFT] = more & 16 != 0
  device.keys[bit: BTN_TOOL_FINGER] = more & 32 != 0
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
    (EV_ABS, ABS_MT_TOOL_TYPE), (EV_ABS, ABS_X), (EV_ABS, ABS_Y), (EV_ABS, ABS_PRESSURE), (EV_ABS, ABS_DISTANCE),
    (EV_ABS, ABS_MT_DISTANCE), (EV_ABS, ABS_MT_PRESSURE), (EV_ABS, ABS_MT_TOUCH_MAJOR), (EV_KEY, BTN_LEFT),
    (EV_KEY, BTN_TOOL_FINGER), (EV_KEY, BTN_TOOL_DOUBLETAP),
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
    (state.slots[i].pressure, state.slots[i].distance) = (Int32(input.byte() % 3), Int32(input.byte() % 3))
  }
  return state
}
