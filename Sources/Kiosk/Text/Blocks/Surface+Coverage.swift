import StarSlider

extension Surface {
  /// Paints a color where a picture is covered, over a known background, so that no pixels are read. Pixels without coverage do not change.
  /// Parts of the picture outside the surface are omitted.
  ///
  /// The picture's first pixel lies at (`x`, `y`), in scanout pixels. The ramp was made for the surface's format.
  package func paint(_ picture: CoverageRuns, x: Int32, y: Int32, _ ramp: CoverageRamp) {
    // In 64 bits, so that a picture far outside the surface does not overflow.
    let (left, top) = (-Int64(x), -Int64(y))
    let shown = Shown(
      left: max(0, left), right: min(Int64(picture.width), left + Int64(size.width)), top: max(0, top),
      bottom: min(Int64(picture.height), top + Int64(size.height)))
    if shown.left >= shown.right || shown.top >= shown.bottom { return }
    switch format.bytesPerPixel {
    case 4: paint(UInt32.self, picture, shown, (Int(x), Int(y)), ramp)
    case 2: paint(UInt16.self, picture, shown, (Int(x), Int(y)), ramp)
    default: paint(Pixel24.self, picture, shown, (Int(x), Int(y)), ramp)
    }
  }

  /// Paints a picture once. To paint it several times, convert it to `CoverageRuns` once, which takes less work.
  package func paint(_ picture: CoveragePicture, x: Int32, y: Int32, _ ramp: CoverageRamp) {
    paint(CoverageRuns(picture), x: x, y: y, ramp)
  }

  /// Paints a color where a picture is covered, mixed in linear light with the pixels of a photo of the same format at the same position.
  ///
  /// - Parameter background: For text, the background color for which the weight of the strokes is adjusted; `nil` for other pictures.
  package func paint(
    _ picture: CoverageRuns, x: Int32, y: Int32, color: Color, over photo: Surface, textOn background: Color?
  ) {
    let shown = bounds.intersection(photo.bounds)
    let (word, light) = (format.encode(color), Light(color, .linear))
    let shares = background.map { TextShares(color, over: $0) }
    var next = 0
    for run in picture.runs {
      let (row, first) = (y + Int32(run.y), next)
      next += Int(run.count)
      if row < shown.minY || row >= shown.maxY { continue }
      for i in first..<next {
        let column = x + Int32(run.x) + Int32(i - first)
        if column < shown.minX || column >= shown.maxX { continue }
        let share = shares?[picture.bytes[i]] ?? picture.bytes[i]
        let below = Light(photo.color(x: column, y: row), .linear)
        setPixel(
          x: column, y: row, to: share == 255 ? word : format.encode(below.mixed(with: light, share).color(.linear)))
      }
    }
  }

  /// The part of a picture that lies on a surface, in pixels of the picture.
  private struct Shown {
    let left, right, top, bottom: Int64
  }

  /// Stores the words of `count` coverages. Callers pass a constant, so the compiler unrolls the loop.
  @inline(__always) private static func store<Word: PixelWord>(
    _: Word.Type, _ count: Int, _ pixel: UnsafeMutableRawPointer, _ coverage: UnsafePointer<UInt8>,
    _ words: UnsafePointer<UInt32>
  ) {
    for i in 0..<count {
      unsafe pixel.storeBytes(
        of: Word(bits: words[Int(coverage[i])]), toByteOffset: i &* MemoryLayout<Word>.stride, as: Word.self)
    }
  }

  private func paint<Word: PixelWord>(
    _: Word.Type, _ picture: CoverageRuns, _ shown: Shown, _ place: (x: Int, y: Int), _ ramp: CoverageRamp
  ) {
    let columns = Int(shown.left)..<Int(shown.right)
    let rows = Int(shown.top)..<Int(shown.bottom)
    let isWhole = columns.count == picture.width && rows.count == picture.height
    let stride = MemoryLayout<Word>.stride
    unsafe picture.bytes.withUnsafeBufferPointer { bytes in
      unsafe ramp.words.withUnsafeBufferPointer { words in
        // A picture with runs has at least one byte, and every byte is a valid index of the 256 words.
        var next = 0
        for run in picture.runs {
          var (start, end) = (Int(run.x), Int(run.x) &+ Int(run.count))
          var coverage = unsafe bytes.baseAddress! + next
          next &+= Int(run.count)
          if !isWhole {
            if !rows.contains(Int(run.y)) || end <= columns.lowerBound || start >= columns.upperBound { continue }
            unsafe coverage += max(columns.lowerBound &- start, 0)
            (start, end) = (max(start, columns.lowerBound), min(end, columns.upperBound))
          }
          var pixel = unsafe base + ((place.y &+ Int(run.y)) &* pitch &+ (place.x &+ start) &* stride)
          var count = end &- start
          while count >= 4 {
            // Wide strokes have full coverage inside.
            if unsafe UnsafeRawPointer(coverage).loadUnaligned(as: UInt32.self) == .max {
              unsafe Word.storeFour(pixel, words.baseAddress![255])
            } else {
              unsafe Self.store(Word.self, 4, pixel, coverage, words.baseAddress!)
            }
            unsafe coverage += 4
            unsafe pixel += 4 &* stride
            count &-= 4
          }
          if count & 2 != 0 {
            unsafe Self.store(Word.self, 2, pixel, coverage, words.baseAddress!)
            unsafe coverage += 2
            unsafe pixel += 2 &* stride
          }
          if count & 1 != 0 { unsafe Self.store(Word.self, 1, pixel, coverage, words.baseAddress!) }
        }
      }
    }
  }
}

extension PixelWord {
  /// Stores four equal words.
  @inline(__always) fileprivate static func storeFour(_ start: UnsafeMutableRawPointer, _ word: UInt32) {
    switch MemoryLayout<Self>.stride {
    case 4: unsafe start.storeBytes(of: SIMD4(repeating: word), as: SIMD4<UInt32>.self)
    case 2: unsafe start.storeBytes(of: SIMD2(repeating: word | word << 16), as: SIMD2<UInt32>.self)
    default: unsafe storeRun(start, 4, word)
    }
  }
}
