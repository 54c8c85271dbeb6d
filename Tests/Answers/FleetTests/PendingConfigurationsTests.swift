import TestSupport
import Testing

@testable import Fleet

/// Which of several configurations a kiosk checks: every row of the table of `PendingConfigurations`, and random sequences of messages.
@Suite struct PendingConfigurationsTests {
  let key = PublicKey([UInt8](repeating: 7, count: 32))
  static let kiosk = Target.kiosk("t1")
  static let group = Target.group("north")
  static let other = Target.group("south")

  static func version(_ target: Target, _ counter: Int64, _ digit: String = "0") -> ConfigurationVersion {
    ConfigurationVersion(target: target, counter: counter, hash: String(repeating: digit, count: 64))
  }

  func judge(
    _ pending: [ConfigurationVersion], waiting: ConfigurationVersion? = nil, seen: [ConfigurationVersion] = [],
    current: ConfigurationVersion? = nil, time: Int64? = nil
  ) -> [PendingConfigurations.Verdict] {
    var ledger = Ledger(key: key)
    for version in seen { ledger.note(version) }
    return PendingConfigurations.judge(pending, waiting: waiting, ledger, current: current, time: time)
  }

  @Test func everyRow() {
    let (kiosk, group, other) = (Self.kiosk, Self.group, Self.other)
    func v(_ target: Target, _ counter: Int64) -> ConfigurationVersion { Self.version(target, counter) }
    // Two at once, in both orders, with an empty ledger and with one.
    #expect(judge([v(kiosk, 5), v(group, 6)]) == [.kept, .next])
    #expect(judge([v(kiosk, 6), v(group, 5)]) == [.next, .kept])
    #expect(judge([v(group, 6), v(kiosk, 5)]) == [.next, .kept])
    #expect(judge([v(kiosk, 5), v(group, 6)], seen: [v(kiosk, 4), v(group, 3)]) == [.kept, .next])
    #expect(judge([v(kiosk, 6), v(group, 5)], seen: [v(kiosk, 4)], current: v(kiosk, 4)) == [.next, .kept])
    // One waits for the end of a visit.
    #expect(judge([v(kiosk, 5), v(group, 6)], waiting: v(group, 6)) == [.kept, .waiting])
    #expect(judge([v(kiosk, 6), v(group, 5)], waiting: v(group, 5)) == [.next, .kept])
    // A third one.
    #expect(judge([v(kiosk, 5), v(group, 6), v(other, 4)], waiting: v(group, 6)) == [.kept, .waiting, .kept])
    #expect(judge([v(kiosk, 5), v(group, 6), v(other, 7)], waiting: v(group, 6)) == [.kept, .kept, .next])
    // The highest has been accepted, refused.
    #expect(judge([v(kiosk, 5)], seen: [v(group, 6)], current: v(group, 6)) == [.superseded])
    #expect(judge([v(kiosk, 5)], seen: [v(group, 6)]) == [.next])
    // Known, older, ahead.
    #expect(judge([v(kiosk, 5), v(group, 6)], seen: [v(kiosk, 5), v(group, 6)]) == [.known, .known])
    #expect(judge([v(kiosk, 4)], seen: [v(kiosk, 5)]) == [.older])
    #expect(judge([v(kiosk, 4)], seen: [v(kiosk, 5)], current: v(group, 6)) == [.older])
    #expect(judge([v(kiosk, 4)], current: v(kiosk, 5)) == [.older])
    #expect(judge([v(kiosk, 86_400_001), v(group, 5)], time: 0) == [.ahead, .next])
    #expect(judge([v(kiosk, 86_400_000), v(group, 5)], time: 0) == [.next, .kept])
    #expect(judge([v(kiosk, 999_999_999_999_999_999)]) == [.next])
    // Signed in the same millisecond: the kiosk's own one, in both orders.
    #expect(judge([v(kiosk, 5), v(group, 5)]) == [.next, .kept])
    #expect(judge([v(group, 5), v(kiosk, 5)]) == [.kept, .next])
    #expect(judge([v(group, 5), v(kiosk, 5)], waiting: v(group, 5)) == [.kept, .next])
  }

  /// Messages in any order, visits, restarts and refusals in between: in the end nothing is left to do, and of the valid ones the highest
  /// is in effect.
  @Test(arguments: 0..<20 as Range<UInt64>) func everySequenceSettles(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var ledger = Ledger(key: key)
      var (files, waiting, current): ([ConfigurationVersion], ConfigurationVersion?, ConfigurationVersion?) = (
        [], nil, nil
      )
      var arriving = (0..<Int(random.next() % 5 + 1)).map { _ in
        Self.version([Self.kiosk, Self.group, Self.other][Int(random.next() % 3)], Int64(random.next() % 8 + 1))
      }
      // Their check or trial fails.
      let invalid = Set(arriving.filter { _ in random.next() % 4 == 0 })
      let all = arriving
      var steps = 0
      var isSettled = false
      while !arriving.isEmpty || !isSettled || waiting != nil {
        steps += 1
        if steps > 200 { break }
        if let new = arriving.first, random.next() % 2 == 0 || isSettled {
          arriving.removeFirst()
          // The courier keeps one file for each target, the highest.
          if let old = files.firstIndex(where: { $0.target == new.target }) {
            if files[old].counter < new.counter { files[old] = new }
          } else {
            files.append(new)
          }
        }
        if random.next() % 8 == 0 { waiting = nil }
        let verdicts = PendingConfigurations.judge(files, waiting: waiting, ledger, current: current, time: nil)
        #expect(verdicts.count { $0 == .next } <= 1)
        isSettled = !verdicts.contains(.next)
        for (version, verdict) in zip(files, verdicts) where verdict == .superseded { ledger.note(version) }
        let handled = zip(files, verdicts).filter { [.known, .older, .ahead, .superseded].contains($0.1) }.map { $0.0 }
        if let next = zip(files, verdicts).first(where: { $0.1 == .next })?.0 {
          #expect(waiting.map { next.counter >= $0.counter } ?? true, "a lower one replaces a higher one")
          if invalid.contains(next) { ledger.note(next) } else { waiting = next }
        }
        files.removeAll { handled.contains($0) }
        // The visit ends.
        if let applied = waiting, random.next() % 2 == 0 {
          ledger.note(applied)
          #expect(current.map { $0.counter < applied.counter } ?? true, "an older one takes effect")
          (current, waiting, isSettled) = (applied, nil, false)
        }
      }
      #expect(steps <= 200, "it never settles: \(all)")
      let valid = all.filter { !invalid.contains($0) }.map { $0.counter }
      // A higher one that is invalid hides a lower one for the same target.
      if invalid.isEmpty { #expect(current?.counter == valid.max(), "\(all)") }
    }
  }
}
