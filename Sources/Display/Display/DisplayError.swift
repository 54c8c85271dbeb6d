import Basics
import CLinux

/// The error of every display back-end.
public typealias DisplayError = Failure<DisplayFault>

/// The causes of a display error that callers distinguish.
public enum DisplayFault: Sendable, Hashable {
  /// Another program controls the screen, or the driver is still busy with a previous request.
  case busy
  /// There is no such device.
  case missing
  /// The device works, but no screen is connected to it.
  case noScreen
  /// The device was unplugged or reset, or another program changed its mode.
  case gone
  /// The user lacks permission to open the device.
  case denied
  /// The device or its driver lacks a capability that is required.
  case unsupported
  /// The program or the device is out of memory.
  case outOfMemory
}

extension Failure where Kind == DisplayFault {
  /// Whether trying again may succeed.
  package var recovery: Recovery {
    switch kind {
    case .busy, .missing, .noScreen: .retry
    case .gone: .reopen
    case .denied, .unsupported, .outOfMemory: .giveUp
    }
  }

  /// Creates the error for a device that cannot be opened, from an errno.
  package init(opening path: String, errno: Int32) {
    let fault: DisplayFault =
      switch errno {
      case EACCES, EPERM: .denied
      case ENOENT, ENXIO, ENODEV: .missing
      default: .unsupported
      }
    self.init(
      fault, "open", path, errno: errno, suggestion: fault == .denied ? "add the user to the group video" : "")
  }
}
