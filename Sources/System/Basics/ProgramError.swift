import CLinux

// Safety: the program's name ends with a zero and never changes.

/// The lines that a program prints on standard error before it exits, and its exit status.
package struct ProgramError: Error {
  /// None if the status says it all.
  package let lines: [String]
  package let status: Int32

  package init(lines: [String], status: Int32) { (self.lines, self.status) = (lines, status) }

  /// An operation failed on this machine: status 1.
  package static func failure(_ message: String) -> ProgramError { .failures([message]) }
  package static func failures(_ lines: [String]) -> ProgramError { ProgramError(lines: lines, status: 1) }

  /// The configuration cannot work, and a restart would not help: status 2.
  package static func configuration(_ message: String) -> ProgramError { ProgramError(lines: [message], status: 2) }

  /// The command line is wrong: status 2.
  @export(interface) package static func usage(_ message: String) -> ProgramError {
    unsafe ProgramError(lines: [message + "; see " + String(cString: cl_program_name()) + " --help"], status: 2)
  }
}
