/// Why a recording cannot be used, and where.
package struct RecordingError: Error, Hashable {
  /// What is wrong.
  package enum Problem: Hashable, Sendable {
    /// No byte at all.
    case empty
    /// More bytes than `Recording.byteLimit`.
    case tooLarge
    /// The first line is not "# EVEMU 1.x".
    case notARecording
    /// A line that evemu does not write.
    case malformed(String)
    /// The last line has no end.
    case cutLine
    /// Events or the end came before N:, B: and A: lines.
    case noDescription
    /// Nobody touched.
    case noEvents
    /// An event is before the one above it.
    case timeRunsBackwards
    /// The last event is no SYN_REPORT.
    case endsInsideFrame
    /// A finger is still down.
    case endsTouched
  }

  /// From 1.
  package let line: Int
  /// What is wrong.
  package let problem: Problem

  /// A problem at a line.
  package init(line: Int, _ problem: Problem) {
    self.line = line
    self.problem = problem
  }

  /// One line: where, what and the cure. The caller puts the path before it.
  @export(interface) package var message: String {
    let (what, suggestion): (String, String) =
      switch problem {
      case .empty: ("the recording is empty", "record it with evemu-record")
      case .tooLarge: ("the recording is larger than \(Recording.byteLimit >> 20) MiB", "record a shorter one")
      case .notARecording: ("this is not a recording (no \"# EVEMU 1.\" at its start)", "record it with evemu-record")
      case .malformed(let what): (what, "record it again, or correct the line")
      case .cutLine: ("the last line is cut off: the recording is truncated", "record it again")
      case .noDescription: ("the recording does not describe its device (N:, B: and A: lines)", "record it again")
      case .noEvents: ("the recording has no events: nobody touched, or it is truncated", "record it again")
      case .timeRunsBackwards: ("the time is before that of the event above", "record it again, or correct the line")
      case .endsInsideFrame: ("the recording does not end with SYN_REPORT: it is truncated", "record it again")
      case .endsTouched: ("the recording ends while a finger is down: it is truncated", "record it again")
      }
    return "line \(line): " + what + "; " + suggestion
  }
}
