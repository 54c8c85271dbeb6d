import Basics
import CLinux
import CSQLite
import System

/// A reserve on disk for answers that the journal cannot accept: a file of zeros beside it, created in advance, so that even a full disk
/// has room.
///
/// It holds answers as lines of JSON, up to the first zero. A power cut during `add` leaves an incomplete line, which is ignored: its
/// visitor has not been thanked yet.
struct Spill {
  let path: String
  /// The answers in the file, in the order of recording.
  private(set) var answers: [Answer] = []
  /// The lines of `answers`.
  private var lines: [UInt8] = []

  /// The size of the file in bytes: room for more than a hundred answers.
  static var size: Int { 65_536 }

  /// Reads the file, or creates it. If that fails, the reserve has no room.
  init(path: String) {
    self.path = path
    let content = (try? readFile(path)) ?? []
    let text = content.prefix { $0 != 0 }
    lines = Array(text[...(text.lastIndex(of: UInt8(ascii: "\n")) ?? -1)])
    if !lines.isEmpty { answers = (try? Self.decode(lines)) ?? [] }
    if content.count == Self.size { return }
    do throws(SystemError) { try write(lines, creating: true) } catch { if lines.isEmpty { removeFile(path) } }
  }

  /// Adds answers, and returns when they are on disk. After an error, none of them is in the file.
  mutating func add(_ new: [Answer]) throws(SystemError) {
    var longer = lines
    for answer in new { longer += answer.jsonBytes + [UInt8(ascii: "\n")] }
    if longer.count > Self.size { throw SystemError("write", path, errno: ENOSPC) }
    try write(longer)
    (lines, answers) = (longer, answers + new)
  }

  /// Removes all answers.
  mutating func clear() throws(SystemError) {
    try write([])
    (lines, answers) = ([], [])
  }

  /// Overwrites the whole file with lines and zeros after them, which allocates no disk space.
  private func write(_ lines: [UInt8], creating: Bool = false) throws(SystemError) {
    let file = try FileDescriptor(opening: path, flags: O_WRONLY | (creating ? O_CREAT : 0), mode: 0o600)
    try file.write(lines + [UInt8](repeating: 0, count: max(Self.size - lines.count, 0)))
    try file.synchronize()
  }

  private static func decode(_ lines: [UInt8]) throws(JournalError) -> [Answer] {
    let connection = try Connection("the reserve", .memory, busyTimeout: 0, for: "read")
    let rows = try AnswerRows(Schema.decodeJSON, connection)
    var answers: [Answer] = []
    for (number, line) in lines.split(separator: UInt8(ascii: "\n")).enumerated() {
      rows.select.bind(1, String(decoding: line, as: UTF8.self))
      rows.select.bind(2, Int64(number))
      while let row = try rows.next() { answers.append(row.answer) }
    }
    return answers
  }
}
