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
///
/// A finger in a glove may be lost for a tenth of a second in the middle of a drag. The release of a finger that has gone farther than a tap
/// and is still moving is therefore held back for `longestGap`, and a landing along its way continues the drag.
package struct HeldReleases: Sendable {
  /// How long a release is held back at least, in nanoseconds.
  package static var shortestDelay: Int64 { 28_000_000 }
  /// How long the release of a finger that moves is held back, in nanoseconds.
  package static var longestGap: Int64 { 125_000_000 }
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
    /// Whether a finger has landed exactly there. Unless its next place is elsewhere, it continues the contact.
    var isParked = false
    /// How far the finger went in each report, if it was moving.
    var speed: (x: Int64, y: Int64)?
  }

  private var items = InlineArray<4, Release>(repeating: Release())
  private var count = 0
  /// The distance along each axis, in units of the device, within which a place is near; `nil` if nothing is held back.
  let reach: (x: Int64, y: Int64)?
  /// The interval between two reports of a finger that moves, in microseconds; 0 if it is unknown. Shorter intervals count four times as
  /// much as longer ones, because a finger may rest for a report or two.
  private var interval: Int64 = 0
  private var lastMove = Int64.min
  /// The places of the finger that moved last.
  private var trail = Trail()
  /// Where the last contact ended. Drivers report this place again, or 0, in the frame in which the next finger lands.
  private var lastEnd = Point<RawSpace>(x: .zero, y: .zero)
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
    trail.add(position)
    let passed = time &- lastMove
    lastMove = time
    if passed <= 0 || passed > Self.longestInterval { return }
    interval = interval == 0 ? passed : interval &+ (passed &- interval) >> (passed < interval ? 2 : 4)
  }

  /// When to call `emit`, in nanoseconds; `nil` if no release is held back.
  var deadline: Int64? {
    var earliest = Int64.max
    for i in 0..<count where isPending(i) {
      earliest = min(earliest, items[i].event.time &+ delay(of: items[i]))
    }
    return earliest == .max ? nil : earliest
  }

  private func delay(of release: Release) -> Int64 { release.speed == nil ? delay : max(delay, Self.longestGap) }

  /// Holds back a release, at the end of the finger's trail. Returns false if releases are not held back.
  mutating func hold(_ event: TouchEvent<RawSpace>, _ emit: ContactTracker.Emit) -> Bool {
    guard let reach else { return false }
    lastEnd = event.position
    for i in 0..<count where items[i].event.contact == event.contact {
      remove(i)
      break
    }
    let end = isSingle ? trail.end(event.position, reach) : event.position
    let isMoving = interval > 0 && event.time / 1000 - lastMove <= Self.longestInterval
    add(
      Release(event: event.moved(to: end), isEmitted: false, speed: isMoving ? trail.speed(at: end, reach) : nil), emit)
    return true
  }

  /// Whether a finger that lands at a place may be elsewhere.
  func isStale(_ place: Point<RawSpace>) -> Bool { place == lastEnd || place == Point(x: .zero, y: .zero) }

  /// Handles the lift of a finger whose landing was ignored.
  mutating func ignore(_ event: TouchEvent<RawSpace>, _ emit: ContactTracker.Emit) {
    add(Release(event: event, isEmitted: true), emit)
  }

  private mutating func add(_ release: Release, _ emit: ContactTracker.Emit) {
    if count == items.count {
      if isPending(0) { emit(items[0].event) }
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
      if isPending(i) && (age >= delay(of: items[i]) || isWrong) {
        items[i].isEmitted = true
        emit(items[i].event)
      }
      let isOver = items[i].isParked ? age >= 1_000_000_000 : items[i].isEmitted && age >= quiet
      if isOver || isWrong { remove(i) } else { i += 1 }
    }
  }

  /// Emits all releases at once.
  mutating func flush(_ emit: ContactTracker.Emit) {
    for i in 0..<count where isPending(i) { emit(items[i].event) }
    count = 0
  }

  /// Decides whether a landing is a new touch. Emits the releases that it proves to be intended.
  mutating func judge(landingAt position: Point<RawSpace>, time: Int64, _ emit: ContactTracker.Emit) -> Verdict {
    let isStale = isStale(position)
    for i in 0..<count where !items[i].isParked {
      if !isNear(position, items[i].event.position) && !continues(items[i], at: position, time) { continue }
      if items[i].isEmitted {
        trail.begin(at: position)
        return .ignored
      }
      let contact = items[i].event.contact
      trail.resume(at: position, speed: items[i].speed)
      if isStale { items[i].isParked = true } else { remove(i) }
      return .bounced(contact)
    }
    trail.begin(at: position)
    // A place that may be wrong does not prove that the other fingers have lifted.
    for i in 0..<count where isPending(i) && !isStale {
      items[i].isEmitted = true
      emit(items[i].event)
    }
    return .new
  }

  private func isNear(_ a: Point<RawSpace>, _ b: Point<RawSpace>) -> Bool {
    guard let reach else { return false }
    return Touch.isNear(a, b, reach)
  }

  private func isPending(_ i: Int) -> Bool { !items[i].isEmitted && !items[i].isParked }

  /// Handles the second place of a finger that may have landed elsewhere. If it landed exactly where another one had lifted and is elsewhere,
  /// it is a finger of its own, and the release is held back again. Returns whether it is.
  mutating func settle(_ contact: Int32, at place: Point<RawSpace>, isElsewhere: Bool) -> Bool {
    for i in 0..<count where items[i].isParked && items[i].event.contact == contact {
      if isElsewhere { items[i].isParked = false } else { remove(i) }
      return isElsewhere
    }
    trail.begin(at: place)
    return false
  }

  /// Whether a finger that was moving may have come to a place, at up to twice its speed.
  private func continues(_ release: Release, at place: Point<RawSpace>, _ time: Int64) -> Bool {
    guard let reach, let speed = release.speed, !release.isEmitted else { return false }
    let gap = min(max(time &- release.event.time / 1000, 0), Self.longestGap / 1000)
    func isAhead(_ from: Fixed, _ to: Fixed, _ step: Int64, _ reach: Int64) -> Bool {
      let way = step * 2 * gap / interval
      return (min(way, 0) - reach...max(way, 0) + reach).contains(Int64(to.raw) - Int64(from.raw))
    }
    let from = release.event.position
    return isAhead(from.x, place.x, speed.x, reach.x) && isAhead(from.y, place.y, speed.y, reach.y)
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
