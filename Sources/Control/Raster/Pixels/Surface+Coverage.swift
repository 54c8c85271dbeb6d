import Geometry

extension Surface {
  /// Paints a color where a picture is covered, over a known background, so that no pixels are read. Pixels without coverage do not change.
  /// Parts of the picture outside the surface are omitted.
  ///
  /// The picture's first pixel lies at (`x`, `y`), in scanout pixels. The ramp was made for the surface's format.
  package func paint(_ picture: CoveragePicture, x: Int32, y: Int32, _ ramp: CoverageRamp) {
    // In 64 bits, so that a picture far outside the surface does not overflow.
    let (left, top) = (max(0, -Int64(x)), max(0, -Int64(y)))
    let right = min(Int64(picture.width), Int64(size.width) - Int64(x))
    let bottom = min(Int64(picture.height), Int64(size.height) - Int64(y))
    if left >= right || top >= bottom { return }
    let columns = Int(left)..<Int(right)
    let (rows, origin) = unsafe (Int(top)..<Int(bottom), address(x: x + Int32(left), y: y + Int32(top)))
    switch format.bytesPerPixel {
    case 4: unsafe paint(UInt32.self, picture, columns, rows, at: origin, ramp)
    case 2: unsafe paint(UInt16.self, picture, columns, rows, at: origin, ramp)
    default: unsafe paint(Pixel24.self, picture, columns, rows, at: origin, ramp)
    }
  }

  /// Paints a color where a picture is covered, mixed in linear light with the pixels of a photo of the same format at the same position.
  ///
  /// - Parameter background: For text, the background color for which the weight of the strokes is adjusted; `nil` for other pictures.
  package func paint(
    _ picture: CoveragePicture, x: Int32, y: Int32, color: Color, over photo: Surface, textOn background: Color?
  ) {
    let place = Rect<PhysicalSpace>(minX: x, minY: y, maxX: x + picture.width, maxY: y + picture.height)
    let shown = place.intersection(bounds).intersection(photo.bounds)
    let (word, light) = (format.encode(color), Light(color, .linear))
    let shares = background.map { TextShares(color, over: $0) }
    for row in shown.minY..<shown.maxY {
      for column in shown.minX..<shown.maxX {
        let coverage = picture.bytes[Int(row - y) * Int(picture.width) + Int(column - x)]
        if coverage == 0 { continue }
        let share = shares?[coverage] ?? coverage
        let below = Light(photo.color(x: column, y: row), .linear)
        setPixel(
          x: column, y: row, to: share == 255 ? word : format.encode(below.mixed(with: light, share).color(.linear)))
      }
    }
  }

  /// Stores the word for a coverage, unless the coverage is 0.
  @inline(__always) private static func paint<Word: PixelWord>(
    _: Word.Type, _ at: (coverage: UnsafePointer<UInt8>, pixel: UnsafeMutableRawPointer), _ index: Int,
    _ words: UnsafePointer<UInt32>
  ) {
    let coverage = unsafe Int(at.coverage[index])
    if coverage == 0 { return }
    unsafe at.pixel.storeBytes(
      of: Word(bits: words[coverage]), toByteOffset: index &* MemoryLayout<Word>.stride, as: Word.self)
  }

  private func paint<Word: PixelWord>(
    _: Word.Type, _ picture: CoveragePicture, _ columns: Range<Int>, _ rows: Range<Int>,
    at origin: UnsafeMutableRawPointer, _ ramp: CoverageRamp
  ) {
    unsafe picture.bytes.withUnsafeBufferPointer { bytes in
      unsafe ramp.words.withUnsafeBufferPointer { words in
        for row in rows {
          // The rows and columns are clipped to the picture, and eight bits are an index of all words.
          let line = unsafe origin + (row - rows.lowerBound) &* pitch
          let coverages = unsafe bytes.baseAddress! + (row &* Int(picture.width) &+ columns.lowerBound)
          var x = 0
          // Most of a text has no coverage, and most of a corner has full coverage.
          while x &+ 8 <= columns.count {
            let at = unsafe (coverages + x, line + x &* MemoryLayout<Word>.stride)
            let eight = unsafe UnsafeRawPointer(at.0).loadUnaligned(as: UInt64.self)
            x &+= 8
            if eight == 0 { continue }
            if eight == .max {
              unsafe Word.storeRun(at.1, 8, words.baseAddress![255])
              continue
            }
            if UInt32(truncatingIfNeeded: eight) != 0 {
              for i in 0..<4 { unsafe Self.paint(Word.self, at, i, words.baseAddress!) }
            }
            if eight >> 32 != 0 { for i in 4..<8 { unsafe Self.paint(Word.self, at, i, words.baseAddress!) } }
          }
          let rest = unsafe (coverages + x, line + x &* MemoryLayout<Word>.stride)
          for i in 0..<(columns.count &- x) { unsafe Self.paint(Word.self, rest, i, words.baseAddress!) }
        }
      }
    }
  }
}
