import Basics
import System

/// Standard output, in large writes: what cannot be written there fails the command. Whoever is done calls `flush`.
struct Output {
  private var pending: [UInt8] = []

  /// One line that is written at once, whatever is in it (`oneLine`).
  static func line(_ line: String = "") throws { try text(oneLine(line) + "\n") }

  /// A text that is written at once, as it is.
  static func text(_ text: String) throws {
    var output = Output()
    try output.add(text)
    try output.flush()
  }

  mutating func add(_ text: String) throws(Failure) {
    pending.append(contentsOf: text.utf8)
    if pending.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws(Failure) {
    do throws(SystemError) { try Standard.output(bytes: pending) } catch { throw Failure(error.message) }
    pending.removeAll(keepingCapacity: true)
  }
}
