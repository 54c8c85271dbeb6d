import Basics
import System

/// The database header, the first 100 bytes of an SQLite file, read without SQLite (https://sqlite.org/fileformat.html,
/// section 1.3).
///
/// The main file alone identifies a journal: `createJournal` renames a complete database into place, so application ID and
/// schema version are never only in the log.
struct Header {
  private static let size = 100
  /// The size of a journal's pages in bytes.
  private static let pageSize = 4096

  private let bytes: [UInt8]

  /// Whether the first page is all zeros. A power cut leaves such a file if its length reached the disk before its content. No
  /// application's database starts like this.
  let isBlank: Bool

  /// Reads the first page of a file with content.
  init(_ path: String, for operation: String) throws(JournalError) {
    let page: [UInt8]
    do throws(SystemError) {
      page = try readStart(of: path, count: Self.pageSize)
    } catch {
      throw JournalError(
        .failed, operation, path, errno: error.errno, suggestion: "run as a user with permission to read it")
    }
    isBlank = page.count == Self.pageSize && page.allSatisfy { $0 == 0 }
    bytes = Array(page.prefix(Self.size))
  }

  /// Throws unless the header belongs to a journal with a known schema version.
  func requireOurs(_ path: String, for operation: String) throws(JournalError) {
    func refusal(_ kind: JournalFault, _ reason: String) -> JournalError {
      JournalError(
        kind, operation, path, reason: reason, suggestion: "give another path, or move the file away")
    }
    if !bytes.starts(with: "SQLite format 3\0".utf8) { throw refusal(.notADatabase, "it is not an SQLite database") }
    if bytes.count < Self.size { throw refusal(.notADatabase, "its SQLite header is truncated") }
    if number(at: 68) != Schema.application {
      throw refusal(.otherApplication, "it is an SQLite database of another application")
    }
    try Schema.require(version: Int64(number(at: 60)), path, for: operation)
  }

  /// Returns a big-endian 32-bit number.
  private func number(at offset: Int) -> Int32 {
    var value: UInt32 = 0
    for i in 0..<4 { value = value << 8 | UInt32(bytes[offset + i]) }
    return Int32(bitPattern: value)
  }
}
