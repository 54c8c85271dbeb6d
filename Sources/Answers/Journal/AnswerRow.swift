import CSQLite

/// An answer as the columns of a statement: `Schema.insert` to write, `Schema.select` to read.
extension Answer {
  /// Binds all of it; the texts are copied.
  func bind(to insert: OpaquePointer) {
    bindText(insert, 1, uuid.text)
    sqlite3_bind_int(insert, 2, steps)
    sqlite3_bind_int(insert, 3, stepsPerStar)
    sqlite3_bind_int(insert, 4, starCount)
    sqlite3_bind_int64(insert, 5, wall)
    sqlite3_bind_int64(insert, 6, monotonic)
    bindText(insert, 7, bootID)
    bindText(insert, 8, visit.text)
    bindText(insert, 9, question)
    bindText(insert, 10, ReasonsText.write(reasons))
    bindText(insert, 11, language)
    sqlite3_bind_int(insert, 12, flags.rawValue)
    bindText(insert, 13, terminal)
    sqlite3_bind_int(insert, 14, isSynchronised ? 1 : 0)
  }

  /// The row that a `Schema.select` stands on; `nil` for one that this program cannot have written.
  init?(row select: OpaquePointer) {
    guard
      let uuid = AnswerID(columnText(select, 0)),
      let steps = Int32(exactly: sqlite3_column_int64(select, 1)),
      let stepsPerStar = Int32(exactly: sqlite3_column_int64(select, 2)),
      let starCount = Int32(exactly: sqlite3_column_int64(select, 3)),
      let reasons = ReasonsText.read(columnBytes(select, 9)),
      let flags = Int32(exactly: sqlite3_column_int64(select, 11))
    else { return nil }
    var visit = uuid
    if sqlite3_column_type(select, 7) != SQLITE_NULL {
      guard let named = AnswerID(columnText(select, 7)) else { return nil }
      visit = named
    }
    self.init(
      uuid: uuid, steps: steps, stepsPerStar: stepsPerStar, starCount: starCount,
      wall: sqlite3_column_int64(select, 4), monotonic: sqlite3_column_int64(select, 5),
      bootID: columnText(select, 6), visit: visit, question: columnText(select, 8), reasons: reasons,
      language: columnText(select, 10), flags: Flags(rawValue: flags), terminal: columnText(select, 12),
      isSynchronised: sqlite3_column_int(select, 13) != 0)
    if sqlite3_column_type(select, 14) != SQLITE_NULL { repairedWall = sqlite3_column_int64(select, 14) }
  }
}

/// Binds a copy of the text.
func bindText(_ statement: OpaquePointer, _ column: Int32, _ text: String) {
  bindText(statement, column, Array(text.utf8))
}

private func bindText(_ statement: OpaquePointer, _ column: Int32, _ text: [UInt8]) {
  _ = text.withUnsafeBytes { bytes in
    // An empty array may have no address, and a text without one would be NULL.
    bytes.withMemoryRebound(to: CChar.self) { text in
      text.isEmpty
        ? cs_bind_text(statement, column, "", 0)
        : cs_bind_text(statement, column, text.baseAddress, Int32(text.count))
    }
  }
}

/// A text column's content, valid until the statement moves on; empty for NULL.
private func columnBytes(_ statement: OpaquePointer, _ column: Int32) -> UnsafeBufferPointer<UInt8> {
  guard let text = sqlite3_column_text(statement, column) else { return UnsafeBufferPointer(start: nil, count: 0) }
  return UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column)))
}

/// A text column's content; empty for NULL.
func columnText(_ statement: OpaquePointer, _ column: Int32) -> String {
  String(decoding: columnBytes(statement, column), as: UTF8.self)
}
