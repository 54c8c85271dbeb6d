/// A journal's answers as text, piece by piece.
package struct AnswerExport {
  package enum Format: String {
    /// RFC 4180, with a header line.
    case csv
    /// A JSON object on each line.
    case jsonl
  }

  private let reader: JournalReader
  private let format: Format
  private let keeps: (Answer) -> Bool
  private var state = State.start

  private enum State {
    case start, reading, end
    /// The answers before a damaged row have been returned.
    case failed(JournalError)
  }

  /// - Parameter keeps: Whether an answer is exported.
  package init(_ reader: JournalReader, _ format: Format, keeps: @escaping (Answer) -> Bool = { _ in true }) {
    (self.reader, self.format, self.keeps) = (reader, format, keeps)
  }

  /// Returns the next piece, of about 64 KiB; `nil` after the last one.
  ///
  /// - Throws: What `JournalReader.next` throws, once all answers that can be read were returned.
  package mutating func next() throws(JournalError) -> String? {
    var piece = ""
    switch state {
    case .start: piece = format == .csv ? Answer.csvHeader : ""
    case .reading: break
    case .end: return nil
    case .failed(let error): throw error
    }
    state = .reading
    do throws(JournalError) {
      while piece.utf8.count < 1 << 16 {
        guard let answer = try reader.next() else {
          state = .end
          break
        }
        if keeps(answer) { piece += format == .csv ? answer.csv : answer.json + "\n" }
      }
    } catch { state = .failed(error) }
    return piece
  }
}
