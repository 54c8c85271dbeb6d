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

extension CommandSyntax {
  /// Reads the arguments of a program that accepts only options into `options`, and returns them. Returns `nil` after it has printed the help
  /// or the version.
  package func read(into options: Options) throws(ProgramError) -> Options? {
    var options = options
    switch try parse(into: &options) {
    case .print(let text):
      try Output.text(text)
      return nil
    case .words(let words):
      if let word = words.first { throw usage("unexpected argument " + word) }
      return options
    }
  }
}
