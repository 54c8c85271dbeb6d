import Journal

/// The measure that sums up a question's answers.
enum Measure: Equatable {
  /// The mean of the values on a scale from `lowest` to `highest`.
  case mean(lowest: Double, highest: Double)
  /// The net promoter score: the share of 9 and 10 minus the share of 0 to 6, in percent.
  case promoters
  /// The share of yes, in percent.
  case yes
  /// Answers without a value are only counted.
  case none

  init(kind: String, starCount: Int32) {
    self =
      switch kind {
      case "nps": .promoters
      case "yes-no": .yes
      case "choice", "comment": .none
      case "stars": .mean(lowest: 0, highest: Double(starCount))
      default: .mean(lowest: 1, highest: Double(starCount))
      }
  }

  /// The range of scores.
  var range: ClosedRange<Double> {
    switch self {
    case .mean(let lowest, let highest): lowest...max(highest, lowest + 1)
    case .promoters: -100...100
    case .yes: 0...100
    case .none: 0...1
    }
  }

  /// Returns the score of an answer; the measure is the mean of all scores. Returns `nil` if answers have no value.
  func score(_ value: Double) -> Double? {
    switch self {
    case .mean: value
    case .promoters: value >= 9 ? 100 : value <= 6 ? -100 : 0
    case .yes: value * 100
    case .none: nil
    }
  }
}

/// The number of answers, and the mean of their scores.
struct Scores {
  private(set) var count: Int64 = 0
  private var sum = 0.0
  private var squares = 0.0

  mutating func add(_ score: Double?) {
    count += 1
    sum += score ?? 0
    squares += (score ?? 0) * (score ?? 0)
  }

  /// Adds the scores of other answers.
  mutating func add(_ other: Scores) {
    count += other.count
    sum += other.sum
    squares += other.squares
  }

  /// With fewer answers, a mean says little.
  static let enough: Int64 = 5
  /// Whether there are answers, but too few for a mean.
  var isFew: Bool { count > 0 && count < Self.enough }

  /// The mean; `nil` without answers.
  var mean: Double? { count > 0 ? sum / Double(count) : nil }

  /// The square of the mean's standard error; `nil` for fewer than two answers.
  private var errorSquared: Double? {
    guard let mean, count > 1 else { return nil }
    let variance = max(squares - Double(count) * mean * mean, 0) / Double(count - 1)
    return variance / Double(count)
  }

  /// Half of the mean's 95 % interval, by the normal distribution; `nil` for fewer than two answers.
  var margin: Double? { errorSquared.map { 1.96 * $0.squareRoot() } }

  /// Returns the difference from the mean of an earlier period, and whether it is significant at 95 %.
  func change(from earlier: Scores) -> (difference: Double, isClear: Bool)? {
    guard let mean, let other = earlier.mean, let error = errorSquared, let otherError = earlier.errorSquared else {
      return nil
    }
    let difference = mean - other
    return (difference, abs(difference) > 1.96 * (error + otherError).squareRoot())
  }
}

/// The number of occurrences in the period, and in the one before.
struct Pair {
  var now: Int64 = 0
  var before: Int64 = 0
}
