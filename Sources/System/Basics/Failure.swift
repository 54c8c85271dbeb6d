import CLinux

// Safety: strerror(3) returns a text that ends with a zero, and the text is copied at once.

/// The error that every module outside `Control` throws: what failed, on what, why, and what to do about it. Programs switch on `kind`;
/// people read `message`. Each module gives it a name: `typealias DisplayError = Failure<DisplayFault>`.
public struct Failure<Kind: Sendable>: Error, CustomStringConvertible {
  /// The cause, for callers that distinguish causes.
  public let kind: Kind
  /// The operation, such as "open". It completes "cannot ...".
  public let operation: String
  /// The object of the operation: a path or a name. May be empty.
  public let subject: String
  /// Why it failed, such as "permission denied".
  public let reason: String
  /// What the reader can do about it, such as "add the user to the group video". May be empty.
  public let suggestion: String
  /// The kernel's errno; 0 if the error does not come from the kernel.
  public let errno: Int32

  /// Creates an error from its parts. The default `reason` is the C library's text for `errno`.
  package init(
    _ kind: Kind, _ operation: String, _ subject: String, errno: Int32 = 0, reason: String? = nil,
    suggestion: String = ""
  ) {
    self.kind = kind
    self.operation = operation
    self.subject = subject
    self.errno = errno
    self.reason = reason ?? errnoText(errno)
    self.suggestion = suggestion
  }

  /// One line: "cannot open /dev/dri/card0: permission denied; add the user to the group video".
  public var message: String { failureMessage(operation, subject, reason, suggestion) }

  /// The same as `message`.
  public var description: String { message }

  /// Returns this error with another suggestion.
  package func suggesting(_ suggestion: String) -> Failure {
    Failure(kind, operation, subject, errno: errno, reason: reason, suggestion: suggestion)
  }
}

/// Returns the text of `message`. It is not a member of `Failure`, so that programs contain it only once instead of once per kind.
@export(interface) package func failureMessage(
  _ operation: String, _ subject: String, _ reason: String, _ suggestion: String
) -> String {
  let object = subject.utf8.isEmpty ? "" : " " + subject
  let advice = suggestion.utf8.isEmpty ? "" : "; " + suggestion
  return "cannot " + operation + object + ": " + reason + advice
}

/// Whether trying again may succeed.
package enum Recovery: Sendable, Hashable {
  /// The same call may succeed later: another program holds the device, or it is busy.
  case retry
  /// Close the device and open it again: it was unplugged or reset.
  case reopen
  /// Trying again does not help.
  case giveUp
}

/// Returns the text of strerror(3) with a lower-case first letter, for use within a sentence: "permission denied".
@export(interface) package func errnoText(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe lowercasingFirst(String(cString: text))
}

/// Returns `text` with a lower-case first letter, unless its first word is an abbreviation ("SQL logic error").
@export(interface) package func lowercasingFirst(_ text: String) -> String {
  var bytes = Array(text.utf8)
  let startsWithWord = bytes.count > 1 && (0x61...0x7a).contains(bytes[1])
  if startsWithWord && (0x41...0x5a).contains(bytes[0]) { bytes[0] += 32 }
  return String(decoding: bytes, as: UTF8.self)
}
