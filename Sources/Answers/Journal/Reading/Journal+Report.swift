// Facts about a journal in use, for the operator.
extension Journal {
  /// Counts the pending answers.
  package func backlog() throws(JournalError) -> Int64 {
    database?.connection.operation = "count the answers in"
    return try database?.connection.number(Schema.countPending) ?? 0
  }

  /// Returns the times of the last answers, newest first, in milliseconds since 1970, corrected if possible.
  @export(interface) package func lastTimes() throws(JournalError) -> [Int64] {
    database?.connection.operation = "read answers from"
    let times = try database?.connection.text(Schema.lastTimes) ?? ""
    return times.utf8.split(separator: UInt8(ascii: ",")).compactMap {
      Int64(String(decoding: Array($0), as: UTF8.self))
    }
  }
}
