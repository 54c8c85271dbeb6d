import Foundation

/// A chart for each workload, with a bar for each run and the fastest run first.
struct ResultsCharts {
  let runs: [SubmittedRun]

  private struct Bar {
    let run: SubmittedRun
    let result: CompareRun.Result
    /// The number of operations per second.
    var rate: Double { 1e9 / result.times.median }
  }

  var html: String {
    var order: [String] = []
    var bars: [String: [Bar]] = [:]
    for run in runs {
      for result in run.report.results where result.floor != nil {
        let name = Self.workload(result.name)
        if bars[name] == nil { order.append(name) }
        bars[name, default: []].append(Bar(run: run, result: result))
      }
    }
    return order.map { chart($0, bars[$0] ?? []) }.joined(separator: "\n")
  }

  private func chart(_ name: String, _ bars: [Bar]) -> String {
    let sorted = bars.sorted { $0.rate > $1.rate }
    let most = sorted.first?.rate ?? 1
    let items = sorted.map { bar in
      let core = bar.result.name.dropFirst(name.count)
      let floor = bar.run.timesFloor(bar.result).map { ", \(decimals($0)) × floor" } ?? ""
      return "<li><span class=\"who\">\(SVG.escaped(bar.run.label(among: runs) + core))</span>"
        + "<span class=\"what\"><b>\(rate(bar.rate))</b> / s, \(briefTime(bar.result.times.median))\(floor)</span>"
        + "<svg class=\"bar\" aria-hidden=\"true\" width=\"100%\" height=\"10\"><rect class=\"track\" width=\"100%\" height=\"10\" rx=\"3\"/>"
        + "<rect class=\"fill\(bar.run.report.valid ? "" : " doubtful")\" width=\"\(SVG.number(max(100 * bar.rate / most, 0.5)))%\" "
        + "height=\"10\" rx=\"3\"/></svg></li>"
    }
    return "<figure><figcaption>\(SVG.escaped(Self.title(name)))</figcaption><ol>\(items.joined())</ol></figure>"
  }

  /// Returns the name without the core's name: "drag" for "drag, cpu4".
  static func workload(_ name: String) -> String {
    name.range(of: ", cpu", options: .backwards).map { String(name[..<$0.lowerBound]) } ?? name
  }

  /// Returns a subject's name in a form for people.
  static func title(_ name: String) -> String {
    let base = workload(name)
    let core = name.dropFirst(base.count)
    let words = base.split(separator: " ")
    switch (words.first, words.dropFirst().first) {
    case ("raster", let side?) where words.count == 2: return "A star of \(side) px" + core
    case ("scale", let count?) where words.count == 2: return "A drag among \(count) sliders" + core
    default: break
    }
    let titles = [
      "drag": "A frame of a drag over five stars", "rotate": "The same drag on a rotated screen",
      "many": "A page of 500 stars", "motion": "A frame between two screens", "start": "Start to first frame",
      "screen question": "The screen of a question", "screen reasons": "The screen of its reasons",
      "screen button": "A button, pressed or released", "change": "An answer, up to the next screen's first frame",
      "text": "All texts of a survey",
    ]
    return (titles[base] ?? base) + core
  }

  private func rate(_ perSecond: Double) -> String {
    if perSecond >= 1e6 { return String(format: "%.2f million", perSecond / 1e6) }
    return perSecond < 100 ? decimals(perSecond) : grouped(perSecond)
  }
}
