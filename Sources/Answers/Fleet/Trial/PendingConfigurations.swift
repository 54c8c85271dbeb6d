/// Decides what happens to the signed configurations that wait in the folder, as a pure function. Only the one with the highest counter is
/// a candidate. If counters are equal, a configuration for the kiosk takes precedence over one for a group.
///
/// | the configuration | verdict | the caller |
/// | --- | --- | --- |
/// | was handled before, or is in effect | known | removes it |
/// | is not above the newest that was handled for its target | older | refuses it |
/// | is more than a day ahead of a synchronised clock | ahead | refuses it |
/// | is for another target than the one in effect, and not above it | superseded | records it as handled, and removes it |
/// | waits for the end of a visit, and no other is above it | waiting | keeps it |
/// | is the highest of the others, and above the one that waits | next | checks it |
/// | any other | kept | keeps it, until the highest has been accepted (superseded) or refused (next) |
///
/// So a configuration never replaces one with a higher counter, regardless of the order in which they arrive and of restarts in between.
package enum PendingConfigurations {
  package enum Verdict: Hashable, Sendable { case known, older, ahead, superseded, waiting, next, kept }

  /// Returns a verdict for each of the configurations; at most one is `next`.
  ///
  /// - Parameters:
  ///   - waiting: The configuration that waits for the end of a visit.
  ///   - current: The configuration in effect, unless it is the kiosk's own file.
  ///   - time: Milliseconds since 1970; `nil` while no time server keeps the clock.
  package static func judge(
    _ pending: [ConfigurationVersion], waiting: ConfigurationVersion?, _ ledger: Ledger,
    current: ConfigurationVersion?, time: Int64?
  ) -> [Verdict] {
    var highest = waiting
    var next: Int?
    var verdicts: [Verdict] = []
    for (number, version) in pending.enumerated() {
      let verdict = judge(version, ledger, current: current, time: time)
      verdicts.append(verdict)
      if verdict != .kept { continue }
      if version == waiting {
        verdicts[number] = .waiting
      } else if highest.map({ isAbove(version, $0) }) ?? true {
        (highest, next) = (version, number)
      }
    }
    if let next {
      verdicts[next] = .next
      for number in verdicts.indices where verdicts[number] == .waiting { verdicts[number] = .kept }
    }
    return verdicts
  }

  private static func judge(
    _ version: ConfigurationVersion, _ ledger: Ledger, current: ConfigurationVersion?, time: Int64?
  ) -> Verdict {
    switch ledger.judge(version, current: current) {
    case .known: return .known
    case .older:
      let isForOther = current.map { $0.target != version.target } ?? false
      return isForOther && ledger.isNew(version) ? .superseded : .older
    case .new: return CounterLimit.isAhead(version.counter, of: time) ? .ahead : .kept
    }
  }

  private static func isAbove(_ a: ConfigurationVersion, _ b: ConfigurationVersion) -> Bool {
    if a.counter != b.counter { return a.counter > b.counter }
    if case .kiosk = a.target, case .group = b.target { return true }
    return false
  }
}

/// The limit of counters, which by default are times. A counter far in the future would make a kiosk refuse every later message.
package enum CounterLimit {
  /// A day, in milliseconds.
  package static var margin: Int64 { 86_400_000 }

  /// - Parameter time: Milliseconds since 1970; `nil` while no time server keeps the clock. Then no counter is considered ahead.
  package static func isAhead(_ counter: Int64, of time: Int64?) -> Bool { time.map { counter - $0 > margin } ?? false }
}
