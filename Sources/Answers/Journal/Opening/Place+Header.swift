import Basics
import System

// The database header, the first 100 bytes of an SQLite file, read without SQLite (https://sqlite.org/fileformat.html, section
// 1.3). The main file alone identifies a journal: `create` renames a complete database into place, so application ID and schema
// version are never only in the log.
extension Place {
  private static let headerSize = 100
  /// The size of a journal's pages in bytes.
  static let pageSize = 4096

  /// Returns the first page of a file.
  static func firstPage(of path: String, for operation: String) throws(JournalError) -> [UInt8] {
    do throws(SystemError) {
      return try readStart(of: path, count: pageSize)
    } catch {
      throw JournalError(
        .failed, operation, path, errno: error.errno, suggestion: "run as a user with permission to read it")
    }
  }

  /// Throws unless the page has the header of a journal with a known schema version.
  func requireOurs(_ page: [UInt8]) throws(JournalError) {
    func refusal(_ kind: JournalFault, _ reason: String) -> JournalError {
      error(kind, reason, "give another path, or move the file away")
    }
    /// Returns a big-endian 32-bit number.
    func number(at offset: Int) -> Int32 { page[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) } }
    if !page.starts(with: "SQLite format 3\0".utf8) { throw refusal(.notADatabase, "it is not an SQLite database") }
    if page.count < Self.headerSize { throw refusal(.notADatabase, "its SQLite header is truncated") }
    if number(at: 68) != Schema.application {
      throw refusal(.otherApplication, "it is an SQLite database of another application")
    }
    try Schema.require(version: Int64(number(at: 60)), path, for: operation)
  }

  /// Whether exactly one bit of the fields that identify a journal is wrong. The version is not one of them: one that is too high may be that
  /// of a newer program, and one that is too low is detected by the schema (`Schema.requireOurs`).
  static func hasFlippedBit(_ page: [UInt8]) -> Bool {
    if page.count < pageSize { return false }
    // The page size (4,096), the write and read versions (2: with a log), the schema format (4).
    var expected = Array("SQLite format 3\0\u{10}\0\u{2}\u{2}".utf8)
    for number in [4, UInt32(bitPattern: Schema.application)] {
      for shift in [24, 16, 8, 0] { expected.append(UInt8(number >> shift & 255)) }
    }
    let found = page[0..<20] + page[44..<48] + page[68..<72]
    return zip(found, expected).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount } == 1
  }
}
