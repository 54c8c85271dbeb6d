import System

/// What is printed on standard output: where that does not take it, the program has failed.
enum Output {
  static func line(_ line: String) throws(BenchError) {
    do throws(SystemError) { try Standard.output(line) } catch { throw .failure(error.message) }
  }

  static func text(_ text: StaticString) throws(BenchError) {
    do throws(SystemError) { try Standard.output(text) } catch { throw .failure(error.message) }
  }
}
