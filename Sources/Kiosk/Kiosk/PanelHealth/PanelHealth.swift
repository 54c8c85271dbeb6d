import Screens
import StarSlider

/// Finds defects of a touch panel in the contacts of its visitors.
///
/// ```
/// contacts                                                            finding
/// none in a stripe of a row of stars, of tiles or of a button,
///   although visits touch the rest, and 20 should have touched it     deadColumns, deadRows
/// none on a star, but at least 30 visits on one at each side          deadColumns, deadRows
/// further from their targets than the first 100, by a fifth of these  drift
/// a finger that rests, whose positions jump, 20 times                 noise
/// 12 at one place beside all targets, or sooner than a finger can     repeats
/// one that stays for a minute                                         repeats
/// ```
///
/// What is normal is learned from the first visits, so another configuration or calibration begins anew.
struct PanelHealth {
  private var stripes: TouchedStripes
  private var stars = TouchedStars()
  private var drift = TargetDrift()
  private var noise: ContactNoise
  private var repeats = RepeatedPlaces()

  /// - Parameter size: The size of the upright picture.
  init(_ size: Size<LayoutSpace>) {
    stripes = TouchedStripes(size)
    noise = ContactNoise(size)
  }

  /// Follows what comes after the beginning of a contact.
  @inline(__always) mutating func follow(_ event: TouchEvent<PhysicalSpace>) { noise.follow(event) }

  /// Notes where a contact began.
  ///
  /// - Parameters:
  ///   - event: The contact on the panel.
  ///   - point: Its place in the picture.
  ///   - screen: What is shown; `nil` if nothing is to touch.
  mutating func note(_ event: TouchEvent<PhysicalSpace>, at point: Point<LayoutSpace>, on screen: Screen?) {
    noise.begin(event)
    stripes.touch(point, choice: screen?.choice(at: point))
    repeats.note(point, at: event.time, isExpected: screen?.invitesTouch(at: point) == true)
    guard let target = screen?.target(near: point) else { return }
    drift.note(point, target.bounds)
    if let star = target.star, target.isHit { stars.touch(star, of: target.starCount, target.bounds) }
  }

  /// Notes a contact beside all targets. Returns whether it is ignored, because such contacts repeat at its place.
  mutating func ignores(_ event: TouchEvent<PhysicalSpace>, at point: Point<LayoutSpace>) -> Bool {
    if !repeats.repeats(at: point) { return false }
    repeats.note(point, at: event.time, isExpected: false)
    return true
  }

  /// Notes where a contact stays for longer than a finger would.
  mutating func noteStuck(at point: Point<LayoutSpace>, _ time: Int64) { repeats.noteStuck(at: point, time) }

  /// Ends a visit, if there was one.
  mutating func visitEnded() {
    stripes.visitEnded()
    stars.visitEnded()
  }

  /// Forgets where contacts repeat, because the panel is being cleaned or serviced: an operator holds the same corner each time, and a cloth
  /// takes the water away.
  mutating func forgetRepeats() { repeats = RepeatedPlaces() }

  /// Whether contacts without a finger are known.
  var findsRepeats: Bool { repeats.finding != nil }

  /// What the contacts show now. Contacts that drift leave stripes without any.
  var findings: [PanelFinding] {
    let place = drift.finding ?? stripes.finding ?? stars.finding
    return [place, noise.finding, repeats.finding].compactMap { $0 }
  }
}
