import Basics
import System

/// The figure to quote: the number of stars of 64 px that a processor paints per second, for each GHz of its measured clock. It compares
/// cores and builds, not machines: a processor with a faster clock paints more.
struct Headline {
  /// The measured subject: "raster 64", or "raster 64, cpu4".
  let subject: String
  let starsPerSecondPerGHz: Int64
  /// The mean of the clock before and after the workload, in kHz.
  let clock: Int64
  /// The time as a multiple of the floor's, in thousandths; `nil` without a floor.
  let timesFloor: Int64?

  /// Computes the figure from the time of one star.
  ///
  /// - Parameters:
  ///   - median: The time of a star, in picoseconds, at least 1.
  ///   - clock: The clock in kHz, at least 1.
  init(subject: String, median: Int64, clock: Int64, timesFloor: Int64?) {
    (self.subject, self.clock, self.timesFloor) = (subject, clock, timesFloor)
    // Picoseconds times kHz are billionths of a cycle.
    starsPerSecondPerGHz = 1_000_000_000_000_000_000 / max(median * clock, 1)
  }

  var line: String {
    "\(starsPerSecondPerGHz) stars per second per GHz (" + subject + " at " + ratio(clock / 1000) + " GHz): "
      + (timesFloor.map { ratio($0) + " times the floor's time" } ?? "floor not measured")
      + "; peers not measured, see tools/peers"
  }

  func add(to json: inout JSONWriter) {
    json.object("headline") {
      $0.add("subject", subject)
      $0.add("stars_per_second_per_ghz", starsPerSecondPerGHz)
      $0.add("clock_khz", clock)
      if let timesFloor { $0.add("times_floor", number: decimal(timesFloor)) }
    }
  }
}

extension Report {
  /// The headline of the kind of core with the highest figure; `nil` if stars of 64 px were not measured.
  var headline: Headline? {
    let stars = measurements.filter { same($0.subject.name, "raster 64") }
    let clocks = validity.clocks.filter { same($0.workload, "raster") }
    var best: Headline?
    // Both lists are in the order of the cores.
    for i in 0..<min(stars.count, clocks.count) {
      let (star, clock) = (stars[i], clocks[i])
      let headline = Headline(
        subject: star.name, median: max(star.statistics.median, 1), clock: max((clock.before + clock.after) / 2, 1),
        timesFloor: ratioToFloor(star))
      if headline.starsPerSecondPerGHz > best?.starsPerSecondPerGHz ?? -1 { best = headline }
    }
    return best
  }
}
