import CLinux

// Safety: strerror(3) returns a text that ends with a zero, which is copied at once.

/// The error that every module outside `Control` throws: what failed, on what, why, and what to do about it. Callers switch on
/// `kind`; people read `message`. A module names its own: `typealias DisplayError = Failure<DisplayFault>`.
public struct Failure<Kind: Sendable>: Error, CustomStringConvertible {
  /// What a caller may want to distinguish.
  public let kind: Kind
  /// What was tried, as in "open". Completes "cannot ...".
  public let operation: String
  /// What it was tried on: a path, or a name. May be empty.
  public let subject: String
  /// Why it failed, as in "permission denied".
  public let reason: String
  /// What the reader can do about it, as in "add the user to the group video". May be empty.
  public let suggestion: String
  /// The kernel's errno; 0 if the kernel did not refuse anything.
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

/// Not a member of `Failure`, so that programs contain it once and not once for each kind.
@export(interface) package func failureMessage(
  _ operation: String, _ subject: String, _ reason: String, _ suggestion: String
) -> String {
  let object = subject.utf8.isEmpty ? "" : " " + subject
  let advice = suggestion.utf8.isEmpty ? "" : "; " + suggestion
  return "cannot " + operation + object + ": " + reason + advice
}

/// Whether trying again can help.
package enum Recovery: Sendable, Hashable {
  /// The same call may succeed later: another program holds the device, or it is busy.
  case retry
  /// Close the device and open it again: it was unplugged or reset.
  case reopen
  /// Only a person can help.
  case giveUp
}

/// Returns the text of strerror(3) with a small first letter, to stand inside a sentence: "permission denied".
@export(interface) package func errnoText(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe lowercasingFirst(String(cString: text))
}

/// Returns `text` with a small first letter, unless its first word is an abbreviation ("SQL logic error").
@export(interface) package func lowercasingFirst(_ text: String) -> String {
  var bytes = Array(text.utf8)
  let startsWithWord = bytes.count > 1 && (0x61...0x7a).contains(bytes[1])
  if startsWithWord && (0x41...0x5a).contains(bytes[0]) { bytes[0] += 32 }
  return String(decoding: bytes, as: UTF8.self)
}
