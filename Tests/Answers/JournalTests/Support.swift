import CSQLite
import Foundation

@testable import Journal

/// A temporary folder, deleted with the object.
final class TemporaryFolder {
  let path: String

  init(in parent: String = "/tmp") throws {
    var template = Array((parent + "/star-journal-XXXXXX").utf8CString)
    guard let made = template.withUnsafeMutableBufferPointer({ mkdtemp($0.baseAddress!).map { String(cString: $0) } })
    else { throw POSIXError(.ENOENT) }
    path = made
  }

  deinit {
    chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Returns the names, modes and contents of all files.
  func snapshot() throws -> [String: [UInt8]] {
    var content: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
      let mode = (attributes[.posixPermissions] as? Int) ?? -1
      let bytes = attributes[.type] as? FileAttributeType == .typeRegular ? try [UInt8](read(name)) : []
      content[name + " \(mode)"] = bytes
    }
    return content
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }
}

/// Returns the answer `number` of a series. The answers differ in every field, and every two share a visit.
func sample(_ number: Int32) -> Answer {
  func id(_ number: Int32) -> AnswerID {
    AnswerID(random: UInt64(number) &* 0x9e37_79b9_7f4a_7c15, UInt64(number))
  }
  return Answer(
    uuid: id(number), steps: number % 11, stepsPerStar: 2, starCount: 5, wall: 1_709_210_096_789 + Int64(number),
    monotonic: Int64(number) * 1_000_000_007, bootID: "6f1c2e4a-7f0e-4c0e-9d6a-0123456789ab",
    visit: id(number - number % 2), question: "q\(number % 3)",
    reasons: number % 3 == 1 ? ["slow", "loud"] : [], language: number % 2 == 1 ? "de" : "pt-BR",
    flags: Answer.Flags(rawValue: number / 2 % 64), kiosk: "gate-7", isSynchronised: true,
    kind: Answer.kinds[Int(number % 5)], chosen: number % 5 == 4 ? ["red", "sea blue"] : [],
    shown: number % 5 == 4 ? ["sea blue", "red"] : [], survey: number % 2 == 1 ? "5f1d7a84c3b2e690" : "")
}

/// Returns all answers of a journal.
func answers(at path: String) throws -> [Answer] {
  let reader = try JournalReader(path: path)
  var all: [Answer] = []
  while let answer = try reader.next() { all.append(answer) }
  return all
}

/// Executes statements like the sqlite3 shell, to create files for tests.
func sql(_ path: String, _ statements: String) throws {
  var handle: OpaquePointer?
  defer { sqlite3_close(handle) }
  guard sqlite3_open(path, &handle) == SQLITE_OK, sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK
  else { throw POSIXError(.EINVAL) }
}

/// Returns the first column of the first row as text.
func value(_ path: String, _ query: String) throws -> String {
  let connection = try Connection(path, .readWrite, busyTimeout: 0, for: "test")
  return try connection.text(query)
}

/// Returns the error of opening a journal for recording; `nil` if it succeeds.
func refusal(_ path: String) -> JournalError? {
  do throws(JournalError) {
    _ = try Journal(path: path, busyTimeout: 100)
    return nil
  } catch { return error }
}

/// Returns the error of opening a journal for reading; `nil` if it succeeds.
func readRefusal(_ path: String) -> JournalError? {
  do throws(JournalError) {
    _ = try JournalReader(path: path, busyTimeout: 100)
    return nil
  } catch { return error }
}
