import CSQLite

/// The first 100 bytes of an SQLite file, read without SQLite (https://sqlite.org/fileformat.html, section 1.3).
///
/// The main file alone can be trusted with identity: `createJournal` puts a finished database in place in one move,
/// so application and schema version are never only in the -wal companion.
struct Header {
  static let size = 100
  /// Of a journal's pages, bytes.
  static let page = 4096

  private let bytes: [UInt8]

  /// All of the first page is zeros, as a power cut leaves it where the file's length was on disk and its content was not. No
  /// database of anybody's begins so.
  let isBlank: Bool

  /// Reads the start of the file, which is not empty.
  init(_ path: String, for operation: String) throws(JournalError) {
    let file = cs_open(path, O_RDONLY, 0)
    if file < 0 {
      throw JournalError(
        .failed, operation, path, reason: systemReason(cs_errno()), suggestion: "run as a user who may read it")
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.page)
    var filled = 0
    while filled < bytes.count {
      let offset = filled
      let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + offset, $0.count - offset) }
      if count < 0 && cs_errno() == EINTR { continue }
      if count < 0 { throw JournalError(.failed, operation, path, reason: systemReason(cs_errno())) }
      if count == 0 { break }
      filled += count
    }
    isBlank = filled == Self.page && bytes.allSatisfy { $0 == 0 }
    bytes.removeLast(bytes.count - min(filled, Self.size))
    self.bytes = bytes
  }

  /// Refuses all but a database of this program's, of a version it knows.
  func requireOurs(_ path: String, for operation: String) throws(JournalError) {
    let elsewhere = "give another path, or move that file away"
    if !startsAsDatabase {
      throw JournalError(.notADatabase, operation, path, reason: "it is not an SQLite database", suggestion: elsewhere)
    }
    if bytes.count < Self.size {
      throw JournalError(
        .notADatabase, operation, path, reason: "it breaks off inside its header, so it is not a database any more",
        suggestion: elsewhere)
    }
    if number(at: 68) != Schema.application {
      throw JournalError(
        .otherApplication, operation, path, reason: "it is an SQLite database of another program", suggestion: elsewhere
      )
    }
    try Schema.require(version: Int64(number(at: 60)), path, for: operation)
  }

  private var startsAsDatabase: Bool {
    let magic: StaticString = "SQLite format 3"  // and a zero, which a static string has anyway
    for i in 0..<16 where i >= bytes.count || bytes[i] != magic.utf8Start[i] { return false }
    return true
  }

  /// A big-endian 32-bit number.
  private func number(at offset: Int) -> Int32 {
    var value: UInt32 = 0
    for i in 0..<4 { value = value << 8 | UInt32(bytes[offset + i]) }
    return Int32(bitPattern: value)
  }
}
