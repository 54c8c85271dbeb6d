import Raster

// Stores to places that lie apart, as a column's pixels do.

/// Stores four words, `step` bytes apart.
@inline(__always)
func storeFour<Word: BitwiseCopyable>(_ first: UnsafeMutableRawPointer, _ step: Int, _ words: Four<Word>) {
  first.storeBytes(of: words.0, as: Word.self)
  first.storeBytes(of: words.1, toByteOffset: step, as: Word.self)
  first.storeBytes(of: words.2, toByteOffset: 2 &* step, as: Word.self)
  first.storeBytes(of: words.3, toByteOffset: 3 &* step, as: Word.self)
}

/// Stores one word four times.
@inline(__always)
func storeFour<Word: BitwiseCopyable>(_ first: UnsafeMutableRawPointer, _ step: Int, _ word: Word) {
  storeFour(first, step, (word, word, word, word))
}

/// Stores one word `count` times, `step` bytes apart, four in a round; the last four overlap the round before.
@inline(__always)
func storeEach<Word: BitwiseCopyable>(_ first: UnsafeMutableRawPointer, _ step: Int, _ count: Int, _ word: Word) {
  var at = first
  if count < 4 {
    for _ in 0..<count {
      at.storeBytes(of: word, as: Word.self)
      at += step
    }
    return
  }
  let (second, third, fourth) = (first + step, first + 2 &* step, first + 3 &* step)
  let end = (count &- 4) &* step
  var offset = 0
  while offset < end {
    first.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    second.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    third.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    fourth.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    offset &+= 4 &* step
  }
  storeFour(first + end, step, word)
}

extension PixelWord {
  /// Stores `count` words, `step` bytes apart, as `storeEach` of one word does.
  @inline(__always)
  static func storeEach(
    _ first: UnsafeMutableRawPointer, _ step: Int, _ count: Int, _ words: UnsafeMutablePointer<Self>
  ) {
    var (at, next) = (first, words)
    if count < 4 {
      for _ in 0..<count {
        at.storeBytes(of: next.pointee, as: Self.self)
        at += step
        next += 1
      }
      return
    }
    let last = first + (count &- 4) &* step
    while at < last {
      storeFour(at, step, (next[0], next[1], next[2], next[3]))
      at += 4 &* step
      next += 4
    }
    let end = words + (count &- 4)
    storeFour(last, step, (end[0], end[1], end[2], end[3]))
  }
}
