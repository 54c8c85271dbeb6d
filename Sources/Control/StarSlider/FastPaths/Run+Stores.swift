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
    _ sprites: SpriteLine, _ share: UInt32, _ table: MixTable, _: Word.Type, _ line: UnsafeMutableRawPointer,
    _ step: Int
  ) {
    let empty = unsafe sprites.words(Word.self, full: false)
    let full = unsafe sprites.words(Word.self, full: true)
    var pixel = unsafe line + Int(start) &* step
    func store(_ first: Int, _ count: Int) {
      var i = first
      while i != first &+ count {
        unsafe pixel.storeBytes(of: Word.mixed(empty[i], full[i], share, table), as: Word.self)
        unsafe pixel += step
        i &+= 1
      }
    }
    if !isFramed {
      // Most pixels are like the one before.
      var (i, word) = unsafe (Int(first), Word.mixed(empty[Int(first)], full[Int(first)], share, table))
      while true {
        unsafe pixel.storeBytes(of: word, as: Word.self)
        unsafe pixel += step
        i &+= 1
        if i == Int(first) &+ count { return }
        if unsafe empty[i] == empty[i &- 1] && full[i] == full[i &- 1] { continue }
        word = unsafe Word.mixed(empty[i], full[i], share, table)
      }
    }
    store(Int(first), Int(head))
    let (index, equal) = (Int(first) &+ 4, count &- Int(head &+ tail))
    unsafe storeEach(pixel, step, equal, Word.mixed(empty[index], full[index], share, table))
    unsafe pixel += equal &* step
    store(Int(last) &+ 4 &- Int(tail), Int(tail))
  }

  /// Stores words of the same pixels.
  @inline(__always)
  func store<Word: PixelWord>(each words: UnsafePointer<Word>, _ line: UnsafeMutableRawPointer, _ step: Int) {
    for i in pixels { unsafe (line + i &* step).storeBytes(of: words[i], as: Word.self) }
  }
}
