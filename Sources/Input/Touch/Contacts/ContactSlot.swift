import CInputEvents
import StarSlider

/// One slot of a touch device, and what happened in it since the last SYN_REPORT.
///
/// A slot emits nothing itself. It collects one frame, and the tracker emits the events at SYN_REPORT. So a frame in which a finger lifts
/// and another lands, or one lands and lifts, is reported in order.
///
/// ```
///            lands(id)   lifts       BTN_TOUCH 0        BTN_TOUCH 1  at SYN_REPORT
/// empty      fresh       -           -                  -            -
/// fresh      tap, fresh  tap, empty  tap, released      -            off: hovering; palm: held; else began -> live
/// live       end, fresh  end, empty  end, released      -            off: ended -> hovering; palm: cancelled -> held;
///                                                                    far from a guess: cancelled, began -> live;
///                                                                    else moved, if it did
/// held       fresh       empty       released           -            off: hovering
/// hovering   fresh       empty       released           -            on: as fresh
/// released   fresh       empty       -                  fresh (*)    -
/// ```
///
/// - *off*: the finger does not touch the glass (`Closeness`, `ContactTracker.isVouchedFor`); *on*: it does.
/// - *held*: a finger that was down when the device was opened, a palm, or a finger that `HeldReleases` ignores. It has no contact until it
///   lifts, so that a hand that leans on the screen while the program starts gives no rating.
/// - *released*: BTN_TOUCH was 0 while the slot kept its tracking ID, as with drivers that never send -1. (*) BTN_TOUCH 1
///   wakes the slots that moved in the same frame; the tracker decides.
/// - *lands* with the slot's own tracking ID changes nothing. A palm's *tap* is ignored, and its *end* is a cancel.
/// - *guess*: the place where a finger landed, if its frame had no position or an old one (`Guess`).
/// - *end*: at the position of the last SYN_REPORT. Many drivers report zeros or another place in the frame in which a finger lifts.
struct ContactSlot {
  enum State { case empty, fresh, live, held, hovering, released }

  private(set) var state = State.empty
  /// The device's tracking ID; -1 for none.
  private(set) var trackingID: Int32 = -1
  /// The last reported position. The device reports only changes.
  var position = Point<RawSpace>(x: .zero, y: .zero)
  /// The position at the last SYN_REPORT.
  private var settledPosition = Point<RawSpace>(x: .zero, y: .zero)
  var closeness = Closeness()
  private(set) var fall = Fall()
  var isPalm = false
  /// Whether a position was reported since the last SYN_REPORT.
  var moved = false
  private(set) var guess = Guess()

  /// The number of the contact that began and has not ended; 0 for none.
  private(set) var contact: Int32 = 0
  /// Whether the slot is held because its finger landed where another had just lifted (`HeldReleases`).
  var isIgnored = false
  /// How the contact that was live at the last SYN_REPORT left: whether it ended or was cancelled, and its position. Also how an ignored
  /// finger left, which has no contact.
  private(set) var departure: (phase: TouchPhase, position: Point<RawSpace>)?
  /// The position of a contact that began and ended since the last SYN_REPORT. Only the last one of a frame is kept.
  var tap: Landing?

  /// The position of a finger, and how close it was to the glass.
  struct Landing {
    var position: Point<RawSpace>
    var closeness: Closeness
  }

  /// What the place of a finger is known from.
  struct Guess {
    struct Axes: OptionSet {
      let rawValue: UInt8
      static var x: Axes { Axes(rawValue: 1) }
      static var y: Axes { Axes(rawValue: 2) }
      static var both: Axes { [.x, .y] }
    }

    /// The axes whose position was reported since the last contact left.
    var reported: Axes = []
    /// The axes whose position had not been reported when the finger landed, or was 0 or that of the last finger. The kernel drops a value
    /// that stays, but some drivers report the position one frame late.
    var axes: Axes = []
  }

  /// How the signs of a finger went back to 0.
  struct Fall {
    /// The signs that the finger had and lost since it landed.
    var lost: Closeness.Signs = []
    /// Where it was before the pressure or the size fell within the frame in which it landed.
    var landing: Landing?
    /// Whether the pressure or the size rose since the finger landed in this frame.
    var hasRisen = false
    /// Whether the pressure or the size rose from 0 in this frame.
    var hasBegun = false
  }

  /// The state as of the last SYN_REPORT, restored if the frame is lost.
  private(set) var settledState = State.empty
  private(set) var settledTrackingID: Int32 = -1

  /// Whether a finger is in the slot, with or without a contact.
  var isOccupied: Bool { state == .fresh || state == .live || state == .held }

  mutating func lands(_ newID: Int32) {
    if newID == trackingID { return }
    if trackingID >= 0 { lifts() }
    trackingID = newID
    state = .fresh
    fall = Fall()
  }

  mutating func lifts() {
    leave()
    trackingID = -1
    state = .empty
  }

  /// Handles BTN_TOUCH 0: the finger is up, even if the tracking ID stays.
  mutating func release() {
    if state == .empty { return }
    leave()
    state = .released
  }

  /// Handles BTN_TOUCH 1 after `release`.
  mutating func wake() { if state == .released { (state, fall) = (.fresh, Fall()) } }

