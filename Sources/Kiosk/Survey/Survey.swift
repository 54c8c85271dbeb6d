/// What a terminal asks, and how patient it is. Durations are nanoseconds.
package struct Survey: Hashable, Sendable {
  /// What is asked about one thing.
  package struct Question: Hashable, Sendable {
    /// How many reasons are offered, 0 ... 32; 0 asks for none.
    package var reasons: Int32
    /// Reasons are asked for values up to this, in steps.
    package var reasonsUpTo: Int32

    package init(reasons: Int32 = 0, reasonsUpTo: Int32 = .max) {
      self.reasons = reasons
      self.reasonsUpTo = reasonsUpTo
    }
  }

  /// One or more.
  package var questions: [Question]
  /// The number of languages; with one, the visitor is not asked.
  package var languages: Int32 = 1
  /// A start screen is shown between visitors.
  package var hasAttract = false
  /// Without a touch for so long, a visit is over.
  package var idle: Int64 = 30_000_000_000
  /// For so long before that the screen counts down; below `idle`.
  package var warning: Int64 = 0
  /// How long thanks are shown: long enough to be seen, short enough for a queue.
  package var thanks: Int64 = 1_500_000_000
  /// What was given of an unfinished visit is kept, as partial; otherwise it is forgotten.
  package var keepsHalfGiven = false
  /// A visit that is finished sooner after another is a repeat.
  package var repeatInterval: Int64 = 5_000_000_000
  /// How long touches are ignored for cleaning.
  package var cleaning: Int64 = 30_000_000_000
  /// How long a corner must be held for that.
  package var cornerHold: Int64 = 3_000_000_000
  package var hours = OpeningHours()
  /// How many visits are wanted, 1 or more; `nil` for no end.
  package var wanted: Int64?

  /// Creates a survey; by default one question without text: a row of stars.
  package init(questions: [Question] = [Question()]) {
    precondition(!questions.isEmpty, "a terminal without a question")
    self.questions = questions
  }
}

/// What one visitor has given so far.
package struct Visit: Hashable, Sendable {
  /// One question's answer.
  package struct Given: Hashable, Sendable {
    /// Which of the plan's.
    package let question: Int32
    /// In steps.
    package let value: Int32
    /// A bit for each reason that was chosen, the first lowest.
    package internal(set) var reasons: UInt32 = 0
  }

  /// In the order of the questions.
  package internal(set) var answers: [Given] = []
  /// Whether the visit ended before its last question was answered.
  package internal(set) var isPartial = false
  /// It came too soon after another.
  package internal(set) var isRepeat = false
}
