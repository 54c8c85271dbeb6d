/// The changes that wait until no visit is in progress: a new configuration, and the opening hours with the light.
struct PostponedChanges: Hashable, Sendable {
  /// The wall clock when it was read last; `nil` if the time is unknown.
  var wall: WallTime?
  var isReloadPending = false
  /// Whether the light is off.
  private var isDark = false
  /// When the opening hours were checked last.
  private var checkedAt: Int64 = 0

  init() {}

  /// Continues with a new configuration, whose hours have not been checked.
  init(after old: PostponedChanges) { (wall, isDark) = (old.wall, old.isDark) }

  mutating func reload() -> SurveyMachine.Effects {
    defer { isReloadPending = false }
    return isReloadPending ? .reload : []
  }

  /// Returns whether the kiosk is open; `nil` if the wall clock must be read first.
  mutating func isOpen(_ hours: OpeningHours, at now: Int64) -> Bool? {
    checkedAt = now
    guard !hours.isAlways, let wall else { return true }
    if let end = wall.validUntil, now >= end { return nil }
    return hours.isOpen(civil: wall.civil(at: now))
  }

  /// Returns when a closed kiosk next opens, if that is within six days.
  func nextOpening(_ hours: OpeningHours, at now: Int64) -> OpeningHours.Opening? {
    wall.flatMap { hours.nextOpening(civil: $0.civil(at: now)) }
  }

  mutating func switchLight(_ isOn: Bool) -> SurveyMachine.Effects {
    if isDark != isOn { return [] }
    isDark = !isOn
    return isOn ? .lightOn : .lightOff
  }

  /// When the opening hours begin or end, or the wall clock must be read again.
  func deadline(_ hours: OpeningHours) -> Int64? {
    guard let wall, !hours.isAlways else { return nil }
    let change = hours.untilChange(civil: wall.civil(at: checkedAt)).map { wall.moment(after: $0, from: checkedAt) }
    guard let end = wall.validUntil else { return change }
    return min(change ?? end, end)
  }
}
