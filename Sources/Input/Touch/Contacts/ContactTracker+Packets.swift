// Multitouch type A: each frame lists all fingers again.

import CInputEvents
import StarSlider

/// The fingers of the frame that is being collected.
struct PacketList {
  struct Packet {
    var position = Point<RawSpace>(x: .zero, y: .zero)
    var (hasX, hasY) = (false, false)
    /// The tracking ID, or -1 if the device has none.
    var trackingID: Int32 = -1
    var isPalm = false
    var closeness = Closeness(pressure: Closeness.unknown, size: Closeness.unknown)
    /// Whether the packet itself reports that the finger is gone, with the tracking ID -1.
    var isGone = false
    var isMatched = false
  }

  private(set) var count = 0
  /// Whether SYN_MT_REPORT was received. A frame with it and without packets means that all fingers are up.
  private(set) var isListed = false
  private var items = InlineArray<32, Packet>(repeating: Packet())
  private var open = Packet()

  subscript(i: Int) -> Packet { items[i] }

  mutating func handle(_ code: Int32, _ value: Int32) {
    switch code {
    case ABS_MT_POSITION_X: (open.position.x, open.hasX) = (AxisInfo.fixed(value), true)
    case ABS_MT_POSITION_Y: (open.position.y, open.hasY) = (AxisInfo.fixed(value), true)
    case ABS_MT_TRACKING_ID: (open.trackingID, open.isGone) = (max(value, -1), value < 0)
    case ABS_MT_TOOL_TYPE: open.isPalm = value == MT_TOOL_PALM
    case ABS_MT_DISTANCE: open.closeness.distance = value
    case ABS_MT_PRESSURE: open.closeness.pressure = value
    case ABS_MT_TOUCH_MAJOR: open.closeness.size = value
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

  /// Closes the last packet at SYN_REPORT, because some drivers send no SYN_MT_REPORT after a single finger.
  mutating func closeLast() { if open.hasX && open.hasY { close() } }

  mutating func match(_ i: Int) { items[i].isMatched = true }

  /// Removes the packets of fingers that do not touch the glass.
  mutating func removeHovering(_ known: Closeness.Signs) {
    var kept = 0
    for i in 0..<count where !items[i].isGone && items[i].closeness.isTouching(known) {
      items[kept] = items[i]
      kept += 1
    }
    count = kept
  }

  mutating func removeAll() { count = 0 }

  /// Whether a packet reports a pressure or a size above 0.
  var hasPress: Bool { (0..<count).contains { items[$0].closeness.pressure > 0 || items[$0].closeness.size > 0 } }
}

extension ContactTracker {
  /// Assigns each packet to the slot of its finger, by tracking ID if it has one, otherwise by distance. Slots without a packet lift, and
  /// packets without a slot land.
  ///
  /// BTN_TOUCH 0 lifts all fingers after their last packets. BTN_TOUCH 0 and then 1 in one frame makes all packets new
  /// fingers. Fingers that do not touch the glass count as absent.
  mutating func matchPackets() {
    defer { packets = PacketList() }
    packets.closeLast()
    let isUp = button.wentUp && !button.isDown
    for p in 0..<packets.count { known.formUnion(packets[p].closeness.proof) }
    packets.removeHovering(known)
    if known.contains(.button) && !button.isDown && !isUp {
      if common.showsTouch && packets.hasPress { ignoreButton() } else { packets.removeAll() }
    }
    if !isWithinReach { packets.removeAll() }
    if awaitsRelease {
      if isUp || (packets.isListed && packets.count == 0) { awaitsRelease = false }
      return
    }
    if button.wentUp && !isUp { liftAll() }
    if packets.isListed {
      // Bit i is set once slot i has its packet.
      var matched: UInt32 = 0
      matchByTrackingID(&matched)
      matchByDistance(&matched)
      for i in 0..<slots.count where matched >> UInt32(i) & 1 == 0 { slots[i].lifts() }
      // In the frame in which the button goes up, a packet that belongs to no earlier finger is not a touch.
      if !isUp || button.wentDown { landRest(&matched) }
    } else if !isWithinReach {
      liftAll()
    }
    if isUp { liftAll() }
  }

  private mutating func liftAll() { for i in 0..<slots.count { slots[i].lifts() } }

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
          let distance = squaredDistance(slots[i].position, packets[p].position)
          if distance < best.distance { best = (p, i, distance) }
        }
      }
      if best.packet < 0 { return }
      assign(best.packet, to: best.slot, &matched)
    }
  }

  /// Returns the squared distance in device units.
  private func squaredDistance(_ a: Point<RawSpace>, _ b: Point<RawSpace>) -> Int64 {
    let (dx, dy) = (Int64(a.x.floor) - Int64(b.x.floor), Int64(a.y.floor) - Int64(b.y.floor))
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
    slots[i].moved = slots[i].position != packets[p].position
    slots[i].position = packets[p].position
    slots[i].notePlace()
    slots[i].isPalm = packets[p].isPalm
    packets.match(p)
    matched |= 1 << UInt32(i)
  }
}
