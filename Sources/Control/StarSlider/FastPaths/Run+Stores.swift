import Raster

// Stores of a run's pixels. `line` is the address of the line's first pixel on the surface, and pixels are `step` bytes apart.
// Unsafe: the caller ensures that the run lies on the surface, and its indices within the words.
extension Run {
  /// Stores the words of one of the sprites.
  @inline(__always)
  func store<Word: PixelWord>(
    _ words: UnsafeMutablePointer<Word>, _ line: UnsafeMutableRawPointer, _ step: Int
  ) {
    let (words, pixels) = unsafe (words + Int(first), line + Int(start) &* step)
    if !isFramed {
      for i in 0..<count { unsafe (pixels + i &* step).storeBytes(of: words[i], as: Word.self) }
      return
    }
    unsafe storeFour(pixels, step, (words[0], words[1], words[2], words[3]))
    unsafe storeEach(pixels + 4 &* step, step, count &- 8, words[4])
    let end = unsafe words + Int(last &- first)
    unsafe storeFour(pixels + (count &- 4) &* step, step, (end[0], end[1], end[2], end[3]))
  }

  /// Stores the mix of both sprites, `share` / 256 of the full one.
  @inline(__always)
  func mix<Word: PixelWord>(
    _ sprites: SpriteLine, _ share: UInt32, _: Word.Type, _ line: UnsafeMutableRawPointer, _ step: Int
  ) {
    let empty = unsafe sprites.words(Word.self, full: false) + Int(first)
    let full = unsafe sprites.words(Word.self, full: true) + Int(first)
    let pixels = unsafe line + Int(start) &* step
    if isFramed {
      unsafe storeFour(pixels, step, Word.mixedFour(empty, full, share))
      unsafe storeEach(pixels + 4 &* step, step, count &- 8, Word.mixed(empty[4], full[4], share))
      let end = Int(last &- first)
      unsafe storeFour(pixels + (count &- 4) &* step, step, Word.mixedFour(empty + end, full + end, share))
    } else if count >= 4 {
      var i = 0
      while i < count &- 4 {
        unsafe storeFour(pixels + i &* step, step, Word.mixedFour(empty + i, full + i, share))
        i &+= 4
      }
      // The last four overlap those before.
      i = count &- 4
      unsafe storeFour(pixels + i &* step, step, Word.mixedFour(empty + i, full + i, share))
    } else {
      for i in 0..<count {
        unsafe (pixels + i &* step).storeBytes(of: Word.mixed(empty[i], full[i], share), as: Word.self)
      }
    }
  }
}
