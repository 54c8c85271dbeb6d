import CInputEvents
import StarSlider
import TestSupport
import Touch

/// A panel whose driver reports fingers in one of the ways that drivers do, with the kernel's rule that a value that stays is not reported.
struct RandomPanel {
  /// How the frame in which a finger lifts tells it.
  enum Release: CaseIterable { case id, empty, key, pressure, size, distance, tool }
  /// The position in that frame.
  enum Garbage: CaseIterable { case none, zeros, elsewhere }
  /// How often the driver reports the button: each time, only down for the first contact, or only the first contact.
  enum ButtonReports { case all, down, first }
  /// The position in the frame in which a finger lands. The next one has the right position.
  enum Landing { case right, zeros, former }

  static let width: Int32 = 4000
  static let height: Int32 = 2400

  let kind: ContactProtocol
  /// The button that is down while a finger touches.
  let key: Int32?
  let (pressure, size, distance, ids, tool, emulates): (Bool, Bool, Bool, Bool, Bool, Bool)
  let release: Release
  let garbage: Garbage
  let buttonReports: ButtonReports
  let landing: Landing
  /// Whether the finger is in a glove, and lost in the middle of drags.
  let isGloved: Bool
  /// The low bits of a position that say nothing.
  let extraBits: Int32
  /// Whether the button, the tool and the signs come before the position.
  let isKeyFirst: Bool
  /// Microseconds between frames.
  let frame: Int64

  private(set) var now: Int64 = 1_000_000
  private(set) var records: [EvdevRecord] = []
  private var nextID: Int32 = 0
  private var isDown = false
  /// Whether a finger has moved in two frames in a row, so that the interval between frames can be known.
  private(set) var hasMoved = false
  private var last: (x: Int32, y: Int32, moves: Int32) = (0, 0, 0)
  private var isButtonReported = false
  private var values = [Int32](repeating: 0, count: 64)
  private var fingers = [[Int32]](repeating: [Int32](repeating: 0, count: 64), count: 2)
  private var keys: [Int32: Int32] = [:]

  init(_ random: inout SplitMix64) {
    while true {
      func maybe() -> Bool { Bool.random(using: &random) }
      let kind = [ContactProtocol.typeB, .typeA, .single].randomElement(using: &random)!
      let key: Int32? = maybe() ? BTN_TOUCH : kind == .single && maybe() ? BTN_LEFT : nil
      let (pressure, size) = (maybe(), kind != .single && maybe())
      let (distance, tool) = (maybe(), maybe())
      let release = Release.allCases.randomElement(using: &random)!
      let isPossible =
        switch (kind, release) {
        case (.typeB, .id): true
        case (.typeB, .key), (.typeA, .key): key == BTN_TOUCH
        case (.typeA, .empty): true
        case (.typeA, .pressure): pressure
        case (.typeA, .size): size
        case (.typeA, .distance): distance
        case (.single, .key): key != nil
        case (.single, .pressure): pressure
        case (.single, .tool): tool && key == nil && !pressure
        default: false
        }
      if !isPossible { continue }
      (self.kind, self.key, self.pressure, self.size) = (kind, key, pressure, size)
      (self.distance, self.tool, self.release) = (distance, tool, release)
      (ids, emulates, isKeyFirst) = (kind == .typeB || maybe(), kind != .single && maybe(), maybe())
      garbage = Garbage.allCases.randomElement(using: &random)!
      let hasPress = kind == .single ? pressure : pressure || size
      // The button alone would never tell that the finger lifts, or that it does not hover.
      let isSpare = key == BTN_TOUCH && hasPress && !distance && release != .key && !(kind == .single && !maybe())
      buttonReports = !isSpare || maybe() ? .all : maybe() ? .down : .first
      landing = maybe() ? .right : maybe() ? .zeros : .former
      (isGloved, extraBits) = (maybe() && maybe(), maybe() && maybe() ? 14 : 0)
      frame = Int64.random(in: 6...40, using: &random) * 1000
      break
    }
    for i in fingers.indices { fingers[i][Int(ABS_MT_TRACKING_ID)] = -1 }
  }

