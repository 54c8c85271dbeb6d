import Basics

/// Standard output for a program that exits with an error if it cannot print.
package enum Output {
  /// Prints one line; control characters become spaces (`oneLine`).
  package static func line(_ line: String = "") throws(ProgramError) { try text(oneLine(line) + "\n") }

  package static func text(_ text: String) throws(ProgramError) { try bytes(Array(text.utf8)) }

  @export(interface) package static func bytes(_ bytes: [UInt8]) throws(ProgramError) {
    do throws(SystemError) { try Standard.output(bytes: bytes) } catch { throw .failure(error.message) }
  }
}
