import Basics

package enum TextFault: Sendable {
  /// A library cannot be loaded or rejects its configuration.
  case library
  /// A font cannot be found or used.
  case font
  case memory
}

package typealias TextError = Failure<TextFault>

extension Failure where Kind == TextFault {
  /// Returns the error for a library call that reports no other reason.
  static func outOfMemory(_ operation: String) -> TextError {
    TextError(.memory, operation, "", reason: "out of memory", suggestion: "stop other programs, or add memory")
  }
}
