/// How bright the screen is at which time of the day.
///
///     let plan = BrightnessPlan([.init(from: 7 * 60, percent: 100), .init(from: 21 * 60, percent: 40)])
///     plan?.brightness(at: 3 * 60)   // 40: since 21:00 of the day before
///
/// Minutes are of the local clock, 0...1439. The plan repeats every day; where local time jumps, what counts is the clock.
package struct BrightnessPlan: Sendable {
  package struct Step: Hashable, Sendable {
    /// Minute of the day, 0...1439.
    package let from: Int32
    /// 0...100 of what the screen can do.
    package let percent: Int32

    package init(from: Int32, percent: Int32) {
      self.from = from
      self.percent = percent
    }
  }

  /// In the order of the day.
  package let steps: [Step]

  /// `nil` without a step, with two at one minute, or where a number is out of its range.
  package init?(_ steps: [Step]) {
    if steps.isEmpty { return nil }
    for step in steps where !(0..<1440).contains(step.from) || !(0...100).contains(step.percent) { return nil }
    let sorted = steps.sorted { $0.from < $1.from }
    for i in 1..<max(sorted.count, 1) where sorted[i].from == sorted[i - 1].from { return nil }
    self.steps = sorted
  }

  /// The same all day, 0...100.
  package init?(always percent: Int32) { self.init([Step(from: 0, percent: percent)]) }

  /// Percent at a minute of the day: the last step that began, the day before if need be. Minutes beyond the day count on.
  package func brightness(at minute: Int32) -> Int32 {
    let minute = ((minute % 1440) + 1440) % 1440
    var percent = steps[steps.count - 1].percent
    for step in steps where step.from <= minute { percent = step.percent }
    return percent
  }

  /// Minutes from a minute of the day to the next other brightness, 1...1439; `nil` where it never changes.
  package func minutesToChange(at minute: Int32) -> Int32? {
    let now = brightness(at: minute)
    var nearest: Int32?
    for step in steps where step.percent != now {
      let ahead = (((step.from - minute) % 1440) + 1440) % 1440
      nearest = min(nearest ?? ahead, ahead)
    }
    return nearest
  }
}
