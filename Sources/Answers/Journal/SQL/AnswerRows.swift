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
    var array = JSONWriter()
    array.add(nil, reasons)
    insert.bind(10, array.text)
    insert.bind(11, language)
    insert.bind(12, Int64(flags.rawValue))
    insert.bind(13, terminal)
    insert.bind(14, isSynchronised ? 1 : 0)
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
  /// `Schema.reasons`: SQLite decodes the JSON array.
  private let reasons: Statement

  init(_ sql: String, _ connection: Connection) throws(JournalError) {
    self.connection = connection
    select = try Schema.prepare(sql, connection)
    reasons = try connection.prepare(Schema.reasons)
  }

  /// Returns the next answer and its row's sequence number; `nil` after the last row, which also resets the statement.
  func next() throws(JournalError) -> (sequence: Int64, answer: Answer)? {
    while true {
      switch select.step() {
      case SQLITE_ROW:
        let sequence = select.number(15)
        if let answer = answer() { return (sequence, answer) }
        if sequence > lastBad { (badRows, lastBad) = (badRows + 1, sequence) }
      case SQLITE_DONE:
        select.reset()
        return nil
      default: throw connection.error()
      }
    }
  }

  /// Counts skipped rows from the first one again.
  func startOver() { (badRows, lastBad) = (0, .min) }

  /// Decodes the current row; `nil` if the journal cannot have written it.
  private func answer() -> Answer? {
    guard
      let uuid = AnswerID(select.text(0)), let visit = select.isNull(7) ? uuid : AnswerID(select.text(7)),
      let steps = Int32(exactly: select.number(1)), let stepsPerStar = Int32(exactly: select.number(2)),
      let starCount = Int32(exactly: select.number(3)), let flags = Int32(exactly: select.number(11)),
      let reasons = decodedReasons()
    else { return nil }
    var answer = Answer(
      uuid: uuid, steps: steps, stepsPerStar: stepsPerStar, starCount: starCount, wall: select.number(4),
      monotonic: select.number(5), bootID: select.text(6), visit: visit, question: select.text(8), reasons: reasons,
      language: select.text(10), flags: Answer.Flags(rawValue: flags), terminal: select.text(12),
      isSynchronised: select.number(13) != 0)
    if !select.isNull(14) { answer.repairedWall = select.number(14) }
    return answer.isOnScale ? answer : nil
  }

  /// Decodes the current row's reasons; `nil` unless they are a JSON array of texts.
  private func decodedReasons() -> [String]? {
    reasons.bind(1, select.text(9))
    defer { reasons.reset() }
    var texts: [String] = []
    var code = reasons.step()
    while code == SQLITE_ROW {
      // Half of a surrogate pair becomes invalid UTF-8.
      guard !reasons.isNull(0), let text = String(validating: reasons.bytes(0), as: UTF8.self) else { return nil }
      texts.append(text)
      code = reasons.step()
    }
    return code == SQLITE_DONE ? texts : nil
  }
}
