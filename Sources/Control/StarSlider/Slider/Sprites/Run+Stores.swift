// Functions that store a run's pixels. `line` is the address of the line's first pixel on the surface, and pixels are `step` bytes apart.
// Unsafe: the caller ensures that the run lies on the surface, and its indices within the words.
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
