import System

/// What is printed on standard output: where that does not take it, the program has failed.
enum Output {
  static func text(_ text: StaticString) throws(CourierError) {
    do throws(SystemError) { try Standard.output(text) } catch { throw .failure(error.message) }
  }
}
