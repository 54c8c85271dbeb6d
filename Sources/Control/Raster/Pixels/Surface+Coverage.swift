import Geometry

extension Surface {
  /// Paints a color through a picture's coverage, in linear light over a known background, without reading pixels.
  /// Pixels without coverage do not change. Parts outside the surface are skipped.
  ///
  /// The picture's first pixel is at (`x`, `y`), in pixels of the scanout.
  @usableFromInline package func paint(
    _ picture: CoveragePicture, x: Int32, y: Int32, color: Color, over background: Color
  ) {
    paint(picture, x: x, y: y, with: CoverageTable(color, over: background, blending: .linear, in: format))
  }

  /// Paints with a table in the surface's format, for pictures that are painted more than once.
  @export(interface) package func paint(_ picture: CoveragePicture, x: Int32, y: Int32, with table: CoverageTable) {
    // In 64 bits, so that a picture far outside does not overflow.
    let (left, top) = (max(0, -Int64(x)), max(0, -Int64(y)))
    let right = min(Int64(picture.width), Int64(size.width) - Int64(x))
    let bottom = min(Int64(picture.height), Int64(size.height) - Int64(y))
    if left >= right || top >= bottom { return }
    let columns = Int(right - left)
    picture.bytes.withUnsafeBufferPointer { bytes in
      table.words.withUnsafeBufferPointer { words in
        for row in Int(top)..<Int(bottom) {
          let covered = bytes.baseAddress! + (row * Int(picture.width) + Int(left))
          let line = address(x: x + Int32(left), y: y + Int32(row))
          switch format.bytesPerPixel {
          case 4: UInt32.storeCovered(line, covered, columns, words.baseAddress!)
          case 2: UInt16.storeCovered(line, covered, columns, words.baseAddress!)
          default: Pixel24.storeCovered(line, covered, columns, words.baseAddress!)
          }
        }
      }
    }
  }
}

extension PixelWord {
  /// Stores the word of each coverage except 0.
  fileprivate static func storeCovered(
    _ line: UnsafeMutableRawPointer, _ coverage: UnsafePointer<UInt8>, _ count: Int, _ words: UnsafePointer<UInt32>
  ) {
    for x in 0..<count where coverage[x] != 0 {
      (line + x &* MemoryLayout<Self>.stride).storeBytes(of: Self(bits: words[Int(coverage[x])]), as: Self.self)
    }
  }
}
