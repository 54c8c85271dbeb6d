import Basics
import Settings
import System

/// The error that ends the program, or rejects a new configuration.
typealias CourierError = Failure<CourierFault>

enum CourierFault {
  /// The configuration is wrong, so that starting again would not help.
  case configuration
  /// The configuration is wrong in these places.
  case diagnostics([Diagnostic])
  /// Any other reason.
  case failed

  /// The program's exit status.
  var status: Int32 {
    if case .failed = self { return 1 }
    return 2
  }
}

extension Failure where Kind == CourierFault {
  /// Creates an error from a refused system call.
  init(_ error: SystemError, _ kind: CourierFault = .failed, suggestion: String? = nil) {
    self.init(
      kind, error.operation, error.subject, errno: error.errno, reason: error.reason,
      suggestion: suggestion ?? error.suggestion)
  }

  /// The lines for standard error.
  var lines: [String] {
    switch kind {
    case .diagnostics(let list): list.map { $0.message }
    case .configuration, .failed: [message]
    }
  }
}
