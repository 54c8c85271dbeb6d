/// The brightness of the screen by the time of day.
///
///     let plan = BrightnessPlan([.init(from: 7 * 60, percent: 100), .init(from: 21 * 60, percent: 40)])
///     plan?.brightness(at: 3 * 60)   // 40: since 21:00 of the day before
///
/// Minutes are local time, 0...1439. The plan repeats every day.
struct BrightnessPlan {
  struct Step: Hashable {
    /// Minute of the day, 0...1439.
    let from: Int32
    /// 0...100 of the brightest.
    let percent: Int32
  }

  /// In the order of the day.
  let steps: [Step]

  /// Fails without a step, for two steps at the same minute, and for a number that is out of its range.
  init?(_ steps: [Step]) {
    if steps.isEmpty { return nil }
    for step in steps where !(0..<1440).contains(step.from) || !(0...100).contains(step.percent) { return nil }
    let sorted = steps.sorted { $0.from < $1.from }
    for i in 1..<max(sorted.count, 1) where sorted[i].from == sorted[i - 1].from { return nil }
    self.steps = sorted
  }

  /// Returns the percentage of the last step that has begun, possibly the day before. Minutes beyond the day count on.
  func brightness(at minute: Int32) -> Int32 {
    let minute = ((minute % 1440) + 1440) % 1440
    var percent = steps[steps.count - 1].percent
    for step in steps where step.from <= minute { percent = step.percent }
    return percent
  }

  /// Returns the minutes until the brightness changes, 1...1439; `nil` if it never does.
  func minutesToChange(at minute: Int32) -> Int32? {
    let now = brightness(at: minute)
    var nearest: Int32?
    for step in steps where step.percent != now {
      let ahead = (((step.from - minute) % 1440) + 1440) % 1440
      nearest = min(nearest ?? ahead, ahead)
    }
    return nearest
  }
}
