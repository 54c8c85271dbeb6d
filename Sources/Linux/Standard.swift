import CLinux

/// How much a line of the log matters, as syslog(3) counts it.
public enum LogPriority: Int32, Sendable {
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
/// An answer's content never goes into a log: `outputUnlogged` prints it to a shell or a pipe only, and what would put it into
/// an error asks `errorIsJournal` first.
public enum Standard {
  /// Whether standard output goes to the system's journal: $JOURNAL_STREAM names what it is connected to.
  public static let outputIsJournal = isJournal(1)
  /// The same of standard error.
  public static let errorIsJournal = isJournal(2)

  /// One line on standard output. False where nobody reads it any more.
  @discardableResult
  public static func output(_ line: String) -> Bool { write(line + "\n", to: 1) }

  /// One line on standard output, unless that is the journal: for what a log must not keep. False where nobody reads it any
  /// more; true where it was kept back.
  @discardableResult
  public static func outputUnlogged(_ line: String) -> Bool { outputIsJournal || output(line) }

  /// One line on standard error, with the program's name. In the journal it has a priority, 3...6 (`journalctl -p`), which a
  /// person at a shell is not shown.
  public static func error(_ line: String, _ priority: LogPriority = .error) {
    write(logLine(line, priority, program: String(cString: cl_program_name()), forJournal: errorIsJournal), to: 2)
  }

  /// A text as it is.
  public static func output(_ text: StaticString) {
    write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), to: 1)
  }

  /// What `error` writes. The journal takes "<N>" off a line's beginning, and knows the program without being told.
  static func logLine(_ line: String, _ priority: LogPriority, program: String, forJournal: Bool) -> String {
    if forJournal { return "<" + "\(priority.rawValue)" + ">" + line + "\n" }
    return program + ": " + line + "\n"
  }

  /// Whether a descriptor is what $JOURNAL_STREAM names: "DEVICE:INODE", as fstat(2) has them. A variable that was passed on
  /// to a program whose streams go elsewhere is no sign.
  static func isJournal(_ descriptor: Int32, variable: String? = Environment["JOURNAL_STREAM"]) -> Bool {
    guard let variable else { return false }
    var (device, inode): (UInt64, UInt64) = (0, 0)
    if cl_file_identity(descriptor, &device, &inode) < 0 { return false }
    return variable.utf8.elementsEqual(("\(device)" + ":" + "\(inode)").utf8)
  }

  @discardableResult
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    let bytes = [UInt8](text.utf8)
    return bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  @discardableResult
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = CLinux.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if count < 0 && cl_errno() != EINTR { return false }
      written += max(count, 0)
    }
    return true
  }
}
