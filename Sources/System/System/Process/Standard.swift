import Basics
import CLinux

// Safety: the C library reads its arguments, and fills the variables, before the call returns.

/// The priority of a log line, with the values of syslog(3).
package enum LogPriority: Int32, Sendable {
  /// The kiosk does not work.
  case error = 3
  /// The kiosk works, but the operator should check it.
  case warning = 4
  /// Normal but significant.
  case notice = 5
  /// Informational.
  case info = 6
}

/// The standard streams, unbuffered: a printed line is written before the call returns.
///
/// A failed write to standard output is an error, so that incomplete output does not look complete. A closed pipe kills the process by
/// SIGPIPE; if that signal is ignored or queued, it is an error as well.
///
/// Logs must not contain the content of answers. `outputUnlogged` prints only to a shell or a pipe. Before an answer becomes part
/// of an error message, check `errorIsJournal`.
package enum Standard {
  /// Whether standard output is the systemd journal: $JOURNAL_STREAM identifies it.
  package static let outputIsJournal = isJournal(1)
  /// Whether standard error is the systemd journal.
  package static let errorIsJournal = isJournal(2)

  /// Occupies the standard streams that are closed, so that no screen or journal gets their descriptors; writing to them still fails.
  /// Exceeding the file size limit becomes an error instead of a signal. A trap prints a line, which Embedded Swift does not do itself.
  /// Call this first.
  package static func prepare() {
    cl_hold_standard_streams()
    cl_raise_descriptor_limit()
    Signal.ignore(Signal.fileTooLarge)
    let name = unsafe String(cString: cl_program_name())
    let line = logLine("stopped by a trap at ", .error, program: name, forJournal: errorIsJournal)
    unsafe cl_report_traps(String(decoding: line.utf8.dropLast(), as: UTF8.self))
  }

  /// Calls `prepare()`, then `body`. If that throws, prints the error and exits with its status.
  package static func run(_ body: () throws(ProgramError) -> Void) {
    prepare()
    do throws(ProgramError) { try body() } catch {
      for line in error.lines { Standard.error(line) }
      exit(error.status)
    }
  }

  /// Prints one line on standard output; control characters become spaces (`oneLine`).
  package static func output(_ line: String) throws(SystemError) {
    try output(bytes: Array((oneLine(line) + "\n").utf8))
  }

  /// Prints one line on standard output, unless standard output is the journal.
  package static func outputUnlogged(_ line: String) throws(SystemError) { if !outputIsJournal { try output(line) } }

  /// Prints bytes on standard output.
  package static func output(bytes: [UInt8]) throws(SystemError) {
    let errno = writeAll(bytes, to: 1)
    if errno == 0 { return }
    throw SystemError(
      "write to", "standard output", errno: errno,
      suggestion: "the output is incomplete; send it elsewhere, and try again")
  }

  /// Prints the program's name and one line on standard error; control characters become spaces (`oneLine`). In the journal, the line has
  /// the given priority, for `journalctl -p`.
  @export(interface) package static func error(_ line: String, _ priority: LogPriority = .error) {
    unsafe errorText(logLine(line, priority, program: String(cString: cl_program_name()), forJournal: errorIsJournal))
  }

  /// Prints a text on standard error. A failed write is ignored. If the descriptor is non-blocking and its reader is too slow, the rest of
  /// the text is dropped. After `neverWait()`, this applies to a blocking descriptor as well.
  package static func errorText(_ text: String) { _ = writeAll(Array(text.utf8), to: 2, waits: false) }

  /// From now on, drops lines for standard error while its reader is too slow, so that a stalled log does not stall a service. Programs
  /// that are run by hand do not call this: they wait, so that a pager gets all lines.
  package static func neverWait() { cl_never_wait_for_errors() }

  /// Returns the line that `error` prints. The journal removes "<N>" from the beginning of the line, and adds the program's name itself.
  static func logLine(_ line: String, _ priority: LogPriority, program: String, forJournal: Bool) -> String {
    if forJournal { return "<\(priority.rawValue)>" + oneLine(line) + "\n" }
    return program + ": " + oneLine(line) + "\n"
  }

  /// Returns whether $JOURNAL_STREAM, "DEVICE:INODE", identifies the descriptor. A program that inherited the variable may have
  /// other streams.
  static func isJournal(_ descriptor: Int32, variable: String? = Environment["JOURNAL_STREAM"]) -> Bool {
    guard let variable else { return false }
    var (device, inode): (UInt64, UInt64) = (0, 0)
    if unsafe cl_file_identity(descriptor, &device, &inode) < 0 { return false }
    return variable.utf8.elementsEqual("\(device):\(inode)".utf8)
  }
}
