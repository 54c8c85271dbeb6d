/// One answer of a visitor: a value, what was asked, and when it was given, in every way that helps to find the true time
/// later.
package struct Answer: Hashable, Sendable {
  /// Who it is, wherever it travels: recording it twice stores it once.
  package var uuid: AnswerID
  /// The value, in steps: 0 ... `stepsPerStar * starCount`. An unrated control gives no answer, so 0 means "no stars".
  package var steps: Int32
  /// Steps in one star: 1 for whole stars, 2 for halves, 4 for quarters, n for 1/n, 1,000,000 for continuous.
  package var stepsPerStar: Int32
  /// Stars on the screen when it was given.
  package var starCount: Int32
  /// CLOCK_REALTIME in milliseconds since 1970-01-01 UTC: the time of day, as far as the terminal knew it.
  package var wall: Int64
  /// CLOCK_MONOTONIC in nanoseconds, read together with `wall`: with `bootID` it orders answers though the wall clock was
  /// wrong or jumped, and dates them once it is right.
  package var monotonic: Int64
  /// The boot that `monotonic` counts from, as /proc/sys/kernel/random/boot_id spells it.
  package var bootID: String

  /// What all answers of one visitor share. An answer that stands alone is its own visit.
  package var visit: AnswerID
  /// The question's id; empty at a terminal that asks none.
  package var question: String
  /// The ids of the reasons that were chosen, in the order of the screen.
  package var reasons: [String]
  /// The language it was given in, as in "de" or "pt-BR" (BCP 47); empty for none.
  package var language: String
  package var flags: Flags
  /// The terminal's id; empty for one without.
  package var terminal: String
  /// Whether `wall` was known to be right: the kernel's clock was being kept by a time server (`WallClock.isSynchronised`).
  package var isSynchronised: Bool
  /// What `wall` should have been, in its units, found out later in the same boot (`Journal.record`, `Outbox.repairTimes`);
  /// `nil` while nobody knows, and where `wall` was right. Recording does not store it.
  package var repairedWall: Int64?

  /// What is to be known of an answer's making. The raw value is what the database holds: a bit never changes its meaning.
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// 1: the visitor left before the last screen.
    package static let partial = Flags(rawValue: 1)
    /// 2: it came sooner after the one before than people take turns.
    package static let repeated = Flags(rawValue: 2)
  }

  /// `visit` is `uuid` where none is given.
  package init(
    uuid: AnswerID, steps: Int32, stepsPerStar: Int32, starCount: Int32, wall: Int64, monotonic: Int64, bootID: String,
    visit: AnswerID? = nil, question: String = "", reasons: [String] = [], language: String = "", flags: Flags = [],
    terminal: String = "", isSynchronised: Bool = false
  ) {
    self.uuid = uuid
    self.steps = steps
    self.stepsPerStar = stepsPerStar
    self.starCount = starCount
    self.wall = wall
    self.monotonic = monotonic
    self.bootID = bootID
    self.visit = visit ?? uuid
    self.question = question
    self.reasons = reasons
    self.language = language
    self.flags = flags
    self.terminal = terminal
    self.isSynchronised = isSynchronised
  }

  /// Whether the value lies on the scale: what the store accepts.
  package var isOnScale: Bool {
    stepsPerStar >= 1 && starCount >= 1 && steps >= 0
      && Int64(steps) <= Int64(stepsPerStar) * Int64(starCount)
  }
}