  private mutating func leave() {
    switch state {
    case .fresh: if !isPalm { tap = fall.landing ?? Landing(position: position, closeness: closeness) }
    case .live: departure = (isPalm ? .cancelled : .ended, settledPosition)
    case .held: if isIgnored { departure = (.ended, settledPosition) }
    case .empty, .hovering, .released: break
    }
  }

  /// Handles the end of a frame in which the finger touches the glass or does not.
  ///
  /// - Parameter wasGuessed: Whether the device has just proved that earlier frames were misread. A contact from those frames does not
  ///   count.
  mutating func settleTouch(_ isTouching: Bool, wasGuessed: Bool) {
    if wasGuessed { departure?.phase = .cancelled }
    switch state {
    case .fresh: if !isTouching { state = .hovering }
    case .held:
      if isTouching { return }
      leave()
      state = .hovering
    case .live:
      if isTouching && !wasGuessed { return }
      departure = (isPalm || wasGuessed ? .cancelled : .ended, settledPosition)
      state = isTouching ? .fresh : .hovering
    case .hovering: if isTouching { state = .fresh }
    case .empty, .released: break
    }
  }

  /// Marks a palm as held. Called at SYN_REPORT, before any event is emitted.
  mutating func settlePalm() {
    if !isPalm { return }
    if state == .live { leave() }
    if state == .live || state == .fresh { state = .held }
  }

  /// Forgets the contact whose end has been emitted.
  mutating func forgetDeparted() {
    contact = 0
    departure = nil
    isIgnored = false
    if state != .fresh { guess.reported = [] }
  }

  /// Makes the fresh finger a contact with the given number.
  ///
  /// - Parameter isStale: Whether its place may be that of another finger, although the device has reported it.
  mutating func announce(as number: Int32, isStale: Bool) {
    contact = number
    state = .live
    guess.axes = isStale ? .both : Guess.Axes.both.subtracting(guess.reported)
  }

  /// Notes that the device has reported both axes in this frame, as for type A.
  mutating func notePlace() { guess.reported = .both }

  /// Handles the first movement of a contact whose place was guessed. Returns whether the finger is far from there, so that it never was
  /// there.
  mutating func isElsewhere(_ reach: (x: Int64, y: Int64)) -> Bool {
    let limit = (x: guess.axes.contains(.x) ? reach.x : .max, y: guess.axes.contains(.y) ? reach.y : .max)
    guess.axes = []
    return !isNear(position, settledPosition, limit)
  }

  /// Cancels the contact at the wrong place. The finger lands where it is.
  mutating func cancel() {
    departure = (.cancelled, settledPosition)
    state = .fresh
  }

  /// Leaves the contact to `HeldReleases`. The finger lands where it is.
  mutating func lose() {
    contact = 0
    state = .fresh
  }

  /// Ends the frame.
  mutating func settle() {
    moved = false
    settledPosition = position
    (fall.landing, fall.hasRisen, fall.hasBegun) = (nil, false, false)
    settledState = state
    settledTrackingID = trackingID
  }

  /// Replaces the slot's state with the device's. Drops the frame that was being collected, because it may be incomplete.
  mutating func overwrite(state newState: State, trackingID newID: Int32) {
    departure = nil
    tap = nil
    isIgnored = false
    state = newState
    trackingID = newID
    settle()
  }

  /// Handles a type B record for this slot.
  mutating func handle(_ code: Int32, _ value: Int32) {
    switch code {
    case ABS_MT_TRACKING_ID: if value < 0 { lifts() } else { lands(value) }
    case ABS_MT_POSITION_X:
      (position.x, moved) = (AxisInfo.fixed(value), true)
      guess.reported.insert(.x)
    case ABS_MT_POSITION_Y:
      (position.y, moved) = (AxisInfo.fixed(value), true)
      guess.reported.insert(.y)
    case ABS_MT_TOOL_TYPE: isPalm = value == MT_TOOL_PALM
    case ABS_MT_DISTANCE:
      if value > 0 { noteRise() }
      closeness.distance = value
    case ABS_MT_PRESSURE:
      if value > 0 { noteRise(from: closeness.pressure) } else { noteFall(of: .pressure, from: closeness.pressure) }
      closeness.pressure = value
    case ABS_MT_TOUCH_MAJOR:
      if value > 0 { noteRise(from: closeness.size) } else { noteFall(of: .size, from: closeness.size) }
      closeness.size = value
    default: break
    }
  }

  @inline(__always) private mutating func noteRise(from old: Int32) {
    fall.hasRisen = true
    if old <= 0 { fall.hasBegun = true }
  }

  // What is rare is not inlined, so that `handle` needs no stack.

  @inline(never) private mutating func noteRise() {
    if closeness.distance <= 0 && state == .live { fall.lost.insert(.distance) }
  }

  @inline(never) private mutating func noteFall(of sign: Closeness.Signs, from old: Int32) {
    if fall.hasRisen && state == .fresh {
      fall.landing = fall.landing ?? Landing(position: position, closeness: closeness)
      fall.lost.insert(sign)
    } else if old > 0 && state == .live {
      fall.lost.insert(sign)
    }
  }
}
