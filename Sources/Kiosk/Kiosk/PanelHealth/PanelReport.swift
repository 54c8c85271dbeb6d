import KioskStatus
import StarSlider
import System

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
