import Basics
import CLinux

/// The error of a failed system call: "cannot open /dev/fb0: permission denied".
package typealias SystemError = Failure<SystemFault>

/// The errors that callers distinguish: ENOENT, ENOTDIR, EISDIR and all others.
package enum SystemFault: Sendable { case missing, notFolder, folder, other }

extension Failure where Kind == SystemFault {
  /// Creates the error of a system call that failed with `errno`.
  @export(interface) package init(
    _ operation: String, _ subject: String, errno: Int32, reason: String? = nil, suggestion: String = ""
  ) {
    let kind: SystemFault =
      switch errno {
      case ENOENT: .missing
      case ENOTDIR: .notFolder
      case EISDIR: .folder
      default: .other
      }
    self.init(kind, operation, subject, errno: errno, reason: reason, suggestion: suggestion)
  }

  /// Whether the same call may succeed once there is more memory, or a free descriptor.
  package var mayPass: Bool { [ENOMEM, EMFILE, ENFILE].contains(errno) }
}
