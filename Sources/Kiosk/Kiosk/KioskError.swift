import Settings

/// A command line that makes no sense, or a start that failed: lines for standard error, and the exit status.
package struct KioskError: Error {
  /// One or more.
  package let lines: [String]
  package let status: Int32

  /// Wrong words in several places: status 2.
  init(lines: [String]) { self.init(lines, status: 2) }

  private init(_ lines: [String], status: Int32) {
    self.lines = lines
    self.status = status
  }

  /// Something on this machine is not as asked: status 1.
  static func failure(_ message: String) -> KioskError { KioskError([message], status: 1) }

  /// The same for a reason in several lines.
  static func failures(_ lines: [String]) -> KioskError { KioskError(lines, status: 1) }

  /// Wrong words on the command line: status 2.
  static func usage(_ message: String) -> KioskError {
    KioskError([message + "; see star-kiosk --help"], status: 2)
  }

  /// The same for what a configuration names and only the start finds out.
  static func configuration(_ message: String) -> KioskError { KioskError([message], status: 2) }

  /// A wrong configuration: starting again would not help, so status 2, too.
  init(_ mistakes: Mistakes) {
    self.init(mistakes.list.map { $0.message }, status: 2)
  }
}
