import Basics
import CSQLite

extension Answer {
  /// Binds the parameters of `Schema.insert`.
  func bind(to insert: Statement) {
    insert.bind(1, uuid.text)
    insert.bind(2, Int64(steps))
    insert.bind(3, Int64(stepsPerStar))
    insert.bind(4, Int64(starCount))
    insert.bind(5, wall)
    insert.bind(6, monotonic)
    insert.bind(7, bootID)
    insert.bind(8, visit.text)
    insert.bind(9, question)
    insert.bind(10, json(reasons))
    insert.bind(11, language)
    insert.bind(12, Int64(flags.rawValue))
    insert.bind(13, terminal)
    insert.bind(14, isSynchronised ? 1 : 0)
    insert.bind(15, kind)
    insert.bind(16, json(chosen))
  }

  private func json(_ texts: [String]) -> String {
    var array = JSONWriter()
    array.add(nil, texts)
    return array.text
  }
}

/// The answers that a `Schema.select` statement yields in ascending order. Every answer is decoded when its row is reached. A row that
/// no journal can have written, such as one with a value off its scale, is skipped and counted.
final class AnswerRows {
  let select: Statement
  /// The number of rows that were skipped, each counted once however often it is read.
  private(set) var badRows: Int64 = 0
  /// The sequence number of the last of them.
  private var lastBad = Int64.min
  private let connection: Connection
  /// `Schema.texts`: SQLite decodes the JSON array.
  private let texts: Statement

  init(_ sql: String, _ connection: Connection) throws(JournalError) {
    self.connection = connection
    select = try Schema.prepare(sql, connection)
    texts = try connection.prepare(Schema.texts)
  }

  /// Returns the next answer and its row's sequence number; `nil` after the last row, which also resets the statement.
  func next() throws(JournalError) -> (sequence: Int64, answer: Answer)? {
    while true {
      switch select.step() {
      case SQLITE_ROW:
        let sequence = select.number(17)
        if let answer = answer() { return (sequence, answer) }
        if sequence > lastBad { (badRows, lastBad) = (badRows + 1, sequence) }
      case SQLITE_DONE:
        select.reset()
        return nil
      default: throw connection.error()
      }
    }
  }

  /// Resets the count of skipped rows.
  func startOver() { (badRows, lastBad) = (0, .min) }

  /// Decodes the current row; `nil` if the journal cannot have written it.
  private func answer() -> Answer? {
    guard
      let uuid = AnswerID(select.text(0)), let visit = select.isNull(7) ? uuid : AnswerID(select.text(7)),
      let steps = Int32(exactly: select.number(1)), let stepsPerStar = Int32(exactly: select.number(2)),
      let starCount = Int32(exactly: select.number(3)), let flags = Int32(exactly: select.number(11)),
      let reasons = texts(9), let chosen = texts(16)
    else { return nil }
    var answer = Answer(
      uuid: uuid, steps: steps, stepsPerStar: stepsPerStar, starCount: starCount, wall: select.number(4),
      monotonic: select.number(5), bootID: select.text(6), visit: visit, question: select.text(8), reasons: reasons,
      language: select.text(10), flags: Answer.Flags(rawValue: flags), terminal: select.text(12),
      isSynchronised: select.number(13) != 0, kind: select.text(15), chosen: chosen)
    if !select.isNull(14) { answer.repairedWall = select.number(14) }
    return answer.isValid ? answer : nil
  }

  /// Decodes a column of the current row; `nil` unless it is a JSON array of strings.
  private func texts(_ column: Int32) -> [String]? {
    texts.bind(1, select.text(column))
    defer { texts.reset() }
    var decoded: [String] = []
    var code = texts.step()
    while code == SQLITE_ROW {
      // Half of a surrogate pair becomes invalid UTF-8.
      guard !texts.isNull(0), let text = String(validating: texts.bytes(0), as: UTF8.self) else { return nil }
      decoded.append(text)
      code = texts.step()
    }
    return code == SQLITE_DONE ? decoded : nil
  }
}
