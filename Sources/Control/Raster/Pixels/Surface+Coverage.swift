import Geometry

extension Surface {
  /// Paints a color where a picture is covered, over a background that is known: nothing is read. Pixels without coverage stay as
  /// they are. What lies outside the surface is left out.
  ///
  /// The picture's first pixel lies at (`x`, `y`), pixels of the scanout. The ramp was made for the surface's format.
  package func paint(_ picture: CoveragePicture, x: Int32, y: Int32, _ ramp: CoverageRamp) {
    // In 64 bits: a picture far out must not overflow.
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

  private func paint<Word: PixelWord>(
    _: Word.Type, _ picture: CoveragePicture, _ columns: Range<Int>, _ rows: Range<Int>,
    at origin: UnsafeMutableRawPointer, _ ramp: CoverageRamp
  ) {
    unsafe picture.bytes.withUnsafeBufferPointer { bytes in
      unsafe ramp.words.withUnsafeBufferPointer { words in
        for row in rows {
          // The rows and columns are clipped to the picture, and eight bits index all words.
          let line = unsafe origin + (row - rows.lowerBound) &* pitch
          let coverages = unsafe bytes.baseAddress! + (row &* Int(picture.width) &+ columns.lowerBound)
          for x in 0..<columns.count {
            let coverage = unsafe Int(coverages[x])
            if coverage == 0 { continue }
            unsafe (line + x &* MemoryLayout<Word>.stride)
              .storeBytes(of: Word(bits: words.baseAddress![coverage]), as: Word.self)
          }
        }
      }
    }
  }
}
