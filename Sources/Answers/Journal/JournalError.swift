import CSQLite

/// Why the answers' file cannot be used, in one line that an operator can act on.
package struct JournalError: Error {
  /// What a program may want to tell apart; people read `message`.
  package enum Kind: Sendable {
    /// No such file, or no such folder.
    case missing
    /// A folder, a device, a pipe: nothing that can hold a database.
    case notAFile
    /// File, folder or file system do not let us write.
    case readOnly
    /// Some other kind of file.
    case notADatabase
    /// An SQLite database of somebody else's.
    case otherApplication
    /// Ours, but made by a newer program.
    case newerSchema
    /// Ours, but of a version that only the kiosk brings up to date.
    case olderSchema
    /// Ours, but its content contradicts itself.
    case damaged
    /// No room left; nothing of the answer was written. The same call may succeed later.
    case full
    /// Somebody else held it for longer than the busy timeout. The same call may succeed later.
    case busy
    /// An answer off its own scale.
    case invalid
    /// Everything else.
    case failed
  }

  package let kind: Kind
  /// What was tried, as in "open the journal".
  package let operation: String
  /// The file.
  package let path: String
  /// In words.
  package let reason: String
  /// What to do about it; may be empty.
  package let suggestion: String

  init(_ kind: Kind, _ operation: String, _ path: String, reason: String, suggestion: String = "") {
    self.kind = kind
    self.operation = operation
    self.path = path
    self.reason = reason
    self.suggestion = suggestion
  }

  /// One line: "cannot open the journal /var/lib/star: it is a folder; give the path of a file in it".
  package var message: String {
    let cause = "cannot " + operation + " " + path + ": " + reason
    return suggestion.isEmpty ? cause : cause + "; " + suggestion
  }
}

/// strerror(3) with a small first letter, as in "permission denied".
func systemReason(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return lowercasingFirst(text)
}

/// The C string, with a small first letter where a small second one shows that it begins a word.
func lowercasingFirst(_ text: UnsafePointer<CChar>) -> String {
  var bytes: [UInt8] = []
  var i = 0
  while text[i] != 0 {
    bytes.append(UInt8(bitPattern: text[i]))
    i += 1
  }
  let startsWithWord = bytes.count > 1 && (97...122).contains(bytes[1])
  if startsWithWord && (65...90).contains(bytes[0]) { bytes[0] += 32 }
  return String(decoding: bytes, as: UTF8.self)
}
