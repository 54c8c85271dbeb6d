import Basics
import Settings

package typealias KioskError = ProgramError

extension ProgramError {
  /// Creates an error from another module's error, followed by the kiosk's own advice.
  init<Kind>(_ error: Failure<Kind>, suggestion: String = "", status: Int32 = 1) {
    self.init(lines: [error.message + (suggestion.utf8.isEmpty ? "" : "; " + suggestion)], status: status)
  }

  /// Creates the error of an operation that failed on this machine: "cannot OPERATION SUBJECT: REASON; SUGGESTION".
  init(_ operation: String, _ subject: String, _ reason: String, suggestion: String = "") {
    self = .failure(failureMessage(operation, subject, reason, suggestion))
  }

  /// Creates the error for an invalid configuration. Its exit status is 2, because a restart would not help.
  init(_ mistakes: Diagnostics) { self.init(lines: Diagnostic.messages(of: mistakes.list), status: 2) }
}
