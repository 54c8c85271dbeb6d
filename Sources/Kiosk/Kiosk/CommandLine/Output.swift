import System

/// What commands print: where standard output does not take it, the command has failed.
enum Output {
  static func line(_ line: String) throws(KioskError) {
    do throws(SystemError) { try Standard.output(line) } catch { throw .failure(error.message) }
  }

  static func text(_ text: StaticString) throws(KioskError) {
    do throws(SystemError) { try Standard.output(text) } catch { throw .failure(error.message) }
  }
}
