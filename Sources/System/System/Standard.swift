import Basics
import CLinux

/// How much a line of the log matters, as syslog(3) counts it.
package enum LogPriority: Int32, Sendable {
  /// The terminal cannot do what it is for.
  case error = 3
  /// It goes on, and somebody should look.
  case warning = 4
  /// Usual, and worth knowing.
  case notice = 5
  /// For who looks closely.
  case info = 6
}

/// The standard streams of a program, unbuffered: a line that was written is out, whatever happens next.
///
/// Nobody may take what was not written for what there was to say: `output` throws. A pipe that nobody reads ends a program by
/// SIGPIPE, as it ends others; where that is ignored or blocked, it is an error like any other.
///
/// An answer's content never goes into a log: `outputUnlogged` prints it to a shell or a pipe only, and what would put it into
/// an error asks `errorIsJournal` first.
package enum Standard {
  /// Whether standard output goes to the system's journal: $JOURNAL_STREAM names what it is connected to.
  package static let outputIsJournal = isJournal(1)
  /// The same of standard error.
  package static let errorIsJournal = isJournal(2)

  /// What a program does first. A stream that was closed is held, so that no screen and no journal becomes it; what is written there
  /// is still an error. So is a write beyond a limit on the size of files, which else would end the program (SIGXFSZ).
  package static func prepare() {
    cl_hold_standard_streams()
    Signal.ignore(Signal.fileTooLarge)
  }

  /// Runs a program: prepares the streams and calls `body`. If that throws, prints the error and exits with its status.
  package static func run(_ body: () throws(ProgramError) -> Void) {
    prepare()
    do throws(ProgramError) {
      try body()
    } catch {
      for line in error.lines { Standard.error(line) }
      exit(error.status)
    }
  }

  /// One line on standard output, whatever is in it (`oneLine`).
  package static func output(_ line: String) throws(SystemError) {
    try output(bytes: Array((oneLine(line) + "\n").utf8))
  }

  /// One line on standard output, unless that is the journal: for what a log must not keep.
  package static func outputUnlogged(_ line: String) throws(SystemError) { if !outputIsJournal { try output(line) } }

  /// A text as it is.
  package static func output(_ text: StaticString) throws(SystemError) {
    try check(writeAll(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), to: 1))
  }

  /// Bytes as they are.
  package static func output(bytes: [UInt8]) throws(SystemError) {
    try check(bytes.withUnsafeBytes { writeAll($0, to: 1) })
  }

  private static func check(_ errno: Int32) throws(SystemError) {
    if errno == 0 { return }
    throw SystemError(
      "write to", "standard output", errno: errno,
      suggestion: "the output is incomplete; send it elsewhere, and try again")
  }

  /// One line on standard error, whatever is in it (`oneLine`), with the program's name. In the journal it has a priority, 3...6
  /// (`journalctl -p`), which a person at a shell is not shown.
  package static func error(_ line: String, _ priority: LogPriority = .error) {
    errorText(logLine(line, priority, program: String(cString: cl_program_name()), forJournal: errorIsJournal))
  }

  /// A text on standard error, as it is. Where that fails there is nobody left to be told; nor does a terminal wait for whoever
  /// does not read its log, where the descriptor lets it (O_NONBLOCK): the rest is dropped.
  package static func errorText(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { writeAll($0, to: 2, waits: false) }
  }

  /// What `error` writes. The journal takes "<N>" off a line's beginning, and knows the program without being told.
  static func logLine(_ line: String, _ priority: LogPriority, program: String, forJournal: Bool) -> String {
    if forJournal { return "<" + "\(priority.rawValue)" + ">" + oneLine(line) + "\n" }
    return program + ": " + oneLine(line) + "\n"
  }

  /// Whether a descriptor is what $JOURNAL_STREAM names: "DEVICE:INODE", as fstat(2) has them. A variable that was passed on
  /// to a program whose streams go elsewhere is no sign.
  static func isJournal(_ descriptor: Int32, variable: String? = Environment["JOURNAL_STREAM"]) -> Bool {
    guard let variable else { return false }
    var (device, inode): (UInt64, UInt64) = (0, 0)
    if cl_file_identity(descriptor, &device, &inode) < 0 { return false }
    return variable.utf8.elementsEqual(("\(device)" + ":" + "\(inode)").utf8)
  }
}
