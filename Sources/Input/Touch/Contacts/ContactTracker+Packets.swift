// Multitouch type A: each frame lists all fingers anew.

/// The fingers of the frame that is being collected.
struct PacketList {
  struct Packet {
    var x: Int32 = 0
    var y: Int32 = 0
    var hasX = false
    var hasY = false
    /// -1 if the device has none.
    var trackingID: Int32 = -1
    var isPalm = false
    var isMatched = false
  }

  private(set) var count = 0
  /// Whether SYN_MT_REPORT came. A frame with it and without packets means that all fingers are up.
  private(set) var isListed = false
  private var items = InlineArray<16, Packet>(repeating: Packet())
  private var open = Packet()

  subscript(i: Int) -> Packet { items[i] }

  mutating func handle(_ code: UInt16, _ value: Int32) {
    switch code {
    case Evdev.ABS_MT_POSITION_X:
      open.x = value
      open.hasX = true
    case Evdev.ABS_MT_POSITION_Y:
      open.y = value
      open.hasY = true
    case Evdev.ABS_MT_TRACKING_ID: open.trackingID = max(value, -1)
    case Evdev.ABS_MT_TOOL_TYPE: open.isPalm = value == Evdev.MT_TOOL_PALM
    default: break
    }
  }

  /// Handles SYN_MT_REPORT. Packets without a position, and those beyond the capacity, are ignored.
  mutating func close() {
    isListed = true
    if open.hasX && open.hasY && count < items.count {
      items[count] = open
      count += 1
    }
    open = Packet()
  }

  /// Closes the last packet at SYN_REPORT: some drivers send no SYN_MT_REPORT after a single finger.
  mutating func closeLast() {
    if open.hasX && open.hasY { close() }
  }

  mutating func match(_ i: Int) { items[i].isMatched = true }
}

extension ContactTracker {
  /// Gives each packet the slot of its finger, by tracking ID if it has one, else by distance. Slots without a packet lift,
  /// and packets without a slot land.
  ///
  /// BTN_TOUCH 0 lifts all fingers after their last packets. BTN_TOUCH 0 and then 1 in one frame makes all packets new
  /// fingers.
  mutating func matchPackets() {
    defer { packets = PacketList() }
    packets.closeLast()
    let isUp = button.wentUp && !button.isDown
    if awaitsRelease {
      if isUp || (packets.isListed && packets.count == 0) { awaitsRelease = false }
      return
    }
    if button.wentUp && !isUp { liftAll() }
    if packets.isListed {
      // Bit i: slot i has its packet.
      var matched: UInt32 = 0
      matchByTrackingID(&matched)
      matchByDistance(&matched)
      for i in 0..<slots.count where matched >> UInt32(i) & 1 == 0 { slots[i].lifts() }
      landRest(&matched)
    }
    if isUp { liftAll() }
  }

  private mutating func liftAll() {
    for i in 0..<slots.count { slots[i].lifts() }
  }

  private mutating func matchByTrackingID(_ matched: inout UInt32) {
    for p in 0..<packets.count where packets[p].trackingID >= 0 {
      for i in 0..<slots.count
      where matched >> UInt32(i) & 1 == 0 && slots[i].isOccupied && slots[i].trackingID == packets[p].trackingID {
        assign(p, to: i, &matched)
        break
      }
    }
  }

  /// Matches the closest pair first, among packets without a tracking ID and the remaining slots.
  private mutating func matchByDistance(_ matched: inout UInt32) {
    while true {
      var best = (packet: -1, slot: -1, distance: Int64.max)
      for p in 0..<packets.count where !packets[p].isMatched && packets[p].trackingID < 0 {
        for i in 0..<slots.count where matched >> UInt32(i) & 1 == 0 && slots[i].isOccupied {
          let distance = squaredDistance(slots[i], packets[p])
          if distance < best.distance { best = (p, i, distance) }
        }
      }
      if best.packet < 0 { return }
      assign(best.packet, to: best.slot, &matched)
    }
  }

  /// The squared distance in device units. It fits, since both positions are limited.
  private func squaredDistance(_ slot: ContactSlot, _ packet: PacketList.Packet) -> Int64 {
    let dx = Int64(AxisInfo.limited(slot.x)) - Int64(AxisInfo.limited(packet.x))
    let dy = Int64(AxisInfo.limited(slot.y)) - Int64(AxisInfo.limited(packet.y))
    return dx * dx + dy * dy
  }

  private mutating func landRest(_ matched: inout UInt32) {
    for p in 0..<packets.count where !packets[p].isMatched {
      for i in 0..<slots.count where matched >> UInt32(i) & 1 == 0 {
        slots[i].lands(packets[p].trackingID >= 0 ? packets[p].trackingID : makeTrackingID())
        assign(p, to: i, &matched)
        break
      }
    }
  }

  private mutating func assign(_ p: Int, to i: Int, _ matched: inout UInt32) {
    slots[i].moved = slots[i].x != packets[p].x || slots[i].y != packets[p].y
    slots[i].x = packets[p].x
    slots[i].y = packets[p].y
    slots[i].isPalm = packets[p].isPalm
    packets.match(p)
    matched |= 1 << UInt32(i)
  }
}
