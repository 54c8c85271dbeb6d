import Linux

/// Why an input device cannot be used, or no longer: a touchscreen, or a keypad.
public struct TouchError: Error {
  public enum Problem: Sendable, Hashable {
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
  public enum Recovery: Sendable, Hashable {
    /// The same call may succeed when something changes in /dev/input.
    case retry
    /// Close it, and open it again when it comes back.
    case reopen
    /// Only a person can help.
    case giveUp
  }

  public let problem: Problem
  /// What was tried, as in "open".
  public let operation: String
  public let path: String
  public let reason: String
  /// What to do about it; may be empty.
  public let cure: String
  /// The kernel's errno; 0 where it said nothing.
  public let code: Int32

  init(_ problem: Problem, _ operation: String, _ path: String, _ reason: String, cure: String, code: Int32 = 0) {
    self.problem = problem
    self.operation = operation
    self.path = path
    self.reason = reason
    self.cure = cure
    self.code = code
  }

  /// One line: "cannot open /dev/input/event0: permission denied; add the user to group input".
  public var message: String {
    "cannot " + operation + " " + path + ": " + reason + (cure.isEmpty ? "" : "; " + cure)
  }

  public var recovery: Recovery {
    switch problem {
    case .missing, .unopened, .grabbed, .noTouchscreen: .retry
    case .gone, .unreadable: .reopen
    case .notInput, .refused: .giveUp
    }
  }
}
