import CSQLite

/// Reads the pending answers of a database that may be damaged, of a newer version or another program's, as far as they can be read.
///
/// SQLite stops at the first page that is damaged. The salvage goes on behind it: it looks for the next sequence number that can be found.
struct Salvage {
  private let connection: Connection
  private let rows: AnswerRows
  private let sequences: Statement

  /// The number of sequence numbers that are tried and cannot be read before the salvage ends.
  private static var patience: Int64 { 50_000 }

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

  /// Calls `body` with each pending answer in the order of recording.
  ///
  /// - Throws: Only what `body` throws.
  func visit(_ body: (Answer) throws(JournalError) -> Void) throws(JournalError) {
    var next: Int64 = 1
    while true {
      if try read(from: next, to: .max, body) { return }
      // The answers before the damaged page were read. Those that are read again have the same UUID.
      let damaged = endOfReadable(from: next)
      guard let found = readable(after: damaged) else { return }
      for sequence in max(damaged, found.probe - found.step + 1)..<found.probe {
        _ = try read(from: sequence, to: sequence, body)
      }
      next = found.probe
    }
  }

  /// Reads the answers of a range. Returns whether all could be read.
  private func read(
    from first: Int64, to last: Int64, _ body: (Answer) throws(JournalError) -> Void
  ) throws(JournalError) -> Bool {
    rows.select.reset()
    rows.select.bind(1, first)
    rows.select.bind(2, last)
    defer { rows.select.reset() }
    while true {
      let row: (sequence: Int64, answer: Answer)?
      do throws(JournalError) { row = try rows.next() } catch { return false }
      guard let row else { return true }
      try body(row.answer)
    }
  }

  /// Returns the number after the last one that can be read in a row.
  private func endOfReadable(from first: Int64) -> Int64 {
    sequences.bind(1, first)
    defer { sequences.reset() }
    var end = first
    while sequences.step() == SQLITE_ROW { end = sequences.number(0) + 1 }
    return end
  }

  /// Returns the first number from which on rows can be read, and the distance to the one tried before; `nil` if there is none. The steps
  /// grow, because a damaged page near the root hides many rows.
  private func readable(after damaged: Int64) -> (probe: Int64, step: Int64)? {
    var probe = damaged
    for failures in 0..<Self.patience {
      let step = 1 + failures / 100
      let (next, isOver) = probe.addingReportingOverflow(step)
      if isOver { return nil }
      probe = next
      sequences.bind(1, probe)
      defer { sequences.reset() }
      switch sequences.step() {
      case SQLITE_ROW: return (probe, step)
      case SQLITE_DONE: return nil
      default: continue
      }
    }
    return nil
  }
}
