import StarSlider

/// The releases of fingers that may come down again at once. Resistive panels bounce, and capacitive panels may lose a light touch for one
/// report.
///
/// A release is held back for `delay`. If a finger lands near its place before then, it is the same touch, and the contact continues. If a
/// finger lands elsewhere, the release was intended and is emitted first. Until `quiet` has passed, a landing near the place of an emitted
/// release is ignored: no visitor taps twice that fast, and the screen may have changed. When the ignored finger lifts, its place is quiet
/// again from then on.
///
/// ```
/// state      a finger lands near        a finger lands elsewhere    `delay` has passed    `quiet` has passed
/// held       bounced; free              emits the release; emitted  emits the release;    -
///                                                                   emitted
/// emitted    ignored; emitted as of     -                           -                     free
///            its lift
/// ```
///
/// A panel that is polled slowly loses a touch for longer, so both times follow from the interval between its reports.
package struct HeldReleases: Sendable {
  /// How long a release is held back at least, in nanoseconds.
  package static var shortestDelay: Int64 { 28_000_000 }
  /// The longest interval between two reports of a finger that moves, in microseconds. After a longer one, the finger had rested.
  private static var longestInterval: Int64 { 45_000 }

  enum Verdict {
    case new
    case bounced(Int32)
    case ignored
  }

  private struct Release {
    var event = TouchEvent<RawSpace>(.ended, contact: 0, at: Point(x: .zero, y: .zero))
    var isEmitted = true
  }

  private var items = InlineArray<4, Release>(repeating: Release())
  private var count = 0
  /// The distance along each axis, in units of the device, within which a place is near; `nil` if nothing is held back.
  let reach: (x: Int64, y: Int64)?
  /// The interval between two reports of a finger that moves, in microseconds; 0 if it is unknown. Shorter intervals count four times as
  /// much as longer ones, because a finger may rest for a report or two.
  private var interval: Int64 = 0
  private var lastMove = Int64.min
  /// The places of the finger of a single-touch device.
  private var trail = Trail()
  private let isSingle: Bool

  /// A sixteenth of each axis is near.
  init(_ axes: (x: AxisInfo, y: AxisInfo)?, isSingle: Bool) {
    reach = axes.map { ($0.x.span << 4, $0.y.span << 4) }
    self.isSingle = isSingle
  }

  var isEmpty: Bool { count == 0 }

  /// How long a release is held back, in nanoseconds: one and a half intervals, so that the loss of one report changes nothing.
  private var delay: Int64 { max(Self.shortestDelay, interval &* 1500) }
  /// How long after a release a landing near it does not count, in nanoseconds: up to 90 ms. Visitors need at least 80 ms to tap again, and
  /// a slow panel reports even that late.
  private var quiet: Int64 { delay &+ 22_000_000 }

  /// Handles a report of a finger that moves; `time` is in microseconds.
  @inline(__always) mutating func noteMove(to position: Point<RawSpace>, _ time: Int64) {
    if isSingle { trail.add(position) }
    let passed = time &- lastMove
    lastMove = time
    if passed <= 0 || passed > Self.longestInterval { return }
    interval = interval == 0 ? passed : interval &+ (passed &- interval) >> (passed < interval ? 2 : 4)
  }

  /// When to call `emit`, in nanoseconds; `nil` if no release is held back.
  var deadline: Int64? {
    var earliest = Int64.max
    for i in 0..<count where !items[i].isEmitted { earliest = min(earliest, items[i].event.time &+ delay) }
    return earliest == .max ? nil : earliest
  }

  /// Holds back a release, at the end of the finger's trail. Returns false if releases are not held back.
  mutating func hold(_ event: TouchEvent<RawSpace>, _ emit: ContactTracker.Emit) -> Bool {
    guard let reach else { return false }
    add(Release(event: isSingle ? event.moved(to: trail.end(event.position, reach)) : event, isEmitted: false), emit)
    return true
  }

  /// Handles the lift of a finger whose landing was ignored.
  mutating func ignore(_ event: TouchEvent<RawSpace>, _ emit: ContactTracker.Emit) {
    add(Release(event: event, isEmitted: true), emit)
  }

  private mutating func add(_ release: Release, _ emit: ContactTracker.Emit) {
    if count == items.count {
      if !items[0].isEmitted { emit(items[0].event) }
      remove(0)
    }
    items[count] = release
    count += 1
  }

  /// Emits the releases whose time has come. `now` may be a little earlier than the last record; a clock that went back by more must not
  /// hold back a release forever.
  mutating func emit(due now: Int64, _ emit: ContactTracker.Emit) {
    var i = 0
    while i < count {
      let age = now &- items[i].event.time
      let isWrong = age < -1_000_000_000
      if !items[i].isEmitted && (age >= delay || isWrong) {
        items[i].isEmitted = true
        emit(items[i].event)
      }
      if age >= quiet || isWrong { remove(i) } else { i += 1 }
    }
  }

  /// Emits all releases at once.
  mutating func flush(_ emit: ContactTracker.Emit) {
    for i in 0..<count where !items[i].isEmitted { emit(items[i].event) }
    count = 0
  }

  /// Decides whether a landing is a new touch. Emits the releases that it proves to be intended.
  mutating func judge(landingAt position: Point<RawSpace>, time: Int64, _ emit: ContactTracker.Emit) -> Verdict {
    trail.begin(at: position)
    for i in 0..<count where isNear(position, items[i].event.position) {
      if items[i].isEmitted { return .ignored }
      let contact = items[i].event.contact
      remove(i)
      return .bounced(contact)
    }
    for i in 0..<count where !items[i].isEmitted {
      items[i].isEmitted = true
      emit(items[i].event)
    }
    return .new
  }

  private func isNear(_ a: Point<RawSpace>, _ b: Point<RawSpace>) -> Bool {
    guard let reach else { return false }
    return Touch.isNear(a, b, reach)
  }

  private mutating func remove(_ index: Int) {
    for i in index + 1..<max(count, index + 1) { items[i - 1] = items[i] }
    count -= 1
  }
}

extension ContactTracker {
  /// When to call `releaseDue`, in nanoseconds of the device's clock; `nil` for never. The getter is mutating, so that it reads the tracker
  /// in place without copying its slots.
  package var deadline: Int64? { mutating get { releases.isEmpty ? nil : releases.deadline } }

  /// Emits the releases that were held back until `now`, in nanoseconds of the device's clock. Read all records first.
  package mutating func releaseDue(_ now: Int64, _ emit: Emit) { releases.emit(due: now, emit) }
}
