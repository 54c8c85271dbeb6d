import Foundation

/// A picture of a board that warms up: several plots below each other, over the same time.
struct SustainChart {
  let series: [CompareRun.Sample]

  // All lengths are in pixels.
  private let left = 84.0
  private let plotWidth = 680.0
  private let plotHeight = 150.0
  private let gap = 56.0
  private let top = 32.0

  private struct Plot {
    let title: String
    /// The class of its line and title.
    let style: String
    /// The values in the order of the samples; `nil` for a missing value.
    let values: [Double?]
  }

  private var plots: [Plot] {
    let all = [
      Plot(title: "frames of a drag a second", style: "speed", values: series.map { $0.framesPerSecond }),
      Plot(title: "measured clock, MHz", style: "clock", values: series.map { $0.clockKhz / 1000 }),
      Plot(
        title: "temperature, degrees Celsius", style: "heat",
        values: series.map { $0.temperatureMillicelsius.map { $0 / 1000 } }),
    ]
    return all.filter { plot in plot.values.contains { $0 != nil } }
  }

  private var duration: Double { series.last?.timeMs ?? 1 }

  private func x(_ time: Double) -> Double { left + plotWidth * time / duration }

  var svg: String {
    var lines: [String] = []
    for (place, plot) in plots.enumerated() { lines += draw(plot, top: top + Double(place) * (plotHeight + gap)) }
    let height = top + Double(plots.count) * (plotHeight + gap)
    return SVG.picture("A drag without a pause", width: left + plotWidth + 32, height: height, lines)
  }

  private func draw(_ plot: Plot, top: Double) -> [String] {
    let values = plot.values.compactMap { $0 }
    let ticks = Self.ticks(from: values.min() ?? 0, to: values.max() ?? 1)
    let (low, high) = (ticks[0], ticks[ticks.count - 1])
    func y(_ value: Double) -> Double { top + plotHeight * (high - value) / (high - low) }
    var lines = [SVG.text(left, top - 12, plot.title, style: plot.style)]
    for tick in ticks {
      lines.append(SVG.line(left, y(tick), left + plotWidth, y(tick), style: "grid"))
      lines.append(
        SVG.text(left - 10, y(tick) + 4, String(format: "%.10g", tick), size: 11, anchor: "end", style: "secondary"))
    }
    let (unit, divisor) = duration >= 180_000 ? ("min", 60_000.0) : ("s", 1000.0)
    for tick in Self.ticks(from: 0, to: duration / divisor) where tick * divisor <= duration {
      let label = String(format: "%.10g", tick) + " " + unit
      lines.append(
        SVG.text(x(tick * divisor), top + plotHeight + 16, label, size: 11, anchor: "middle", style: "secondary"))
    }
    let points = zip(series, plot.values).compactMap { sample, value in
      value.map { SVG.number(x(sample.timeMs)) + "," + SVG.number(y($0)) }
    }
    lines.append("<polyline class=\"\(plot.style)\" points=\"\(points.joined(separator: " "))\"/>")
    return lines
  }

  /// Returns three to seven round numbers with a step of 1, 2 or 5 (times a power of ten) that include a range.
  private static func ticks(from low: Double, to high: Double) -> [Double] {
    // A constant value gets a range of a tenth around it.
    let spread = max(high - low, max(abs(high), 1) / 10)
    let middle = (low + high) / 2
    let (low, high) = high - low < spread ? (middle - spread / 2, middle + spread / 2) : (low, high)
    let power = pow(10, floor(log10(spread / 4)))
    let step = [1, 2, 5, 10].map { $0 * power }.first { spread / $0 <= 5 } ?? 10 * power
    return Array(stride(from: floor(low / step) * step, through: ceil(high / step) * step + step / 2, by: step))
  }
}
