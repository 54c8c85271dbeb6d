import Settings

/// The brightness of the screen by the time of day.
///
///     let plan = BrightnessPlan([.init(minute: 7 * 60, percent: 100), .init(minute: 21 * 60, percent: 40)])
///     plan?.brightness(at: 3 * 60)   // 40: since 21:00 of the day before
///
/// Minutes are local time, 0...1439. The plan repeats every day.
struct BrightnessPlan {
  /// The steps in order of the time of day.
  let steps: [ScheduleSettings.BrightnessStep]

  /// Fails if there is no step, if two steps have the same minute, or if a number is out of range.
  init?(_ steps: [ScheduleSettings.BrightnessStep]) {
    if steps.isEmpty { return nil }
    for step in steps where !(0..<1440).contains(step.minute) || !(0...100).contains(step.percent) { return nil }
    let sorted = steps.sorted { $0.minute < $1.minute }
    for i in 1..<max(sorted.count, 1) where sorted[i].minute == sorted[i - 1].minute { return nil }
    self.steps = sorted
  }

  /// The highest percentage of the day.
  var highest: Int32 { steps.reduce(0) { max($0, $1.percent) } }

  /// Returns the percentage of the latest step, possibly of the day before. Minutes beyond the day are taken modulo a day.
  func brightness(at minute: Int32) -> Int32 {
    let minute = ((minute % 1440) + 1440) % 1440
    var percent = steps[steps.count - 1].percent
    for step in steps where step.minute <= minute { percent = step.percent }
    return percent
  }

  /// Returns the minutes until the brightness changes, 1...1439; `nil` if it never does.
  func minutesToChange(at minute: Int32) -> Int32? {
    let now = brightness(at: minute)
    var nearest: Int32?
    for step in steps where step.percent != now {
      let ahead = (((step.minute - minute) % 1440) + 1440) % 1440
      nearest = min(nearest ?? ahead, ahead)
    }
    return nearest
  }
}
