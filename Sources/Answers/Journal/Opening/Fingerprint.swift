import Basics
import System

/// Bytes of a journal's file that never change: its header, and the page with its identity. Programs that write into the file instead of
/// replacing it (`echo > FILE`, `cp OTHER FILE`) change them.
struct Fingerprint {
  /// The position of the identity in the file, and its bytes.
  private let position: Int
  private let bytes: [UInt8]

  /// The part of the file that is read: a new journal has its identity in the sixth page.
  private static var size: Int { 32_768 }

  /// Returns `nil` if the identity is still only in the log, or too far from the start of the file.
  init?(of connection: Connection) {
    guard let uuid = try? connection.text(Schema.identity), !uuid.utf8.isEmpty,
      let root = try? connection.number("SELECT rootpage FROM sqlite_schema WHERE name = 'journal'"),
      let page = Int(exactly: root), page > 1, page * Place.pageSize <= Self.size,
      let start = try? readStart(of: connection.path, count: page * Place.pageSize),
      start.count == page * Place.pageSize
    else { return nil }
    let first = (page - 1) * Place.pageSize
    bytes = Array(uuid.utf8)
    // SQLite fills a page from its end, so the search runs backward.
    var found = start.count - bytes.count
    while found >= first && !start[found...].starts(with: bytes) { found -= 1 }
    if found < first { return nil }
    position = found
  }

  /// Whether the file still has the bytes.
  func matches(_ path: String) -> Bool {
    guard let start = try? readStart(of: path, count: position + bytes.count), start.count == position + bytes.count,
      start.starts(with: "SQLite format 3\0".utf8)
    else { return false }
    return start[position...].elementsEqual(bytes)
  }
}
