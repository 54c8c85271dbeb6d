// Functions that store a run's pixels. `line` is the address of the line's first pixel on the surface, and pixels are `step` bytes apart.
// Unsafe: the caller ensures that the run lies on the surface, and its indices within the words.
extension Run {
  /// Stores the words at the indices of the run's pixels.
  @inline(__always)
  func store<Word: PixelWord>(_ line: UnsafeMutableRawPointer, _ step: Int, _ word: (Int) -> Word) {
    let (first, pixels) = unsafe (Int(first), line + Int(start) &* step)
    if !isFramed {
      for i in 0..<count { unsafe (pixels + i &* step).storeBytes(of: word(first &+ i), as: Word.self) }
      return
    }
    func four(_ i: Int) -> Four<Word> { (word(i), word(i &+ 1), word(i &+ 2), word(i &+ 3)) }
    unsafe storeFour(pixels, step, four(first))
    unsafe storeEach(pixels + 4 &* step, step, count &- 8, word(first &+ 4))
    unsafe storeFour(pixels + (count &- 4) &* step, step, four(Int(last)))
  }

  /// Stores the words that have the same positions as the pixels.
  @inline(__always)
  func store<Word: PixelWord>(each words: UnsafePointer<Word>, _ line: UnsafeMutableRawPointer, _ step: Int) {
    for i in pixels { unsafe (line + i &* step).storeBytes(of: words[i], as: Word.self) }
  }
}
