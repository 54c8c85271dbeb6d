import StarSlider
import Touch

/// Finds contacts that begin at one place again and again, as no finger's do: where there is nothing to touch, or sooner after each other than
/// a finger can. They may last, unlike those that `PhantomFilter` withholds.
///
/// ```
/// contacts at one place    one more begins there, beside all targets
/// fewer than `limit`       is a visitor's
/// `limit` or more          is ignored
/// `most` or more           is ignored, and the place is a finding
/// ```
struct RepeatedPlaces {
  private static var limit: Int32 { PhantomFilter.limit }
  private static var most: Int32 { 12 }
  /// The shortest time in which a finger returns, in nanoseconds.
  private static var shortest: Int64 { 100_000_000 }
  /// Each place loses a contact after so many others.
  private static var memory: Int32 { 64 }

  private struct Place {
    var point = Point<LayoutSpace>(x: .zero, y: .zero)
    var count: Int32 = 0
    /// When the last contact began there, in nanoseconds.
    var last: Int64 = 0

    /// Whether a point is within 2 px.
    func isNear(_ other: Point<LayoutSpace>) -> Bool {
      abs(Int64(point.x.raw) - Int64(other.x.raw)) <= 512 && abs(Int64(point.y.raw) - Int64(other.y.raw)) <= 512
    }
  }

  private var places = InlineArray<8, Place>(repeating: Place())
  private var previous = Place()
  private var contacts: Int32 = 0

  /// - Parameter isExpected: Whether there is something to touch.
  mutating func note(_ point: Point<LayoutSpace>, at time: Int64, isExpected: Bool) {
    contacts += 1
    if contacts == Self.memory {
      contacts = 0
      for i in places.indices { places[i].count = max(places[i].count - 1, 0) }
    }
    let isRapid = previous.isNear(point) && time - previous.last < Self.shortest
    previous = Place(point: point, last: time)
    if !isExpected || isRapid { count(1, at: point, time) }
  }

  /// Notes a contact that stays at a place for longer than a finger would. It is proof enough.
  mutating func noteStuck(at point: Point<LayoutSpace>, _ time: Int64) { count(Self.most, at: point, time) }

  private mutating func count(_ contacts: Int32, at point: Point<LayoutSpace>, _ time: Int64) {
    let i = index(of: point)
    places[i] = Place(point: point, count: min(places[i].count + contacts, 2 * Self.most), last: time)
  }

  /// Whether contacts repeat at a place so often that one beside all targets is no visitor's.
  func repeats(at point: Point<LayoutSpace>) -> Bool {
    places.indices.contains { places[$0].count >= Self.limit && places[$0].isNear(point) }
  }

  /// Returns the index of a place. A new one takes that with the fewest contacts, and of those the oldest.
  private mutating func index(of point: Point<LayoutSpace>) -> Int {
    if let known = places.indices.first(where: { places[$0].count > 0 && places[$0].isNear(point) }) { return known }
    var index = 0
    for i in places.indices where (places[i].count, places[i].last) < (places[index].count, places[index].last) {
      index = i
    }
    places[index].count = 0
    return index
  }

  var finding: PanelFinding? {
    places.indices.first { places[$0].count >= Self.most }
      .map { .repeats(x: places[$0].point.x.floor, y: places[$0].point.y.floor) }
  }
}
