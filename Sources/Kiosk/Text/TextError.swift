import CText

/// Why no text can be set, in one line that an operator can act on.
package struct TextError: Error {
  /// What was tried, as in "open the font".
  package let operation: String
  /// The file, or the family; may be empty.
  package let path: String
  /// In words.
  package let reason: String
  /// What to do about it.
  package let suggestion: String

  init(_ operation: String, _ path: String, reason: String, suggestion: String) {
    self.operation = operation
    self.path = path
    self.reason = reason
    self.suggestion = suggestion
  }

  /// One line: "cannot open the font /fonts/x.ttf: no such file or directory; give the path of a font file, ...".
  package var message: String {
    let what = path.utf8.isEmpty ? operation : operation + " " + path
    return "cannot " + what + ": " + reason + "; " + suggestion
  }

  /// Memory ran out, or a library gave up for no better reason.
  static func outOfMemory(_ operation: String) -> TextError {
    TextError(operation, "", reason: "out of memory", suggestion: "free some, or give the machine more")
  }
}

/// strerror(3) with a small first letter, as in "permission denied".
func systemReason(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  var bytes = Array(
    UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text)))
  let startsWithWord = bytes.count > 1 && (97...122).contains(bytes[1])
  if startsWithWord && (65...90).contains(bytes[0]) { bytes[0] += 32 }
  return String(decoding: bytes, as: UTF8.self)
}
