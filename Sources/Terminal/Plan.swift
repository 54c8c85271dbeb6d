/// What a terminal asks, and how patient it is. Durations are nanoseconds.
public struct Plan: Hashable, Sendable {
  /// What is asked about one thing.
  public struct Question: Hashable, Sendable {
    /// How many reasons are offered, 0 ... 32; 0 asks for none.
    public var reasons: Int32
    /// Reasons are asked for values up to this, in steps.
    public var reasonsUpTo: Int32

    public init(reasons: Int32 = 0, reasonsUpTo: Int32 = .max) {
      self.reasons = reasons
      self.reasonsUpTo = reasonsUpTo
    }
  }

  /// One or more.
  public var questions: [Question]
  /// How many languages are offered; with one, nobody is asked.
  public var languages: Int32 = 1
  /// A start screen is shown between visitors.
  public var hasAttract = false
  /// Without a touch for so long, a visit is over.
  public var idle: Int64 = 30_000_000_000
  /// For so long before that the screen counts down; below `idle`.
  public var warning: Int64 = 0
  /// How long thanks are shown: long enough to be seen, short enough for a queue.
  public var thanks: Int64 = 1_500_000_000
  /// What was given of an unfinished visit is kept, as partial; otherwise it is forgotten.
  public var keepsHalfGiven = false
  /// A visit that is finished sooner after another is a repeat.
  public var repeatInterval: Int64 = 5_000_000_000
  /// How long touches are ignored for cleaning.
  public var cleaning: Int64 = 30_000_000_000
  /// How long a corner must be held for that.
  public var cornerHold: Int64 = 3_000_000_000
  public var hours = OpeningHours()
  /// How many visits are wanted, 1 or more; `nil` for no end.
  public var wanted: Int64?

  /// One question and no words: a row of stars that waits for whoever comes.
  public init(questions: [Question] = [Question()]) {
    precondition(!questions.isEmpty, "a terminal without a question")
    self.questions = questions
  }
}

/// What one visitor has given so far.
public struct Visit: Hashable, Sendable {
  /// One question's answer.
  public struct Given: Hashable, Sendable {
    /// Which of the plan's.
    public let question: Int32
    /// In steps.
    public let value: Int32
    /// A bit for each reason that was chosen, the first lowest.
    public internal(set) var reasons: UInt32 = 0
  }

  /// In the order of the questions.
  public internal(set) var answers: [Given] = []
  /// Nobody finished it.
  public internal(set) var isPartial = false
  /// It came too soon after another.
  public internal(set) var isRepeat = false
}
