/// One answer of a visitor: the value, the question, and the time.
package struct Answer: Hashable, Sendable {
  /// The answer's identity. An answer that is recorded or sent twice counts once.
  package var uuid: AnswerID
  /// The kind of the question, one of `kinds`.
  package var kind: String
  /// The value in steps: 0 ... `stepsPerStar * starCount`. 0 means "no stars". A kind other than stars counts in its own unit: its
  /// highest value is `starCount`, and `stepsPerStar` is 1. `kindsWithoutValues` have none.
  package var steps: Int32
  /// Steps per star: 1 for whole stars, 2 for halves, 4 for quarters, 1,000,000 for a continuous scale.
  package var stepsPerStar: Int32
  /// Stars on the screen when the visitor answered.
  package var starCount: Int32
  package var time: Time

  /// The identity of the visit. A visit with a single answer has that answer's `uuid`.
  package var visit: AnswerID
  /// The question's id; empty if the kiosk shows only stars.
  package var question: String
  /// The ids of the chosen reasons, in the order of the screen.
  package var reasons: [String]
  /// The ids of a choice's chosen options, in the order of the screen.
  package var chosen: [String]
  /// The ids of the options or reasons in the order in which the screen showed them; empty if that is the order of the configuration, or if
  /// there was nothing to choose.
  package var shown: [String]
  /// The version of the survey: what the questions and the words were. Empty if it is unknown.
  package var survey: String
  /// The language of the screen as a BCP 47 tag, such as "de" or "pt-BR"; empty if none is configured.
  package var language: String
  package var flags: Flags
  /// The kiosk's id; may be empty.
  package var kiosk: String

  /// When a visitor answered, in every form that helps to determine the true time later.
  package struct Time: Hashable, Sendable {
    /// CLOCK_REALTIME in milliseconds since 1970-01-01 UTC. It is wrong until a time server has set the clock.
    package var wall: Int64
    /// CLOCK_MONOTONIC in nanoseconds, read together with `wall`. With `bootID` it orders answers even if the wall clock
    /// jumped, and dates them once the true time is known.
    package var monotonic: Int64
    /// The boot in which `monotonic` was read, from /proc/sys/kernel/random/boot_id.
    package var bootID: String
    /// Whether a time server kept the clock when `wall` was read (`WallClock.isSynchronised`).
    package var isSynchronised: Bool
    /// The corrected `wall`, determined later in the same boot (`Journal.record`, `Outbox.repairTimes`); `nil` if `wall` was
    /// right or no correction is known. Recording ignores it.
    package var repairedWall: Int64?

    /// Whether a time server vouches for it, then or later.
    package var isKnown: Bool { isSynchronised || repairedWall != nil }
    /// The time that is most likely right, like `wall`.
    package var best: Int64 { repairedWall ?? wall }
  }

  /// Facts about how an answer was given. The database stores the raw value: a bit never changes its meaning.
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Every flag with its name in texts, in the order of the bits.
    package static let names: [(flag: Flags, name: String)] = [
      (.partial, "partial"), (.repeated, "repeated"), (.burst, "burst"), (.hasty, "hasty"), (.sweep, "sweep"),
      (.staff, "staff"),
    ]

    /// The names of these flags, in the order of their bits.
    var texts: [String] { Self.names.filter { contains($0.flag) }.map { $0.name } }

    /// The visitor left before the last screen.
    package static let partial = Flags(rawValue: 1)
    /// The answer followed the previous visit faster than a new visitor could.
    package static let repeated = Flags(rawValue: 2)
    /// One of many visits within a short time.
    package static let burst = Flags(rawValue: 4)
    /// The visit has an answer that came faster than a visitor can read.
    package static let hasty = Flags(rawValue: 8)
    /// The visit ended a run of answers that went through all values in order.
    package static let sweep = Flags(rawValue: 16)
    /// The visit followed the cleaning of the screen.
    package static let staff = Flags(rawValue: 32)
  }

  /// The kinds of questions that have answers. The database stores the name.
  package static let kinds = ["stars", "faces", "nps", "effort", "choice", "yes-no", "comment"]
  static let kindsWithoutValues = ["choice", "comment"]

  /// Creates an answer. `visit` defaults to `uuid`.
  package init(
    uuid: AnswerID, steps: Int32, stepsPerStar: Int32, starCount: Int32, wall: Int64, monotonic: Int64, bootID: String,
    visit: AnswerID? = nil, question: String = "", reasons: [String] = [], language: String = "", flags: Flags = [],
    kiosk: String = "", isSynchronised: Bool = false, kind: String = "stars", chosen: [String] = [],
    shown: [String] = [], survey: String = ""
  ) {
    self.uuid = uuid
    (self.steps, self.stepsPerStar, self.starCount) = (steps, stepsPerStar, starCount)
    time = Time(wall: wall, monotonic: monotonic, bootID: bootID, isSynchronised: isSynchronised)
    self.visit = visit ?? uuid
    (self.question, self.reasons, self.language) = (question, reasons, language)
    (self.kind, self.chosen, self.shown, self.survey) = (kind, chosen, shown, survey)
    (self.flags, self.kiosk) = (flags, kiosk)
  }

  /// The highest numbers of steps per star and of stars that a kiosk's scale can have (`Step`, `Scale`).
  package static let mostStepsPerStar: Int32 = 1_000_000
  package static let mostStars: Int32 = 1_000

  /// Whether the kind exists, the scale is one that a kiosk can have, and the value is on that scale. The journal rejects any other answer,
  /// and skips rows that hold one.
  package var isValid: Bool {
    Self.kinds.contains(kind) && (1...Self.mostStepsPerStar).contains(stepsPerStar)
      && (1...Self.mostStars).contains(starCount) && steps >= 0
      && Int64(steps) <= Int64(stepsPerStar) * Int64(starCount)
  }
}
