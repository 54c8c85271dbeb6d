/// Splits a stream of bytes into lines. A line that is too long is cut at a character.
package struct LineReader {
  /// The maximum length of a line in bytes, without its line feed.
  package static var limit: Int { 1024 }

  private var line: [UInt8] = []
  /// The first byte that did not fit.
  private var excess: UInt8?

  package init() {}

  /// Adds a byte. Returns the line if the byte ends one.
  package mutating func add(_ byte: UInt8) -> [UInt8]? {
    if byte == UInt8(ascii: "\n") {
      if let excess { cut(before: excess) }
      defer {
        line.removeAll(keepingCapacity: true)
        excess = nil
      }
      return line
    }
    if line.count < Self.limit {
      line.append(byte)
    } else if excess == nil {
      excess = byte
    }
    return nil
  }

  /// Removes the beginning of a character that continues with `next`. UTF-8 encodes a character in at most four bytes.
  private mutating func cut(before next: UInt8) {
    var next = next
    for _ in 0..<3 {
      if !(0x80..<0xc0).contains(next) { return }
      next = line.removeLast()
    }
  }
}
