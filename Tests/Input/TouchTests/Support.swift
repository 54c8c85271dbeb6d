import CInputEvents
import Foundation
import StarSlider
import Touch

let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

func recordingBytes(_ name: String) throws -> [UInt8] {
  Array(try Data(contentsOf: directory.appendingPathComponent("Recordings/\(name).evemu")))
}

let recordingNames = ["visitor", "visitor-type-a", "visitor-resistive", "two-fingers", "tap-in-one-frame"]

/// The recordings of real controllers' ways, without the file's beginning "controller-" (Tests/Recordings/controllers.py).
let controllerNames = [
  "ads7846", "atmel-mxt", "egalax-mouse", "goodix", "hid-multitouch", "ili251x", "legacy-android", "penmount",
  "penmount-usb",
  "raspberrypi-ts", "st1232", "stmpe", "ti-tsc", "usbtouchscreen", "wacom-w8001",
]

/// All contacts of a recording.
func contacts(_ recording: Recording) -> [TouchEvent<RawSpace>] {
  guard case .accepted(let contactProtocol) = recording.device.verdict else { return [] }
  var tracker = ContactTracker(recording.device, contactProtocol)
  var all: [TouchEvent<RawSpace>] = []
  for record in recording.records { tracker.feed(record) { all.append($0) } }
  return all
}

/// A panel of 800 x 480 units that speaks a protocol.
func panel(_ contactProtocol: ContactProtocol, button: Bool = true, pressure: Bool = false) -> DeviceDescription {
  var device = DeviceDescription()
  device.name = "test panel"
  device.properties[bit: INPUT_PROP_DIRECT] = true
  if button { device.keys[bit: BTN_TOUCH] = true }
  let x = AxisInfo(minimum: 0, maximum: 799)
  let y = AxisInfo(minimum: 0, maximum: 479)
  func set(_ code: Int32, _ axis: AxisInfo) {
    device.absoluteAxes[bit: code] = true
    device[axis: code] = axis
  }
  switch contactProtocol {
  case .single:
    set(ABS_X, x)
    set(ABS_Y, y)
    if pressure { set(ABS_PRESSURE, AxisInfo(minimum: 0, maximum: 255)) }
  case .typeB, .typeA:
    set(ABS_MT_POSITION_X, x)
    set(ABS_MT_POSITION_Y, y)
    set(ABS_MT_TRACKING_ID, AxisInfo(minimum: 0, maximum: 65535))
    if contactProtocol == .typeB { set(ABS_MT_SLOT, AxisInfo(minimum: 0, maximum: 9)) }
  }
  return device
}

/// A record in the notation of the tests.
enum Event {
  case slot(Int32)
  case id(Int32)
  case x(Int32)
  case y(Int32)
  case tool(Int32)
  case touch(Int32)
  case pressure(Int32)
  /// Any axis, and any button.
  case axis(Int32, Int32)
  case key(Int32, Int32)
  /// SYN_MT_REPORT, SYN_REPORT, SYN_DROPPED
  case packet, report, dropped
  /// SYN_REPORT 1
  case madeByKernel

  func record(_ contactProtocol: ContactProtocol, time: Int64) -> EvdevRecord {
    let isSingle = contactProtocol == .single
    let (type, code, value): (Int32, Int32, Int32) =
      switch self {
      case .slot(let v): (EV_ABS, ABS_MT_SLOT, v)
      case .id(let v): (EV_ABS, ABS_MT_TRACKING_ID, v)
      case .x(let v): (EV_ABS, isSingle ? ABS_X : ABS_MT_POSITION_X, v)
      case .y(let v): (EV_ABS, isSingle ? ABS_Y : ABS_MT_POSITION_Y, v)
      case .tool(let v): (EV_ABS, ABS_MT_TOOL_TYPE, v)
      case .touch(let v): (EV_KEY, BTN_TOUCH, v)
      case .pressure(let v): (EV_ABS, ABS_PRESSURE, v)
      case .axis(let code, let v): (EV_ABS, code, v)
      case .key(let code, let v): (EV_KEY, code, v)
      case .packet: (EV_SYN, SYN_MT_REPORT, 0)
      case .report: (EV_SYN, SYN_REPORT, 0)
      case .madeByKernel: (EV_SYN, SYN_REPORT, 1)
      case .dropped: (EV_SYN, SYN_DROPPED, 0)
      }
    return EvdevRecord(time: time, type: type, code: code, value: value)
  }
}

