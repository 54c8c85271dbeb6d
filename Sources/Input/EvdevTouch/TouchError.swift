import System

/// Why an input device cannot be used, or no longer: a touchscreen, or a keypad.
package struct TouchError: Error {
  package enum Problem: Sendable, Hashable {
    /// The path does not exist, or there are no input devices at all.
    case missing
    /// It exists, and opening it failed.
    case unopened
    /// It is no input device.
    case notInput
    /// It is an input device, and not of the kind that was asked for.
    case refused
    /// Another program has it.
    case grabbed
    /// None of the devices is a touchscreen.
    case noTouchscreen
    /// It was unplugged, or its driver unbound.
    case gone
    /// Reading failed in another way.
    case unreadable
  }

  /// What helps.
  package enum Recovery: Sendable, Hashable {
    /// The same call may succeed when something changes in /dev/input.
    case retry
    /// Close it, and open it again when it comes back.
    case reopen
    /// Only a person can help.
    case giveUp
  }

  package let problem: Problem
  /// What was tried, as in "open".
  package let operation: String
  package let path: String
  package let reason: String
  /// What to do about it; may be empty.
  package let suggestion: String
  /// The kernel's errno; 0 where it said nothing.
  package let code: Int32

  init(_ problem: Problem, _ operation: String, _ path: String, _ reason: String, suggestion: String, code: Int32 = 0) {
    self.problem = problem
    self.operation = operation
    self.path = path
    self.reason = reason
    self.suggestion = suggestion
    self.code = code
  }

  /// One line: "cannot open /dev/input/event0: permission denied; add the user to group input".
  package var message: String {
    "cannot " + operation + " " + path + ": " + reason + (suggestion.isEmpty ? "" : "; " + suggestion)
  }

  package var recovery: Recovery {
    switch problem {
    case .missing, .unopened, .grabbed, .noTouchscreen: .retry
    case .gone, .unreadable: .reopen
    case .notInput, .refused: .giveUp
    }
  }
}
