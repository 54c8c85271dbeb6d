import Raster

// A run's pixels, stored where they differ. `line` is the line's first pixel on the surface, and pixels lie `step` bytes apart.
extension Run {
  /// Stores what one of the pictures shows.
  @inline(__always)
  func store<Word: PixelWord>(
    _ picture: UnsafeMutablePointer<Word>, _ line: UnsafeMutableRawPointer, _ step: Int
  ) {
    if isFramed {
      let word = storeEnds(picture, line, step)
      storeEach(line + middle.start &* step, step, middle.end &- middle.start, word)
    } else {
      Word.storeEach(line + Int(start) &* step, step, count, picture + Int(first))
    }
  }

  /// Stores what both pictures are mixed to, `share` / 256 of the full one.
  @inline(__always)
  func mix<Word: PixelWord>(
    _ pictures: TileLine<Word>, _ share: UInt32, _ line: UnsafeMutableRawPointer, _ step: Int
  ) {
    if isFramed {
      let word = mixEnds(pictures, share, line, step)
      return storeEach(line + middle.start &* step, step, middle.end &- middle.start, word)
    }
    let (empty, full) = (pictures.empty + Int(first), pictures.full + Int(first))
    let (pixels, count) = (line + Int(start) &* step, count)
    if count >= 4 {
      var i = 0
      while i < count &- 4 {
        storeFour(pixels + i &* step, step, Word.mixedFour(empty + i, full + i, share))
        i &+= 4
      }
      storeFour(
        pixels + (count &- 4) &* step, step, Word.mixedFour(empty + (count &- 4), full + (count &- 4), share))
    } else {
      for i in 0..<count {
        (pixels + i &* step).storeBytes(of: Word.mixed(empty[i], full[i], share), as: Word.self)
      }
    }
  }

  /// Of a framed run, the pixels that all show one word.
  @inline(__always)
  private var middle: (start: Int, end: Int) { (Int(start) &+ 4, Int(end) &- 4) }

  /// Stores four pixels at either end of a framed run, and returns the word of the others.
  @inline(__always)
  func storeEnds<Word: PixelWord>(
    _ picture: UnsafeMutablePointer<Word>, _ line: UnsafeMutableRawPointer, _ step: Int
  ) -> Word {
    // Reading less of the pictures is what counts: they are far larger than the nearest cache.
    let (words, others) = (picture + Int(first), picture + Int(last))
    storeFour(line + Int(start) &* step, step, (words[0], words[1], words[2], words[3]))
    storeFour(line + middle.end &* step, step, (others[0], others[1], others[2], others[3]))
    return words[4]
  }

  /// The same, mixed.
  @inline(__always)
  func mixEnds<Word: PixelWord>(
    _ pictures: TileLine<Word>, _ share: UInt32, _ line: UnsafeMutableRawPointer, _ step: Int
  ) -> Word {
    let (empty, full) = (pictures.empty + Int(first), pictures.full + Int(first))
    storeFour(line + Int(start) &* step, step, Word.mixedFour(empty, full, share))
    storeFour(
      line + middle.end &* step, step,
      Word.mixedFour(pictures.empty + Int(last), pictures.full + Int(last), share))
    return Word.mixed(empty[4], full[4], share)
  }

  /// Whether a neighbouring column's run is framed as this one is, and in nearly the same rows: `storeMiddles` takes both.
  @inline(__always)
  func isBeside(_ other: Run) -> Bool {
    if !isFramed || !other.isFramed { return false }
    let isNear = (start &- other.start).magnitude <= 4 && (end &- other.end).magnitude <= 4
    return isNear && min(end, other.end) &- max(start, other.start) >= 12
  }
}

/// Stores the middles of two columns' framed runs that lie beside each other (`isBeside`). Two neighbours are one store, and a
/// screen's memory, or a cache, takes half as many.
@inline(__always)
func storeMiddles<Word: PixelWord>(
  _ left: (run: Run, word: Word), _ right: (run: Run, word: Word), _ top: UnsafeMutableRawPointer, _ pitch: Int
) {
  let (start, end) = (max(left.run.start, right.run.start), min(left.run.end, right.run.end))
  let stride = MemoryLayout<Word>.stride
  // What one of them has above and below the other, four pixels at most; where it has fewer, some are stored twice.
  let isLeftFirst = left.run.start < right.run.start
  let first = top + (isLeftFirst ? 0 : stride) + Int(min(left.run.start, right.run.start) &+ 4) &* pitch
  storeFour(first, pitch, isLeftFirst ? left.word : right.word)
  let isLeftLast = left.run.end > right.run.end
  let last = top + (isLeftLast ? 0 : stride) + Int(max(left.run.end, right.run.end) &- 8) &* pitch
  storeFour(last, pitch, isLeftLast ? left.word : right.word)
  storeEach(top + Int(start &+ 4) &* pitch, pitch, Int(end &- start &- 8), Word.pair(left.word, right.word))
}
