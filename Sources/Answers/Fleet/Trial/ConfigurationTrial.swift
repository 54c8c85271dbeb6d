/// The state machine of a remote configuration, from its arrival to its acceptance: it handles events and returns tasks for the caller.
/// All times are nanoseconds of a monotonic clock.
///
/// | state \ event | `arrived` | `verified` | `failed` | `passed` | `mayApply` | `frameShown` | `timePassed` at the deadline | `restarted` |
/// | --- | --- | --- | --- | --- | --- | --- | --- | --- |
/// | none, accepted, rolled back, refused | received: verify | | | | | | | rolled back: discard, report |
/// | received | | verified: check | refused: report | | | | | |
/// | verified | | | refused: report | checked | | | refused: stop, report | |
/// | checked | received: verify | | | | on trial: store, swap | | | |
/// | on trial | | | rolled back: discard, restore, report | | | accepted: keep, report | rolled back: discard, restore, report | |
///
/// `failed` means that the signature, counter or target is wrong, that the check found errors, or that the screens could not be made.
/// `restarted` means that the program started and found a stored trial: the previous run did not survive it. Other events change nothing:
/// a message that arrives during a check or a trial waits until that ends.
package struct ConfigurationTrial: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case none
    case received
    /// Its signature, target and counter are right; the check must end before `until`.
    case verified(until: Int64)
    /// It has no errors, and waits until no visit is under way and the screen is visible.
    case checked
    /// It is in effect, and its first frame must be shown before `until`.
    case onTrial(until: Int64)
    case accepted
    case rolledBack
    case refused
  }

  package enum Event: Hashable, Sendable {
    case arrived
    case verified(now: Int64)
    case failed
    case passed
    case mayApply(now: Int64)
    case frameShown
    case timePassed(now: Int64)
    case restarted
  }

  /// The caller's tasks, in this order.
  package struct Effects: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Verify it, and report `verified` or `failed`.
    package static let verify = Effects(rawValue: 1)
    /// Check it in another process, and report `passed` or `failed`.
    package static let check = Effects(rawValue: 2)
    /// End the check.
    package static let stop = Effects(rawValue: 4)
    /// Write it to disk as a trial, so that a start finds it.
    package static let store = Effects(rawValue: 8)
    /// Apply it, or report `failed`.
    package static let swap = Effects(rawValue: 16)
    /// Remove the trial from disk.
    package static let discard = Effects(rawValue: 32)
    /// Apply the previous configuration again.
    package static let restore = Effects(rawValue: 64)
    /// Make the trial the configuration for the next start.
    package static let keep = Effects(rawValue: 128)
    /// Report the outcome to the operator.
    package static let report = Effects(rawValue: 256)
  }

  package private(set) var state = State.none

  /// How long the check may take, in nanoseconds.
  package static var checkTime: Int64 { 30_000_000_000 }
  /// How long the first frame may take, in nanoseconds.
  package static var trialTime: Int64 { 60_000_000_000 }

  package init() {}

  package mutating func handle(_ event: Event) -> Effects {
    switch (state, event) {
    case (.none, .arrived), (.accepted, .arrived), (.rolledBack, .arrived), (.refused, .arrived), (.checked, .arrived):
      state = .received
      return .verify
    case (.none, .restarted), (.accepted, .restarted), (.rolledBack, .restarted), (.refused, .restarted):
      state = .rolledBack
      return [.discard, .report]
    case (.received, .verified(let now)):
      state = .verified(until: now + Self.checkTime)
      return .check
    case (.received, .failed), (.verified, .failed):
      state = .refused
      return .report
    case (.verified, .passed):
      state = .checked
    case (.verified(let until), .timePassed(let now)) where now >= until:
      state = .refused
      return [.stop, .report]
    case (.checked, .mayApply(let now)):
      state = .onTrial(until: now + Self.trialTime)
      return [.store, .swap]
    case (.onTrial, .frameShown):
      state = .accepted
      return [.keep, .report]
    case (.onTrial, .failed):
      state = .rolledBack
      return [.discard, .restore, .report]
    case (.onTrial(let until), .timePassed(let now)) where now >= until:
      state = .rolledBack
      return [.discard, .restore, .report]
    default: break
    }
    return []
  }

  /// When to report `timePassed`; `nil` means never.
  package var deadline: Int64? {
    switch state {
    case .verified(let until), .onTrial(let until): until
    default: nil
    }
  }

  /// Whether the next message may be read.
  package var acceptsNext: Bool {
    switch state {
    case .none, .accepted, .rolledBack, .refused, .checked: true
    case .received, .verified, .onTrial: false
    }
  }
}
