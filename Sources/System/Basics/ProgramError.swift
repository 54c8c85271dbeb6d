import CLinux

// Safety: the program's name ends with a zero and never changes.

/// The lines that a program prints on standard error before it exits, and its exit status.
package struct ProgramError: Error {
  /// The lines to print; empty if the exit status is enough.
  package let lines: [String]
  package let status: Int32

  package init(lines: [String], status: Int32) { (self.lines, self.status) = (lines, status) }

  /// Returns the error for an operation that failed on this machine, with the exit status 1.
  package static func failure(_ message: String) -> ProgramError { .failures([message]) }
  package static func failures(_ lines: [String]) -> ProgramError { ProgramError(lines: lines, status: 1) }

  /// Returns the error for a configuration that cannot work, which a restart would not help: exit status 2.
  package static func configuration(_ message: String) -> ProgramError { ProgramError(lines: [message], status: 2) }

  /// Returns the error for an invalid command line: exit status 2.
  @export(interface) package static func usage(_ message: String) -> ProgramError {
    unsafe ProgramError(lines: [message + "; see " + String(cString: cl_program_name()) + " --help"], status: 2)
  }
}