/// A tracker with its contacts as short words: "began 1 10,20".
struct Session {
  var tracker: ContactTracker
  var said: [String] = []
  var time: Int64 = 0

  init(_ contactProtocol: ContactProtocol, button: Bool = true, pressure: Bool = false) {
    tracker = ContactTracker(panel(contactProtocol, button: button, pressure: pressure), contactProtocol)
  }

  init(_ device: DeviceDescription, _ contactProtocol: ContactProtocol) {
    tracker = ContactTracker(device, contactProtocol)
  }

  /// A session with a device that also has these axes and buttons.
  init(
    _ contactProtocol: ContactProtocol, button: Bool = true, axes: [Int32] = [], keys: [Int32] = [],
    debounces: Bool = false
  ) {
    var device = panel(contactProtocol, button: button)
    for code in axes {
      device.absoluteAxes[bit: code] = true
      device[axis: code] = AxisInfo(minimum: 0, maximum: 255)
    }
    for code in keys { device.keys[bit: code] = true }
    tracker = ContactTracker(device, contactProtocol, debounces: debounces)
  }

  /// Lets time pass, and returns what becomes due.
  mutating func wait(_ microseconds: Int64) -> [String] {
    said = []
    time += microseconds
    tracker.releaseDue(time * 1000) { said.append(word($0)) }
    return said
  }

  /// Feeds events and returns the contacts since the last call.
  mutating func feed(_ events: Event...) -> [String] { feed(events) }

  mutating func feed(_ events: [Event]) -> [String] {
    said = []
    for event in events {
      time += 1000
      tracker.feed(event.record(tracker.contactProtocol, time: time)) { said.append(word($0)) }
    }
    return said
  }

  mutating func resynchronise(_ state: DeviceState) -> [String] {
    said = []
    tracker.resynchronise(with: state, time: time) { said.append(word($0)) }
    return said
  }

  mutating func cancelAll() -> [String] {
    said = []
    tracker.cancelAll(time: time) { said.append(word($0)) }
    return said
  }
}

func word(_ event: TouchEvent<RawSpace>) -> String {
  "\(event.phase) \(event.contact) \(event.position.x.floor),\(event.position.y.floor)"
}

/// A state with fingers in slots: (slot, tracking ID, x, y).
func state(_ fingers: [(Int, Int32, Int32, Int32)], touched: Bool = true) -> DeviceState {
  var state = DeviceState()
  state.isTouched = touched
  for (i, id, x, y) in fingers { state.slots[i] = DeviceState.Slot(trackingID: id, x: x, y: y) }
  return state
}

extension TouchTransform {
  /// The device position that means a place on the screen: exact to half a device unit, and held to the axis ranges, since a
  /// calibration may put a corner out of the device's reach.
  func toRaw(_ point: Point<PhysicalSpace>) -> Point<RawSpace> {
    let m = calibration
    // 20 fraction bits leave room for the products.
    let u = (Int64(point.x.raw) << 12) / Int64(screen.width) - Int64(m.c) << 4
    let v = (Int64(point.y.raw) << 12) / Int64(screen.height) - Int64(m.f) << 4
    let determinant = (Int64(m.a) * Int64(m.e) - Int64(m.b) * Int64(m.d)) >> 16
    let x = (Int64(m.e) * u - Int64(m.b) * v) / determinant
    let y = (Int64(m.a) * v - Int64(m.d) * u) / determinant
    return Point(x: axisX.value(at: x), y: axisY.value(at: y))
  }
}

extension AxisInfo {
  /// The value at a share of the axis, which has 20 fraction bits.
  fileprivate func value(at share: Int64) -> Fixed {
    let span = abs(Int64(maximum) - Int64(minimum)) + 1
    let along = (min(max(share, 0), 1 << 20) * span) >> 12 - 128
    let value = Int64(minimum) << 8 + (minimum <= maximum ? along : -along)
    return Fixed(raw: Int32(min(max(value, Int64(min(minimum, maximum)) << 8), Int64(max(minimum, maximum)) << 8)))
  }
}
