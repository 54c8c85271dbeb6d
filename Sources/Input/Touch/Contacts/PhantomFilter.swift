import StarSlider

/// Detects contacts that are not made by a finger. A noisy charger, water or a crack can cause contacts that begin and end at once, again
/// and again at the same place.
///
/// A single contact of no duration may be a quick tap on a panel that is polled slowly, so it counts as a touch. After `limit` of them at
/// one place, a contact that begins there is withheld until it has lasted.
///
/// ```
/// contacts of no duration at one place    a contact begins there      it ends at once              it lasts
/// fewer than `limit`                      passes                      passes, marked as brief      passes
/// `limit` or more: `isFault`              withheld                    dropped                      passes, from where it began
/// an hour after the last one              passes; starts counting anew
/// ```
package struct PhantomFilter: Sendable {
  package static var limit: Int32 { 3 }
  /// A contact that is shorter than this, in nanoseconds, counts as one of no duration. No panel reports more often.
  package static var briefest: Int64 { 5_000_000 }
  private static var memory: Int64 { 3600 * 1_000_000_000 }

  /// Handles one event that passes. `isBrief` marks the end of a contact of no duration.
  package typealias Emit = (_ event: TouchEvent<PhysicalSpace>, _ isBrief: Bool) -> Void

  /// The place of the contacts of no duration, how many there were, and when the last one was.
  private var place = Point<PhysicalSpace>(x: .zero, y: .zero)
  private var count: Int32 = 0
  private var last: Int64 = 0
  /// The contact that began last, until it ends.
  private var open: TouchEvent<PhysicalSpace>?
  private var isWithheld = false

  package init() {}

  /// Whether contacts of no duration repeat at one place.
  package var isFault: Bool { count >= Self.limit }

  package mutating func handle(_ event: TouchEvent<PhysicalSpace>, _ emit: Emit) {
    if event.phase == .began {
      if count > 0 && event.time &- last > Self.memory { count = 0 }
      if let open, isWithheld { emit(open, false) }
      open = event
      isWithheld = isFault && isNear(event.position)
      if !isWithheld { emit(event, false) }
      return
    }
    guard let began = open, began.contact == event.contact else { return emit(event, false) }
    let lasts = event.time &- began.time >= Self.briefest
    if event.phase == .moved {
      if lasts { release(emit) }
      if !isWithheld { emit(event, false) }
      return
    }
    open = nil
    if !lasts { note(began) }
    if isWithheld && !lasts {
      isWithheld = false
    } else {
      if isWithheld { emit(began, false) }
      isWithheld = false
      emit(event, !lasts)
    }
  }

  /// Lets the withheld contact pass.
  private mutating func release(_ emit: Emit) {
    if let open, isWithheld { emit(open, false) }
    isWithheld = false
  }

  private mutating func note(_ event: TouchEvent<PhysicalSpace>) {
    if !isNear(event.position) { (place, count) = (event.position, 0) }
    count = min(count + 1, Self.limit)
    last = event.time
  }

  /// Whether a position is within 2 px of the place. A phantom contact is always at the same place, unlike the taps of a finger.
  private func isNear(_ other: Point<PhysicalSpace>) -> Bool {
    abs(Int64(place.x.raw) - Int64(other.x.raw)) <= 512 && abs(Int64(place.y.raw) - Int64(other.y.raw)) <= 512
  }
}
