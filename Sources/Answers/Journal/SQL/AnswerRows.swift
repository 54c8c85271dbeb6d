import CSQLite

extension Answer {
  /// Binds the parameters of `Schema.insert`.
  func bind(to insert: Statement) {
    for (index, field) in AnswerField.recorded.enumerated() { field.value(self).bind(Int32(index) + 1, to: insert) }
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

  convenience init(_ sql: String, _ connection: Connection) throws(JournalError) {
    let select = try Schema.prepare(sql, connection)
    self.init(connection, select, texts: try connection.prepare(Schema.texts))
  }

  private init(_ connection: Connection, _ select: Statement, texts: Statement) {
    (self.connection, self.select, self.texts) = (connection, select, texts)
  }

  /// Returns the next answer and its row's sequence number; `nil` after the last row, which also resets the statement.
  func next() throws(JournalError) -> (sequence: Int64, answer: Answer)? {
    while true {
      switch select.step() {
      case SQLITE_ROW:
        let sequence = select.number(Int32(AnswerField.stored.count))
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
    var answer = Answer(
      uuid: AnswerID(high: 0, low: 0), steps: 0, stepsPerStar: 0, starCount: 0, wall: 0, monotonic: 0, bootID: "")
    for (index, field) in AnswerField.stored.enumerated() where field.read?(&answer, value(Int32(index), field)) != true
    {
      return nil
    }
    return answer.isValid ? answer : nil
  }

  /// Returns a column of the current row. Only a UUID, or what becomes known later, may be null.
  private func value(_ column: Int32, _ field: AnswerField) -> AnswerValue {
    switch field.type {
    case .integer, .boolean, .flags:
      field.isLater && select.isNull(column) ? .null : .integer(select.number(column))
    case .texts, .names: texts(column).map { .texts($0) } ?? .null
    default: select.isNull(column) ? .null : .text(select.text(column))
    }
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
