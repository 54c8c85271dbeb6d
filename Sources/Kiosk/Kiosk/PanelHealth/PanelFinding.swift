import KioskStatus
import StarSlider
import System

/// A defect of a touch panel that the contacts of many visits show. Places are pixels of the upright picture.
enum PanelFinding: Hashable {
  /// No contact begins in these columns, although many should; `to` is not included.
  case deadColumns(from: Int32, to: Int32)
  /// No contact begins in these rows, although many should; `to` is not included.
  case deadRows(from: Int32, to: Int32)
  /// Contacts have moved to the right of and below their targets, compared with the first ones.
  case drift(right: Int32, down: Int32)
  /// The positions of a resting finger jump.
  case noise
  /// Contacts begin again and again at one place without a finger, or one stays there.
  case repeats(x: Int32, y: Int32)

  /// What the panel does.
  var text: String {
    switch self {
    case .deadColumns(let from, let to): "no touches from x = \(from) to \(to - 1)"
    case .deadRows(let from, let to): "no touches from y = \(from) to \(to - 1)"
    case .drift(let right, let down):
      "touches are \(abs(right)) px further \(right < 0 ? "left" : "right") and \(abs(down)) px further "
        + (down < 0 ? "up" : "down") + " than at first"
    case .noise: "positions of a resting finger jump"
    case .repeats(let x, let y): "touches repeat or stay at x = \(x), y = \(y)"
    }
  }

  /// What to do about it.
  var advice: String {
    switch self {
    case .deadColumns, .deadRows: "clean the panel and check its cable; if there are still none, replace the panel"
    case .drift: "run star-kiosk calibrate"
    case .noise: "check the panel's cable, its power supply and its earth; if it still jumps, replace the panel"
    case .repeats: "clean and dry the panel; if they go on, check its cable and its power supply, or replace the panel"
    }
  }

  /// The fault that the status and the heartbeat name.
  var fault: Faults {
    switch self {
    case .deadColumns, .deadRows: .deadStripe
    case .drift: .touchDrift
    case .noise: .touchNoise
    case .repeats: .repeatedTouches
    }
  }

  static var faults: Faults { [.deadStripe, .touchDrift, .touchNoise, .repeatedTouches] }
}

/// Reports the defects of the panel in the log, in the status, and on the service screen.
struct PanelReport {
  private var findings: [PanelFinding] = []

  /// Reports what has been found at the end of a visit.
  mutating func update(_ new: [PanelFinding], in status: StatusFile) {
    if new.isEmpty && findings.isEmpty { return }
    let known = Self.faults(of: findings)
    let faults = Self.faults(of: new)
    findings = new
    for finding in new where !known.contains(finding.fault) {
      Standard.error("the touchscreen has a fault: \(finding.text); \(finding.advice)", .warning)
    }
    if new.isEmpty { Standard.error("no fault of the touchscreen is known any more", .info) }
    status.panel = new.map { $0.text }
    status.report(faults, true)
    status.report(PanelFinding.faults.subtracting(faults), false)
  }

  private static func faults(of findings: [PanelFinding]) -> Faults {
    findings.reduce(into: Faults()) { $0.formUnion($1.fault) }
  }
}
