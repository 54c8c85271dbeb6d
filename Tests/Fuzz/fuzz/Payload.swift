import CSQLite
import Journal

/// Any answer that a journal may hold makes a payload that another reader of JSON accepts, on one line.
func fuzzPayload(_ bytes: [UInt8]) {
  var input = Input(bytes)
  var answer = Answer(
    uuid: AnswerID(random: UInt64(bitPattern: input.int64()), UInt64(bitPattern: input.int64())), steps: input.int32(),
    stepsPerStar: input.int32(), starCount: input.int32(), wall: input.int64(), monotonic: input.int64(),
    bootID: input.text(), question: input.text(), reasons: (0..<input.byte() % 33).map { _ in input.text() },
    language: input.text(), flags: .init(rawValue: input.int32()), kiosk: input.text(), isSynchronised: input.flag(),
    kind: Answer.kinds[Int(input.byte()) % Answer.kinds.count], chosen: (0..<input.byte() % 9).map { _ in input.text() }
  )
  if input.flag() { answer.time.repairedWall = input.int64() }
  if !answer.isValid { return }
  let payload = answer.jsonBytes
  require(!payload.contains { $0 < 0x20 }, "a line break or a control character")
  require(String(validating: payload, as: UTF8.self) != nil, "invalid UTF-8")
  // U+0000 is the only character that SQLite's functions do not take; in JSON it is escaped.
  require(json.value(of: payload, at: "$.uuid") == answer.uuid.text, "not JSON, or another uuid")
  require(json.value(of: payload, at: "$.steps") == "\(answer.steps)", "other steps")
  require(AnswerID(answer.uuid.text) == answer.uuid, "another identity")
}

/// Used by one thread.
nonisolated(unsafe) private let json = JSONReader()

/// SQLite's reader of JSON.
private final class JSONReader {
  private var handle: OpaquePointer?
  private var statement: OpaquePointer?

  init() {
    sqlite3_open(":memory:", &handle)
    sqlite3_prepare_v2(handle, "SELECT CASE WHEN json_valid(?1) THEN json_extract(?1, ?2) END", -1, &statement, nil)
  }

  func value(of json: [UInt8], at path: String) -> String? {
    defer { sqlite3_reset(statement) }
    _ = json.withUnsafeBytes { cs_bind_text(statement, 1, $0.baseAddress, Int32($0.count)) }
    cs_bind_text(statement, 2, path, Int32(path.utf8.count))
    if sqlite3_step(statement) != SQLITE_ROW { return nil }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) }
  }
}