  var device: DeviceDescription {
    var device = DeviceDescription()
    device.properties[bit: INPUT_PROP_DIRECT] = true
    if let key { device.keys[bit: key] = true }
    if tool { device.keys[bit: BTN_TOOL_FINGER] = true }
    func set(_ code: Int32, _ maximum: Int32) {
      device.absoluteAxes[bit: code] = true
      device[axis: code] = AxisInfo(minimum: 0, maximum: maximum)
    }
    let isSingle = kind == .single
    let (maximumX, maximumY) = (Self.width << extraBits - 1, Self.height << extraBits - 1)
    if isSingle || emulates {
      set(ABS_X, maximumX)
      set(ABS_Y, maximumY)
    }
    if pressure { set(isSingle ? ABS_PRESSURE : ABS_MT_PRESSURE, 255) }
    if distance { set(isSingle ? ABS_DISTANCE : ABS_MT_DISTANCE, 255) }
    if size { set(ABS_MT_TOUCH_MAJOR, 255) }
    if !isSingle {
      set(ABS_MT_POSITION_X, maximumX)
      set(ABS_MT_POSITION_Y, maximumY)
      if ids { set(ABS_MT_TRACKING_ID, 65_535) }
      if kind == .typeB { set(ABS_MT_SLOT, 1) }
    }
    return device
  }

  /// Whether a finger that hovers can be told from one that touches.
  var canHover: Bool { distance || pressure || size || key != nil }

  /// Whether a finger that is lost now continues its drag when it returns: it is in a glove, it has gone farther than a tap may, and the interval
  /// between frames is known.
  func canBeLost(after x: Int32, _ y: Int32, from start: (Int32, Int32)) -> Bool {
    isGloved && hasMoved && last.moves > 1
      && max(abs(x - start.0) * 12 / Self.width, abs(y - start.1) * 12 / Self.height) > 0
  }

  mutating func takeRecords() -> [EvdevRecord] {
    defer { records.removeAll(keepingCapacity: true) }
    return records
  }

  mutating func wait(_ microseconds: Int64) { now += microseconds }

  /// Reports a finger on the glass.
  mutating func touch(_ x: Int32, _ y: Int32, _ random: inout SplitMix64) {
    let force = Int32.random(in: 1...200, using: &random)
    if !isDown && landing != .right {
      let place = landing == .zeros ? (0, 0) : (last.x, last.y)
      report(place.0, place.1, Closeness(pressure: force, size: max(force / 9, 1), distance: 0), isDown: true)
      isDown = true
      last.moves = -1
      now += frame
    }
    report(x, y, Closeness(pressure: force, size: max(force / 9, 1), distance: 0), isDown: true)
    last = (x, y, isDown && (x, y) != (last.x, last.y) ? last.moves + 1 : 0)
    if last.moves == 2 { hasMoved = true }
    isDown = true
    now += frame
  }

  /// Reports a finger above the glass.
  mutating func hover(_ x: Int32, _ y: Int32) {
    // A driver that reports the distance may call the finger down nevertheless.
    report(
      x, y, Closeness(pressure: 0, size: 0, distance: 7), isDown: distance && kind != .single && keys[BTN_TOUCH] == 1)
    now += frame
  }

  /// Reports that the finger has lifted, in the panel's way.
  ///
  /// - Parameter stays: Whether it hovers from now on.
  mutating func lift(_ x: Int32, _ y: Int32, stays: Bool, _ random: inout SplitMix64) {
    var (x, y) = (x, y)
    switch garbage {
    case .none: break
    case .zeros: (x, y) = (0, 0)
    case .elsewhere:
      (x, y) = (.random(in: 0..<Self.width, using: &random), .random(in: 0..<Self.height, using: &random))
    }
    isDown = false
    if stays {
      report(x, y, Closeness(pressure: 0, size: 0, distance: 3), isDown: false)
    } else if kind == .typeA {
      let gone = Closeness(
        pressure: release == .pressure ? 0 : 9, size: release == .size ? 0 : 9, distance: release == .distance ? 9 : 0)
      if release == .empty { listNothing() } else { report(x, y, gone, isDown: false) }
    } else {
      if garbage != .none { position(x, y) }
      signs(Closeness(pressure: 0, size: 0, distance: 0))
      if kind == .typeB && release == .id { send(EV_ABS, ABS_MT_TRACKING_ID, -1) }
      button(false)
      if kind == .typeB || release == .tool || keys[BTN_TOOL_FINGER] == 1 { send(EV_KEY, BTN_TOOL_FINGER, 0) }
      sync()
    }
    now += frame
  }

