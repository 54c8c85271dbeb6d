import Geometry

/// Fills large areas from a pattern in ordinary memory, which is copied to them. On x86-64 the C library copies with the widest registers of
/// the processor, where Swift stores 16 bytes at a time.
enum PatternCopy {
  /// The words of the pattern: 2 KB. Longer copies are not faster.
  private typealias Pattern = InlineArray<512, UInt32>

  /// Whether copying is faster: on x86-64, in rows of at least 512 bytes, if the pattern is used often enough. A byte is repeated by `memset`,
  /// which is faster still.
  static func isFaster(rows: Int, bytes: Int, _ word: UInt32) -> Bool {
    #if arch(x86_64)
      bytes >= 512 && rows &* bytes >= 8 &* MemoryLayout<Pattern>.size && word != word >> 8 | word << 24
    #else
      false
    #endif
  }

  /// Repeats `word` in rows of `bytes` bytes, which are `pitch` bytes apart. The word is a pixel of four bytes or two of two.
  static func fill(_ start: UnsafeMutableRawPointer, pitch: Int, rows: Int, bytes: Int, _ word: UInt32) {
    // On the stack, because a frame allocates nothing.
    var pattern = Pattern(repeating: word)
    unsafe withUnsafeBytes(of: &pattern) { pattern in
      // The pattern is not empty, so it has an address.
      let from = pattern.baseAddress!
      var row = unsafe start
      for _ in 0..<rows {
        var at = unsafe row
        var left = bytes
        while left > 0 {
          let count = min(left, pattern.count)
          unsafe at.copyMemory(from: from, byteCount: count)
          unsafe at += count
          left &-= count
        }
        unsafe row += pitch
      }
    }
  }
}
