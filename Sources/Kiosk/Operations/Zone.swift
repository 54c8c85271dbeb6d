/// A time zone: what local clocks show, from the zone's file as `System.zoneFile(_:)` reads it.
///
///     let zone = Zone(tzif: bytes)
///     let (offset, until) = zone.offset(at: now)    // local time is now + offset, as long as now < until
///
/// A value without global state: no TZ variable, no tzset(3), and two zones at a time if need be.
package struct Zone: Sendable {
  /// Coordinated universal time: what a machine without a zone file has.
  package static let utc = Zone()

  /// Moments at which a kind of local time begins, ascending, in seconds since 1970-01-01 UTC.
  let moments: [Int64]
  /// The offset from UTC that begins at the moment of the same index, in seconds; east is positive.
  let offsets: [Int32]
  /// Before the first moment.
  let first: Int32
  /// From the last moment on, for ever.
  let rule: ZoneRule?

  private init() { (moments, offsets, first, rule) = ([], [], 0, nil) }

  /// Reads a file of RFC 8536 (TZif, versions 1 to 4). `nil` for anything else, for a damaged one, and for one with leap
  /// seconds ("right/"), whose seconds are not those of the system's clock.
  package init?(tzif bytes: [UInt8]) {
    guard let file = ZoneFile(bytes) else { return nil }
    (moments, offsets, first, rule) = (file.moments, file.offsets, file.first, file.rule)
  }

  /// The offset from UTC at a second since 1970-01-01 UTC, in seconds, east positive; and the second at which the next other
  /// offset begins, `nil` where there is none to come.
  ///
  /// Seconds further from 1970 than a hundred million years count as those at that distance.
  package func offset(at utcSeconds: Int64) -> (offset: Int32, until: Int64?) {
    let now = max(-Self.furthest, min(utcSeconds, Self.furthest))
    var next = firstMoment(after: now)
    if next == moments.count, let rule { return rule.offset(at: now) }
    let offset = next == 0 ? first : offsets[next - 1]
    // A moment may change no more than the zone's letters.
    while next < moments.count {
      if offsets[next] != offset { return (offset, moments[next]) }
      next += 1
    }
    guard let rule, let last = moments.last else { return (offset, nil) }
    return (offset, rule.offset(at: last).until)
  }

  private static var furthest: Int64 { 3_155_760_000_000_000 }

  /// The index of the first moment after `now`; `moments.count` where there is none.
  private func firstMoment(after now: Int64) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] <= now { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
