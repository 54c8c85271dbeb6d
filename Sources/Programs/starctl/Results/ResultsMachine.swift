import Foundation

/// All facts of a run, as an expandable part of the page.
struct ResultsMachine {
  let run: SubmittedRun
  let all: [SubmittedRun]

  /// Returns the badges beside a run's name: the user's note, and whether the run is valid.
  static func badges(_ run: SubmittedRun) -> String {
    var badges: [String] = []
    if let note = run.submission.note { badges.append("<em class=\"note\">\(SVG.escaped(note))</em>") }
    if !run.report.valid { badges.append("<em class=\"doubt\">not valid</em>") }
    return badges.map { " " + $0 }.joined()
  }

  /// Returns the processor and the kernel, omitting what the title already says.
  static func subtitle(_ run: SubmittedRun) -> String {
    let machine = run.report.machine
    return [machine.processor, run.details.machine.architecture, "Linux " + machine.kernel]
      .filter { $0 != run.title && $0 != "unknown" }.joined(separator: ", ")
  }

  func html(number: Int) -> String {
    let rows = facts.map { "<dt>\($0.0)</dt><dd>\(SVG.escaped($0.1))</dd>" }
    return
      "<details id=\"machine-\(number)\"><summary>\(SVG.escaped(run.label(among: all)))\(Self.badges(run))</summary>"
      + "<dl>\(rows.joined())</dl>\(series)</details>"
  }

  private var facts: [(String, String)] {
    let (machine, details) = (run.report.machine, run.details.machine)
    var facts: [(String, String)] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty, text != "unknown" { facts.append((name, text)) }
    }
    add("Board", machine.board)
    add("Board profile", run.boardTitle)
    add("Processor", "\(machine.processor), \(details.processors) processors, \(details.architecture)")
    add("Chip", details.soc)
    add("Kinds of cores", details.cores.joined(separator: "; "))
    add("Kernel", [machine.kernel, run.submission.kernelBuild ?? ""].joined(separator: " "))
    add("Governor", machine.governor)
    add("Measured clock", clocks)
    add("Screen", run.report.display)
    add("Star of 64 px", counted)
    add("Touch to light", touchToLight)
    add("Counters", details.counters == "available" ? nil : details.counters)
    let ratios = run.peers.map { "\($0.name) \(decimals($0.ratio))" } + [run.peersOrigin.map { "measured " + $0 } ?? ""]
    add("Over peers, a star of 64 px", run.peers.isEmpty ? "not measured" : ratios.joined(separator: ", "))
    add("Not valid", run.report.reasons.joined(separator: "; "))
    add("Pictures", pictures)
    let build = run.report.build
    add("Program", "star-bench \(run.submission.version), \(build.language), \(build.compiler), commit \(build.commit)")
    add("Binary", "\(run.submission.binary.bytes) bytes, \(run.submission.hash) \(run.submission.binary.hash)")
    add("Date", run.report.date)
    add("Archive", run.name)
    return facts
  }

  private var clocks: String? {
    let clocks = run.details.machine.clocks.flatMap { [$0.beforeKhz, $0.afterKhz] }
    guard let low = clocks.min(), let high = clocks.max() else { return nil }
    return "\(decimals(low / 1e6)) to \(decimals(high / 1e6)) GHz before and after each workload"
  }

  /// The processor's counts for one star.
  private var counted: String? {
    let star = run.details.results.first { $0.name == run.details.headline?.subject }
    guard let star, let cycles = star.cycles, let instructions = star.instructions, cycles > 0 else { return nil }
    let energy = star.energyNj.map { ", \(grouped($0)) nJ" } ?? ""
    return
      "\(grouped(instructions)) instructions, \(grouped(cycles)) cycles, \(decimals(instructions / cycles)) per cycle"
      + energy
  }

  /// The medians of the workload `touch`.
  private var touchToLight: String? {
    let parts = ["touch", "touch wake", "touch paint", "touch wait"].compactMap { run.report.times(of: $0) }
    if parts.count < 4 { return nil }
    let medians = parts.map { decimals($0.median / 1e6) }
    let last = run.report.results.first { $0.name == "touch" }.map { $0.batchesNs.sorted() } ?? []
    // The 99th percentile by nearest rank, as in star-bench.
    let rank = max((last.count * 99 + 99) / 100, 1) - 1
    return
      "\(medians[0]) ms, 99th percentile \(decimals(last[rank] / 1e6)) ms: wake \(medians[1]), paint \(medians[2]), "
      + "wait for the screen \(medians[3]) ms"
  }

  /// Whether the run drew the same pictures as most runs.
  private var pictures: String {
    let usual = Dictionary(grouping: all.flatMap { Set($0.submission.pictures) }, by: { $0.name })
      .mapValues { Dictionary(grouping: $0, by: { $0.hash }).max { $0.value.count < $1.value.count }?.key }
    let others = run.submission.pictures.filter { usual[$0.name] != $0.hash }.map { $0.name }
    let count = "\(run.submission.pictures.count) drawn"
    if all.count == 1 { return count }
    return others.isEmpty
      ? count + ", the same bytes as in most runs"
      : count + "; different from most runs: " + others.joined(separator: ", ")
  }

  /// A chart of speed, clock and temperature during continuous load.
  private var series: String {
    let samples = run.details.series
    guard samples.count > 1, let last = samples.last else { return "" }
    func curve(_ title: String, _ unit: String, _ values: [Double?]) -> String {
      let known = values.compactMap { $0 }
      guard known.count == values.count, let low = known.min(), let high = known.max() else { return "" }
      // The axis starts at 0, so that a small change looks small.
      let top = max(high, 1)
      let points = zip(samples, known).map {
        SVG.number(1000 * $0.timeMs / last.timeMs) + "," + SVG.number(100 - 96 * $1 / top)
      }
      return "<figure class=\"curve\"><figcaption>\(title): \(grouped(low)) to \(grouped(high)) \(unit)</figcaption>"
        + "<svg viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" width=\"100%\" height=\"56\" aria-hidden=\"true\">"
        + "<polyline points=\"\(points.joined(separator: " "))\"/></svg></figure>"
    }
    let time =
      last.timeMs >= 180_000 ? "\(decimals(last.timeMs / 60_000)) minutes" : "\(decimals(last.timeMs / 1000)) s"
    return "<h3>A drag without a pause, \(time)</h3><div class=\"curves\">"
      + curve("Speed", "frames / s", samples.map { $0.framesPerSecond })
      + curve("Clock", "MHz", samples.map { $0.clockKhz / 1000 })
      + curve("Temperature", "°C", samples.map { $0.temperatureMillicelsius.map { $0 / 1000 } }) + "</div>"
  }
}
