import Foundation
import Journal

/// The answers of visitors in a period and in the one before, summed up for a report. The memory it uses grows with the number of days and
/// kiosks, but not with the number of answers.
struct ReportFigures {
  private(set) var period: ReportPeriod
  /// The marks whose visits are omitted.
  let leftOut: Answer.Flags
  var known = KnownKiosks()
  /// The highest values after which the kiosk asks for reasons, by question, as far as they are known.
  var asksUpTo: [String: Double] = [:]

  /// The questions in the order in which they were first answered.
  private(set) var questions: [QuestionFigures] = []
  private(set) var answers = Pair()
  /// What became of visits; empty if it is not known.
  private(set) var counted = VisitFigures()
  private(set) var visits = Pair()
  private(set) var kiosks: Set<String> = []
  /// The number of the period's answers with each mark, in the order of `Answer.Flags.names`; an answer may have several marks.
  private(set) var marked = [Int64](repeating: 0, count: Answer.Flags.names.count)
  /// The number of the period's answers that were omitted.
  private(set) var leftOutCount: Int64 = 0
  private(set) var meaning = AnswerMeaning()
  /// The first and the last day of all answers, inside the period or not.
  private(set) var allDays: ClosedRange<Int>?

  private var places: [QuestionFigures.Key: Int] = [:]
  private var lastVisit: AnswerID?

  init(period: ReportPeriod, leavingOut leftOut: Answer.Flags) { (self.period, self.leftOut) = (period, leftOut) }

  /// Adds an answer. The answers of a visit must follow one another.
  mutating func add(_ answer: Answer) {
    if let wanted = known.wanted, !wanted.contains(answer.kiosk) { return }
    let moment = period.moment(answer.time.best, in: known.zones[answer.kiosk])
    let day = moment.day
    allDays = allDays.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    let isNow = period.days.contains(day)
    if !isNow && !period.before.contains(day) { return }
    if isNow { countMarks(of: answer) }
    if !answer.flags.isDisjoint(with: leftOut) { return }
    let isNewVisit = answer.visit != lastVisit
    lastVisit = answer.visit
    if isNow {
      answers.now += 1
      visits.now += isNewVisit ? 1 : 0
      kiosks.insert(answer.kiosk)
    } else {
      answers.before += 1
      visits.before += isNewVisit ? 1 : 0
    }
    meaning.add(answer, on: day, isNow: isNow)
    question(of: answer).add(answer, of: known.label(of: answer.kiosk), at: moment, isNow: isNow)
  }

  /// Adds what a kiosk has counted.
  mutating func add(_ counts: DatabaseReader.Counts) {
    if let wanted = known.wanted, !wanted.contains(counts.kiosk) { return }
    counted.add(counts.count, counts.step, question: counts.question, isNow: counts.isNow)
  }

  /// Records the time of answers that are not added, in milliseconds since 1970.
  mutating func note(_ times: ClosedRange<Int64>) {
    allDays = period.moment(times.lowerBound).day...period.moment(times.upperBound).day
  }

  private mutating func countMarks(of answer: Answer) {
    if !answer.flags.isDisjoint(with: leftOut) { leftOutCount += 1 }
    if answer.flags.isEmpty { return }
    for (place, mark) in Answer.Flags.names.enumerated() where answer.flags.contains(mark.flag) { marked[place] += 1 }
  }

  private mutating func question(of answer: Answer) -> QuestionFigures {
    let key = QuestionFigures.Key(question: answer.question, kind: answer.kind, starCount: answer.starCount)
    if let place = places[key] { return questions[place] }
    places[key] = questions.count
    let figures = QuestionFigures(key, asksUpTo: asksUpTo[answer.question])
    questions.append(figures)
    return figures
  }
}

/// What a report knows of the kiosks.
struct KnownKiosks {
  /// The kiosks whose answers count; `nil` for all.
  var wanted: Set<String>?
  /// The time zones of kiosks. The days of other kiosks are those of the process's zone.
  var zones: [String: TimeZone] = [:]
  /// What the report calls kiosks, or the places by which it sums them up. Other kiosks are called by their IDs.
  var labels: [String: String] = [:]
  /// Whether labels are places. Kiosks without a place are then summed up, too.
  var isByPlace = false

  func label(of kiosk: String) -> String { labels[kiosk] ?? (isByPlace ? "" : kiosk) }
}

/// The figures of one question on one scale.
final class QuestionFigures {
  /// The question and its scale: answers on different scales cannot be averaged together.
  struct Key: Hashable {
    let question: String
    let kind: String
    let starCount: Int32
  }

  let key: Key
  let measure: Measure
  private(set) var now = Scores()
  private(set) var before = Scores()
  private(set) var days: [Int: Scores] = [:]
  /// The scores by weekday and hour, beginning with Monday's 24 hours.
  private(set) var hours = [Scores](repeating: Scores(), count: 7 * 24)
  private(set) var kiosks: [String: (now: Scores, before: Scores)] = [:]
  private(set) var reasons: [String: Pair] = [:]
  private(set) var chosen: [String: Pair] = [:]
  /// The number of answers in the upper quarter of the scale, such as 4 and 5 of 5. The collector's view `csat` counts the same answers.
  private(set) var satisfied: Int64 = 0

