import CLinux

/// A system call that the kernel refused.
package struct SystemError: Error {
  /// What was tried, as in "open".
  package let operation: String
  /// On what: a path, or a name for what has none.
  package let path: String
  /// The kernel's errno.
  package let code: Int32

  package init(_ operation: String, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The C library's words for the errno, in lower case to stand inside a sentence.
  package var reason: String { Self.words(for: code) }

  /// ENOENT: there is nothing of that name.
  package var isMissing: Bool { code == ENOENT }

  /// ENOTDIR: a part of the path is no folder.
  package var isNoFolder: Bool { code == ENOTDIR }

  /// EISDIR: what was to be read is a folder.
  package var isFolder: Bool { code == EISDIR }

  /// One line: "cannot open /dev/fb0: permission denied".
  package var message: String { "cannot " + operation + " " + path + ": " + reason }

  /// strerror(3) with a small first letter, as in "permission denied".
  @export(interface) package static func words(for code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
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
}
