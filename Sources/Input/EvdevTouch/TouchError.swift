import Basics

/// The error of an input device that cannot be used, or can no longer be used.
public typealias TouchError = Failure<TouchFault>

/// What is wrong with an input device.
public enum TouchFault: Sendable, Hashable {
  /// The path does not exist, or there are no input devices.
  case missing
  /// It exists, but opening it failed.
  case unopened
  /// It is not an input device.
  case notInput
  /// It is another kind of input device.
  case refused
  /// Another program has grabbed it.
  case grabbed
  /// None of the devices is a touchscreen.
  case noTouchscreen
  /// It was unplugged, or its driver was unbound.
  case gone
  /// Reading failed for another reason.
  case unreadable
}

extension Failure where Kind == TouchFault {
  /// Whether trying again may succeed. `retry` means after the next change in /dev/input.
  package var recovery: Recovery {
    switch kind {
    case .missing, .unopened, .grabbed, .noTouchscreen: .retry
    case .gone, .unreadable: .reopen
    case .notInput, .refused: .giveUp
    }
  }
}
