import KioskStatus
import StarSlider
import System

/// A black box in plain words: one page.
struct BlackBoxExplanation {
  /// The maximum number of lines about single moments; earlier ones are left out.
  private static var mostMoments: Int { 34 }

  private let box: BlackBoxFile
  private let times: BlackBoxTimes
  private var history: BlackBoxHistory

  init(_ box: BlackBoxFile) {
    self.box = box
    times = BlackBoxTimes(box)
    history = BlackBoxHistory()
    for entry in box.entries { history.add(entry) }
  }

  var lines: [String] {
    var lines = heading
    let findings = findings
    lines += ["", findings.isEmpty ? "Nothing unusual was found." : "What was unusual:"] + findings.map { "- " + $0 }
    lines += ["", "What happened (UTC):"]
    let moments = history.moments
    if moments.count > Self.mostMoments {
      lines.append("(\(moments.count - Self.mostMoments) earlier lines are left out)")
    }
    lines += moments.suffix(Self.mostMoments).map { times.text(of: $0.time) + " " + $0.text }
    return lines
  }

  private var heading: [String] {
    let (first, last) = (box.entries.first?.time ?? 0, box.entries.last?.time ?? 0)
    let span = BlackBoxTimes.seconds((last - first) / 1_000_000)
    return [
      "Black box of a " + box.reason.rawValue + ", by star-kiosk " + box.version + ", written " + written,
      "from " + times.date(of: first) + " to " + times.date(of: last) + ": \(box.entries.count) records in " + span
        + (box.isShortened ? "; earlier records were overwritten, because there were too many" : ""),
      (history.display.map { Self.words(ofDisplay: $0) } ?? "screen unknown") + ", configuration "
        + (history.configuration.map { String($0, radix: 16) } ?? "unknown"),
      "visits: \(history.begun) begun, \(history.recorded) stored; touches: \(history.touches); keys: \(history.keys)",
      history.hasEnded
        ? "The program ended by itself."
        : box.reason == .crash
          ? "The program did not end by itself: it crashed, was killed, or ended with an error. It showed: "
            + history.screen.words + "."
          : "The program was running when this was written. It showed: " + history.screen.words + ".",
    ]
  }

  /// When the file was written. After a crash, that is at the next start.
  private var written: String {
    WallClock.isoDate(of: min(max(box.written, 0), BlackBoxTimes.last))
      + (box.isSynchronised ? "" : " by a clock that no time server had set")
  }

  private static func words(ofDisplay record: BlackBoxRecord) -> String {
    let format = Int(record.detail & 15)
    let name = PixelFormat.allCases.indices.contains(format) ? PixelFormat.allCases[format].name : "unknown format"
    return "screen \(record.a >> 16)x\(record.a & 0xffff) \(name), rotated by \(Int32(record.detail >> 4) * 90) degrees"
  }

  private var findings: [String] {
    var findings: [String] = []
    for stall in history.stalls.prefix(5) {
      findings.append("at " + times.text(of: stall.time) + ", " + stall.text)
    }
    if history.stalls.count > 5 { findings.append("\(history.stalls.count - 5) more interruptions") }
    if history.late > 0 {
      findings.append("\(history.late) touches did not count, because they were read more than two seconds late")
    }
    for phantom in history.phantoms.prefix(3) {
      findings.append(
        "\(phantom.count) contacts at exactly \(phantom.words), \(phantom.brief) of them of no duration: no finger does that; clean the panel, "
          + "check its cable and its power supply")
    }
    if !history.faults.names.isEmpty { findings.append("faults: " + history.faults.words) }
    return findings
  }
}
