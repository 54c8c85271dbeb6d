// The marks of doubtful visits. A doubtful visit is marked, but stored like any other. The reader of the answers decides which visits to
// omit.

extension Visit {
  /// Why a visit may not be a visitor's opinion. The raw values are the journal's flags.
  ///
  /// | mark | set if |
  /// | --- | --- |
  /// | `repeated` | the visit is complete within `Survey.Limits.repeatInterval` after another one was stored |
  /// | `burst` | the visit and the `burstVisits - 1` before it were complete within `burstTime` |
  /// | `hasty` | an answer came within `hasty` after its question was shown |
  /// | `sweep` | an answer ended a run of answers through all values of a scale of four or more, in order, up or down |
  /// | `staff` | its first answer came within `Survey.staffTime` after cleaning or service, or the visit is a test answer |
  package struct Marks: OptionSet, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let repeated = Marks(rawValue: 2)
    package static let burst = Marks(rawValue: 4)
    package static let hasty = Marks(rawValue: 8)
    package static let sweep = Marks(rawValue: 16)
    package static let staff = Marks(rawValue: 32)
  }
}

extension Survey {
  /// The time after cleaning or service within which an answer counts as the staff's, because it is probably a test.
  static var staffTime: Int64 { 60_000_000_000 }
}

/// The history on which the marks of the next visits depend. Times are nanoseconds of the monotonic clock.
struct MarkHistory: Hashable, Sendable {
  /// When the last visit was written to disk.
  var lastVisit: Int64?
  /// When the question on the screen was shown.
  fileprivate var shown: Int64?
  /// The time until which a first answer counts as the staff's.
  fileprivate var staffUntil = Int64.min
  /// When the last visits were completed, at most `burstVisits` of them.
  fileprivate var complete: [Int64] = []
  /// The last answer's value, and its scale; `nil` for none.
  private var value: Int32 = 0
  private var scale: ClosedRange<Int32>?
  /// The number of answers in a row that were one more than the answer before; negative for one less.
  private var run: Int32 = 0

  /// Counts an answer. Returns whether it ends a run through all values of its scale.
  fileprivate mutating func endsSweep(_ value: Int32, on scale: ClosedRange<Int32>?) -> Bool {
    guard let scale, scale.upperBound - scale.lowerBound >= 3, scale.contains(value) else {
      self.scale = nil
      return false
    }
    let change = self.scale == scale ? value - self.value : 0
    run = change == 1 ? max(run, 0) + 1 : change == -1 ? min(run, 0) - 1 : 0
    (self.value, self.scale) = (value, scale)
    return abs(run) >= scale.upperBound - scale.lowerBound
  }
}

extension SurveyMachine {
  /// Updates the marks after an event that had these effects. `answers` is the number of the visit's answers before it.
  mutating func updateMarks(after effects: Effects, answers: Int, at now: Int64) {
    let limits = survey.limits
    if state == .recording(.service) {
      visit.marks = .staff
      return
    }
    if visit.answers.count > answers, let answer = visit.answers.last {
      // Leaving a code at once is not a hasty answer, because it expresses no opinion.
      if survey.questions[Int(answer.question)].form != .code {
        if let shown = marks.shown, now - shown < limits.hasty { visit.marks.insert(.hasty) }
        let scale = survey.scales.indices.contains(Int(answer.question)) ? survey.scales[Int(answer.question)] : nil
        if marks.endsSweep(answer.value, on: scale) { visit.marks.insert(.sweep) }
      }
      if answers == 0 && now < marks.staffUntil { visit.marks.insert(.staff) }
    }
    if effects.contains(.record) {
      if let lastVisit = marks.lastVisit, now - lastVisit < limits.repeatInterval { visit.marks.insert(.repeated) }
      marks.complete = marks.complete.suffix(limits.burstVisits - 1) + [now]
      if marks.complete.count == limits.burstVisits && now - marks.complete[0] < limits.burstTime {
        visit.marks.insert(.burst)
      }
    }
    if effects.contains(.show), shownQuestion != nil { marks.shown = now }
    if case .cleaning(let until) = state { marks.staffUntil = until + Survey.staffTime }
    if state == .service { marks.staffUntil = now + Survey.staffTime }
  }
}
