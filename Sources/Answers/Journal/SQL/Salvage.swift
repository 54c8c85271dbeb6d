import CSQLite

/// Reads as many pending answers as possible from a database that may be damaged, or may come from a newer version or another program.
///
/// SQLite stops at the first damaged page. The salvage then searches for the next sequence number that can be read, and continues there.
struct Salvage {
  private let connection: Connection
  private let rows: AnswerRows
  private let sequences: Statement

  /// The number of reads that may fail before the salvage ends: a flipped bit can turn a sequence number into any other.
  private static var patience: Int { 50_000 }
  /// The number of rows behind an unreadable one that are read one by one.
  private static var neighbors: Int { 200 }

  /// Returns `nil` if the database cannot be opened or has no table of answers.
  init?(_ connection: Connection) {
    self.connection = connection
    for version in stride(from: Schema.version, through: 1, by: -1) {
      guard let rows = try? AnswerRows(Schema.pendingInTable(version: version), connection),
        let sequences = try? connection.prepare(
          "SELECT sequence FROM answers NOT INDEXED WHERE sequence >= ?1 ORDER BY sequence")
      else { continue }
      (self.rows, self.sequences) = (rows, sequences)
      return
    }
    return nil
  }

  /// Calls `body` with each pending answer in the order of recording. It may get some answers more than once.
  ///
  /// - Throws: Only what `body` throws.
  func visit(_ body: (Answer) throws(JournalError) -> Void) throws(JournalError) {
    var next: Int64 = 1
    var patience = Self.patience
    while patience > 0 {
      guard let last = try read(from: next, to: .max, body) else { return }
      patience -= 1
      let rows = sequences(after: last)
      for sequence in rows.numbers where try read(from: sequence, to: sequence, body) != nil { patience -= 1 }
      // A sequence number that is out of order is either far above its neighbors or below them.
      var end = max(last, rows.numbers.last ?? last)
      if end < next { end = max(next, rows.numbers.max() ?? next) }
      guard end < Int64.max else { return }
      next = end + 1
      if rows.endAtDamage {
        guard let found = readable(after: end, &patience) else { return }
        for sequence in max(next, found.probe - found.step + 1)..<max(next, found.probe) {
          _ = try read(from: sequence, to: sequence, body)
        }
        next = found.probe
      }
    }
  }

  /// Reads the answers of a range. Returns `nil` if all could be read, otherwise the number of the last one that was read.
  private func read(
    from first: Int64, to last: Int64, _ body: (Answer) throws(JournalError) -> Void
  ) throws(JournalError) -> Int64? {
    rows.select.reset()
    rows.select.bind(1, first)
    rows.select.bind(2, last)
    defer { rows.select.reset() }
    var read = first - 1
    while true {
      let row: (sequence: Int64, answer: Answer)?
      do throws(JournalError) { row = try rows.next() } catch { return read }
      guard let row else { return nil }
      read = row.sequence
      try body(row.answer)
    }
  }

  /// Returns the numbers of the next rows in the order of the table, and whether a damaged page follows.
  private func sequences(after number: Int64) -> (numbers: [Int64], endAtDamage: Bool) {
    var numbers: [Int64] = []
    let (first, isOver) = number.addingReportingOverflow(1)
    if isOver { return ([], false) }
    sequences.bind(1, first)
    defer { sequences.reset() }
    while numbers.count < Self.neighbors {
      switch sequences.step() {
      case SQLITE_ROW: numbers.append(sequences.number(0))
      case SQLITE_DONE: return (numbers, false)
      default: return (numbers, true)
      }
    }
    return (numbers, false)
  }

  /// Returns the first number after `damaged` at which rows can be read again, and its distance from the number tried before; `nil` if
  /// there is none. The steps grow, because a damaged page near the root hides many rows.
  private func readable(after damaged: Int64, _ patience: inout Int) -> (probe: Int64, step: Int64)? {
    var probe = damaged
    var failures: Int64 = 0
    while patience > 0 {
      let step = 1 + failures / 100
      let (next, isOver) = probe.addingReportingOverflow(step)
      if isOver { return nil }
      probe = next
      sequences.bind(1, probe)
      defer { sequences.reset() }
      switch sequences.step() {
      case SQLITE_ROW: return (probe, step)
      case SQLITE_DONE: return nil
      default: (failures, patience) = (failures + 1, patience - 1)
      }
    }
    return nil
  }
}