  private var counts = ValueCounts()
  /// The highest value after which the kiosk asks for reasons; `nil` if it is not known.
  private let asksUpTo: Double?
  /// The number of answers after which the kiosk asked for reasons, if that value is known.
  private var askedCount: Int64 = 0
  /// The highest value with a reason, in halves.
  private var highestHalf: Int?

  init(_ key: Key, asksUpTo: Double? = nil) {
    (self.key, self.asksUpTo) = (key, asksUpTo)
    measure = Measure(kind: key.kind, starCount: key.starCount)
  }

  /// Adds an answer of a kiosk, or of the place by which it is summed up.
  func add(_ answer: Answer, of kiosk: String, at moment: ReportPeriod.Moment, isNow: Bool) {
    let score = measure.score(Double(answer.steps) / Double(answer.stepsPerStar))
    if !isNow {
      before.add(score)
      kiosks[kiosk, default: (Scores(), Scores())].before.add(score)
      for reason in answer.reasons { reasons[reason, default: Pair()].before += 1 }
      for option in answer.chosen { chosen[option, default: Pair()].before += 1 }
      return
    }
    now.add(score)
    days[moment.day, default: Scores()].add(score)
    hours[moment.weekday * 24 + moment.hour].add(score)
    kiosks[kiosk, default: (Scores(), Scores())].now.add(score)
    for reason in answer.reasons { reasons[reason, default: Pair()].now += 1 }
    for option in answer.chosen { chosen[option, default: Pair()].now += 1 }
    if score != nil { addValue(answer) }
  }

  private func addValue(_ answer: Answer) {
    let (steps, perStar) = (Int64(answer.steps), Int64(answer.stepsPerStar))
    let half = counts.add(answer)
    if !answer.reasons.isEmpty { highestHalf = max(highestHalf ?? half, half) }
    // A visitor who gave a reason was asked, whatever the configuration says today.
    if !answer.reasons.isEmpty || Double(steps) <= (asksUpTo ?? 0) * Double(perStar) { askedCount += 1 }
    if 4 * steps >= 3 * perStar * Int64(answer.starCount) { satisfied += 1 }
  }

  /// The number of answers with each value, in ascending order, including values without an answer. Values are in halves if the scale has
  /// halves.
  var values: [(value: Double, count: Int64)] {
    let lowest = key.kind == "nps" || key.kind == "stars" || key.kind == "yes-no" ? 0 : 1
    let all = counts.values(lowest...max(Int(key.starCount), lowest))
    // Most scales of stars begin at 1, or at half a star, so lower values are omitted if they have no answers.
    return key.kind == "stars" ? Array(all.drop { $0.value < 1 && $0.count == 0 }) : all
  }

  /// The number of answers after which the visitor was asked for reasons. If the configuration is not known, these are the answers up to
  /// the highest value that has a reason.
  var asked: Int64 {
    if asksUpTo != nil { return askedCount }
    return highestHalf.map { counts.count(upToHalf: $0) } ?? now.count
  }

  /// The number of answers with values in a range.
  func count(_ range: ClosedRange<Int>) -> Int64 { counts.count(range) }
}

/// The number of answers by value.
private struct ValueCounts {
  /// By value in halves, and by value rounded to whole numbers, with halves rounded up.
  private var halves: [Int: Int64] = [:]
  private var wholes: [Int: Int64] = [:]
  /// The finest step of the answers.
  private var stepsPerStar: Int32 = 1

  /// Counts an answer. Returns its value in halves.
  mutating func add(_ answer: Answer) -> Int {
    let (steps, perStar) = (Int64(answer.steps), Int64(answer.stepsPerStar))
    let half = Int((4 * steps + perStar) / (2 * perStar))
    halves[half, default: 0] += 1
    wholes[Int((2 * steps + perStar) / (2 * perStar)), default: 0] += 1
    stepsPerStar = max(stepsPerStar, answer.stepsPerStar)
    return half
  }

  /// The number of answers with each value in a range, in halves if the scale has halves.
  func values(_ range: ClosedRange<Int>) -> [(value: Double, count: Int64)] {
    let isInHalves = stepsPerStar == 2
    let (perStar, counts) = isInHalves ? (2, halves) : (1, wholes)
    return (range.lowerBound * perStar...range.upperBound * perStar).map {
      (value: Double($0) / Double(perStar), count: counts[$0] ?? 0)
    }
  }

  func count(_ range: ClosedRange<Int>) -> Int64 { range.reduce(0) { $0 + (wholes[$1] ?? 0) } }

  func count(upToHalf highest: Int) -> Int64 { halves.reduce(0) { $0 + ($1.key <= highest ? $1.value : 0) } }
}
