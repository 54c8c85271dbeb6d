import Basics
import System

/// Standard output in large writes. The caller ends with `flush()`.
struct BufferedOutput {
  private var pending: [UInt8] = []

  mutating func add(_ text: String) throws(ProgramError) {
    pending.append(contentsOf: text.utf8)
    if pending.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws(ProgramError) {
    try Output.bytes(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