  /// Reports that the finger that hovered is out of reach.
  mutating func leave() {
    switch kind {
    case .typeB: if release == .id { send(EV_ABS, ABS_MT_TRACKING_ID, -1) }
    case .typeA: send(EV_SYN, SYN_MT_REPORT, 0)
    case .single: break
    }
    if tool { send(EV_KEY, BTN_TOOL_FINGER, 0) }
    sync()
    now += frame
  }

  private mutating func listNothing() {
    send(EV_SYN, SYN_MT_REPORT, 0)
    button(false)
    if tool { send(EV_KEY, BTN_TOOL_FINGER, 0) }
    sync()
  }

  private mutating func report(_ x: Int32, _ y: Int32, _ closeness: Closeness, isDown: Bool) {
    if kind == .typeB && fingers[0][Int(ABS_MT_TRACKING_ID)] < 0 {
      nextID += 1
      send(EV_ABS, ABS_MT_TRACKING_ID, nextID)
    }
    if kind == .typeA && ids {
      if isDown && !self.isDown { nextID += 1 }
      send(EV_ABS, ABS_MT_TRACKING_ID, nextID)
    }
    func sendSigns(_ panel: inout RandomPanel) {
      panel.signs(closeness)
      if panel.tool { panel.send(EV_KEY, BTN_TOOL_FINGER, 1) }
      panel.button(isDown)
    }
    if isKeyFirst { sendSigns(&self) }
    position(x, y)
    if !isKeyFirst { sendSigns(&self) }
    if kind == .typeA { send(EV_SYN, SYN_MT_REPORT, 0) }
    sync()
  }

  private mutating func position(_ x: Int32, _ y: Int32) {
    let (x, y) = (x << extraBits, y << extraBits)
    if kind != .single {
      send(EV_ABS, ABS_MT_POSITION_X, x)
      send(EV_ABS, ABS_MT_POSITION_Y, y)
    }
    if kind == .single || emulates {
      send(EV_ABS, ABS_X, x)
      send(EV_ABS, ABS_Y, y)
    }
  }

  private mutating func signs(_ closeness: Closeness) {
    let isSingle = kind == .single
    if pressure { send(EV_ABS, isSingle ? ABS_PRESSURE : ABS_MT_PRESSURE, closeness.pressure) }
    if size { send(EV_ABS, ABS_MT_TOUCH_MAJOR, closeness.size) }
    if distance { send(EV_ABS, isSingle ? ABS_DISTANCE : ABS_MT_DISTANCE, closeness.distance) }
  }

  private mutating func button(_ isDown: Bool) {
    guard let key, buttonReports == .all || !isButtonReported else { return }
    if buttonReports == .down && !isDown { return }
    if !isDown && keys[key] == 1 { isButtonReported = true }
    send(EV_KEY, key, isDown ? 1 : 0)
  }

  private mutating func sync() { send(EV_SYN, SYN_REPORT, 0) }

  /// Sends a record unless the kernel would drop it.
  private mutating func send(_ type: Int32, _ code: Int32, _ value: Int32) {
    if type == EV_KEY {
      if keys[code] ?? 0 == value { return }
      keys[code] = value
    } else if type == EV_ABS && !(kind == .typeA && code > ABS_MT_SLOT) {
      let isOfFinger = code > ABS_MT_SLOT
      if (isOfFinger ? fingers[0][Int(code)] : values[Int(code)]) == value { return }
      if isOfFinger { fingers[0][Int(code)] = value } else { values[Int(code)] = value }
    }
    records.append(EvdevRecord(time: now, type: type, code: code, value: value))
  }

  /// The values that a driver reports for how close a finger is.
  struct Closeness { let pressure, size, distance: Int32 }
}
