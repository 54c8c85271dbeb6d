import Journal

/// What the answers of a report refer to: the versions of the kiosks' surveys, the order of tiles, and clocks.
struct AnswerMeaning {
  /// The first day of each version in both periods, by kiosk.
  private var versions: [String: [String: Int]] = [:]
  /// The number of counted answers of the period whose options or reasons were shown in another order than the configuration's.
  private(set) var reordered: Int64 = 0
  /// The number of counted answers of the period whose time comes from a clock that no time server had set.
  private(set) var undated: Int64 = 0

  mutating func add(_ answer: Answer, on day: Int, isNow: Bool) {
    if isNow {
      reordered += answer.shown.isEmpty ? 0 : 1
      undated += answer.time.isKnown ? 0 : 1
    }
    if answer.survey.isEmpty { return }
    let first = versions[answer.kiosk]?[answer.survey] ?? day
    versions[answer.kiosk, default: [:]][answer.survey] = min(first, day)
  }

  /// The days on which kiosks went over to another version, in order.
  var changes: [Int] { Set(versions.values.flatMap { $0.values.sorted().dropFirst() }).sorted() }
}
