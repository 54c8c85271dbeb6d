// Functions that store words at equal distances, such as the pixels of a column. Unsafe: the caller ensures that the addresses are valid.

typealias Four<Word> = (Word, Word, Word, Word)

/// Stores four words, `step` bytes apart.
@inline(__always)
func storeFour<Word: BitwiseCopyable>(_ first: UnsafeMutableRawPointer, _ step: Int, _ words: Four<Word>) {
  unsafe first.storeBytes(of: words.0, as: Word.self)
  unsafe first.storeBytes(of: words.1, toByteOffset: step, as: Word.self)
  unsafe first.storeBytes(of: words.2, toByteOffset: 2 &* step, as: Word.self)
  unsafe first.storeBytes(of: words.3, toByteOffset: 3 &* step, as: Word.self)
}

@inline(__always)
func storeFour<Word: BitwiseCopyable>(_ first: UnsafeMutableRawPointer, _ step: Int, _ word: Word) {
  unsafe storeFour(first, step, (word, word, word, word))
}

/// Stores one word `count` times, `step` bytes apart, four per iteration. The last four overlap those before.
@inline(__always)
func storeEach<Word: BitwiseCopyable>(_ first: UnsafeMutableRawPointer, _ step: Int, _ count: Int, _ word: Word) {
  if count < 4 {
    for i in 0..<count { unsafe (first + i &* step).storeBytes(of: word, as: Word.self) }
    return
  }
  let last = unsafe first + (count &- 4) &* step
  unsafe storeEach(first, before: last, step, word)
  unsafe storeFour(last, step, word)
}

/// Stores one word at each place before `end`, `step` bytes apart. It may also store at up to three places from `end` on, which the caller
/// then overwrites.
@inline(__always)
func storeEach<Word: BitwiseCopyable>(
  _ first: UnsafeMutableRawPointer, before end: UnsafeMutableRawPointer, _ step: Int, _ word: Word
) {
  // With one pointer, the compiler would add `step` to it after each store.
  let (second, third, fourth) = unsafe (first + step, first + 2 &* step, first + 3 &* step)
  let length = unsafe end - first
  var offset = 0
  while offset < length {
    unsafe first.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    unsafe second.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    unsafe third.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    unsafe fourth.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    offset &+= 4 &* step
  }
}

// Functions that store a run's pixels. `line` is the address of the line's first pixel on the surface, and pixels are `step` bytes apart.
// Unsafe: the caller ensures that the run lies on the surface and that its indices lie within the words.
extension Run {
  /// Stores the words at the indices of the run's pixels.
  @inline(__always)
  func store<Word: PixelWord>(_ line: UnsafeMutableRawPointer, _ step: Int, _ word: (Int) -> Word) {
    let pixels = unsafe line + Int(start) &* step
    if !isFramed {
      for i in 0..<count { unsafe (pixels + i &* step).storeBytes(of: word(Int(first) &+ i), as: Word.self) }
      return
    }
    func four(_ i: Int) -> Four<Word> { (word(i), word(i &+ 1), word(i &+ 2), word(i &+ 3)) }
    let lastFour = unsafe line + (Int(end) &- 4) &* step
    unsafe storeFour(pixels, step, four(Int(first)))
    unsafe storeEach(pixels + 4 &* step, before: lastFour, step, word(Int(first) &+ 4))
    unsafe storeFour(lastFour, step, four(Int(last)))
  }
}

extension SpriteLine {
  /// Stores the words that have the same positions as the line's pixels.
  @inline(never)
  func store<Word: PixelWord>(_ words: UnsafePointer<Word>, _ line: UnsafeMutableRawPointer, _ step: Int) {
    forEachRun { run in
      for i in run.pixels { unsafe (line + i &* step).storeBytes(of: words[i], as: Word.self) }
    }
  }
}
