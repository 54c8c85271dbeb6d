import StarSlider

/// Detects contacts that are not made by a finger. A noisy charger, water or a crack can cause contacts that begin and end at once, again
/// and again at the same few places.
///
/// A single contact of no duration may be a quick tap on a panel that is polled slowly, so it counts as a touch. After `limit` of them at
/// one place, a contact that begins there is withheld until it has lasted. Four places are remembered. A new one replaces the one with the
/// fewest contacts, and of equal ones the oldest, but none that has reached `limit`.
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

  /// A place of contacts of no duration, how many there were, and when the last one was.
  private struct Place {
    var point = Point<PhysicalSpace>(x: .zero, y: .zero)
    var count: Int32 = 0
    var last: Int64 = 0
  }

  private var places = InlineArray<4, Place>(repeating: Place())
  /// The contact that began last, until it ends.
  private var open: TouchEvent<PhysicalSpace>?
  private var isWithheld = false

  package init() {}

  /// Whether contacts of no duration repeat at a place.
  package var isFault: Bool { places.indices.contains { places[$0].count >= Self.limit } }

  package mutating func handle(_ event: TouchEvent<PhysicalSpace>, _ emit: Emit) {
    if event.phase == .began {
      for i in places.indices where event.time &- places[i].last > Self.memory { places[i].count = 0 }
      if let open, isWithheld { emit(open, false) }
      open = event
      isWithheld = place(near: event.position).map { places[$0].count >= Self.limit } ?? false
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
    // A cancelled one was at a place that the device has corrected.
    if !lasts && event.phase == .ended { note(began) }
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
    var index = place(near: event.position)
    if index == nil, let spare = sparePlace {
      places[spare] = Place(point: event.position)
      index = spare
    }
    guard let index else { return }
    places[index].count = min(places[index].count + 1, Self.limit)
    places[index].last = event.time
  }

  /// Returns the index of the place that is within 2 px of a position. A phantom contact is always at the same place, unlike the taps of a
  /// finger.
  private func place(near position: Point<PhysicalSpace>) -> Int? {
    places.indices.first { i in
      let point = places[i].point
      return places[i].count > 0 && abs(Int64(point.x.raw) - Int64(position.x.raw)) <= 512
        && abs(Int64(point.y.raw) - Int64(position.y.raw)) <= 512
    }
  }

  private var sparePlace: Int? {
    var spare: Int?
    for i in places.indices where places[i].count < Self.limit {
      if let old = spare, (places[old].count, places[old].last) <= (places[i].count, places[i].last) { continue }
      spare = i
    }
    return spare
  }
}
