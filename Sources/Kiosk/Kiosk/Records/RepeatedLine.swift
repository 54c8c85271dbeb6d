import Settings
import System

/// A line of the log that is not repeated while the fault lasts that it names.
struct RepeatedLine {
  /// What was logged last; empty without a fault.
  private(set) var text = ""

  /// Logs a text that differs from the last one. `nil` ends the fault, so that its text is logged again when it returns.
  mutating func log(_ new: String?, _ priority: LogPriority = .error) {
    if let new, !same(new, text) { Standard.error(new, priority) }
    text = new ?? ""
  }
}
