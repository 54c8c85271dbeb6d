import StarSlider

/// The releases of fingers that may come down again at once. Resistive panels bounce, and capacitive panels may lose a light touch for one
/// report.
///
/// A release is held back for `delay`. If a finger lands near its place before then, it is the same touch, and the contact continues. If a
/// finger lands elsewhere, the release was intended and is emitted first. Until `quiet` has passed, a landing near the place of an emitted
/// release is ignored: no visitor taps twice that fast, and the screen may have changed.
///
/// ```
/// state      a finger lands near        a finger lands elsewhere    `delay` has passed    `quiet` has passed
/// held       bounced; free              emits the release; emitted  emits the release;    -
///                                                                   emitted
/// emitted    ignored                    -                           -                     free
/// ```
package struct HeldReleases: Sendable {
  /// How long a release is held back, in nanoseconds. It is longer than the interval between two reports of a panel that is polled 40 times
  /// a second.
  package static var delay: Int64 { 28_000_000 }
  /// How long after a release a landing near it does not count, in nanoseconds. Visitors need at least 80 ms to tap again.
  static var quiet: Int64 { 50_000_000 }

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
  private let reach: (x: Int64, y: Int64)?

  /// A sixteenth of each axis is near.
  init(_ axes: (x: AxisInfo, y: AxisInfo)?) { reach = axes.map { ($0.x.span << 4, $0.y.span << 4) } }

  var isEmpty: Bool { count == 0 }

  /// When to call `emit`, in nanoseconds; `nil` if no release is held back.
  var deadline: Int64? {
    var earliest = Int64.max
    for i in 0..<count where !items[i].isEmitted { earliest = min(earliest, items[i].event.time &+ Self.delay) }
    return earliest == .max ? nil : earliest
  }

  /// Holds back a release. Returns false if releases are not held back.
  mutating func hold(_ event: TouchEvent<RawSpace>, _ emit: ContactTracker.Emit) -> Bool {
    if reach == nil { return false }
    if count == items.count {
      if !items[0].isEmitted { emit(items[0].event) }
      remove(0)
    }
    items[count] = Release(event: event, isEmitted: false)
    count += 1
    return true
  }

  /// Emits the releases whose time has come. `now` may be a little earlier than the last record; a clock that went back by more must not
  /// hold back a release forever.
  mutating func emit(due now: Int64, _ emit: ContactTracker.Emit) {
    var i = 0
    while i < count {
      let age = now &- items[i].event.time
      let isWrong = age < -1_000_000_000
      if !items[i].isEmitted && (age >= Self.delay || isWrong) {
        items[i].isEmitted = true
        emit(items[i].event)
      }
      if age >= Self.quiet || isWrong { remove(i) } else { i += 1 }
    }
  }

  /// Emits all releases at once.
  mutating func flush(_ emit: ContactTracker.Emit) {
    for i in 0..<count where !items[i].isEmitted { emit(items[i].event) }
    count = 0
  }

  /// Decides whether a landing is a new touch. Emits the releases that it proves to be intended.
  mutating func judge(landingAt position: Point<RawSpace>, time: Int64, _ emit: ContactTracker.Emit) -> Verdict {
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
    return abs(Int64(a.x.raw) - Int64(b.x.raw)) <= reach.x && abs(Int64(a.y.raw) - Int64(b.y.raw)) <= reach.y
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
