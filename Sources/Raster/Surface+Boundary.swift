import Geometry

extension Surface {
  /// Paints the inside of a boundary over what is there, each pixel in proportion to its coverage: for what is drawn once,
  /// straight into its place, without a picture made before.
  ///
  /// The boundary is in pixels of the mask, whose first one lies at (`x`, `y`); all of the mask lies on the surface. Only
  /// what is left of `limit`, in pixels of the mask, is painted: the column in which it lies gets its share. Where coverage
  /// is partial the surface is read, and colours mix in the channels' own numbers, as most drawing libraries do.
  public func fill(
    _ boundary: Boundary, with color: Color, x: Int32 = 0, y: Int32 = 0, leftOf limit: Fixed? = nil,
    using mask: borrowing CoverageMask
  ) {
    precondition(
      bounds.contains(Rect(minX: x, minY: y, maxX: x + mask.width, maxY: y + mask.height)),
      "a mask that reaches beyond the surface")
    let limit = min(max(limit ?? Fixed(mask.width), .zero), Fixed(mask.width))
    let origin = address(x: x, y: y)
    switch format.bytesPerPixel {
    case 4:
      var painter = SurfacePainter<UInt32>(origin, pitch, format, color, limit)
      mask.sweep(boundary, into: &painter)
    case 2:
      var painter = SurfacePainter<UInt16>(origin, pitch, format, color, limit)
      mask.sweep(boundary, into: &painter)
    default:
      var painter = SurfacePainter<Pixel24>(origin, pitch, format, color, limit)
      mask.sweep(boundary, into: &painter)
    }
  }
}

/// Blends runs of coverage into rows of words; what is covered whole is stored without looking.
private struct SurfacePainter<Word: PixelWord>: CoverageConsumer {
  let origin: UnsafeMutableRawPointer
  let pitch: Int
  let format: PixelFormat
  let word: Word
  /// Columns below this one are painted whole.
  let end: Int32
  /// The share of column `end` that is painted, 0...255 of 256.
  let share: UInt32
  var line: UnsafeMutableRawPointer

  init(_ origin: UnsafeMutableRawPointer, _ pitch: Int, _ format: PixelFormat, _ color: Color, _ limit: Fixed) {
    self.origin = origin
    self.pitch = pitch
    self.format = format
    word = Word(bits: format.encode(color))
    end = limit.floor
    share = UInt32(limit.fraction)
    line = origin
  }

  mutating func beginRow(_ y: Int32) { line = origin + Int(y) * pitch }

  mutating func run(from start: Int32, to end: Int32, coverage: UInt8) {
    let whole = min(end, self.end)
    if start < whole { store(start..<whole, UInt32(coverage)) }
    if share > 0 && start <= self.end && end > self.end {
      store(self.end..<(self.end + 1), (UInt32(coverage) * share + 128) >> 8)
    }
  }

  mutating func endRow(_ y: Int32) {}

  /// `coverage` is 0...255.
  @inline(__always)
  private func store(_ columns: Range<Int32>, _ coverage: UInt32) {
    let stride = MemoryLayout<Word>.stride
    var address = line + Int(columns.lowerBound) * stride
    if coverage == 255 {
      for _ in columns {
        address.storeBytes(of: word, as: Word.self)
        address += stride
      }
      return
    }
    for _ in columns {
      let under = address.loadUnaligned(as: Word.self)
      address.storeBytes(of: Word(bits: format.blend(under.bits, word.bits, coverage)), as: Word.self)
      address += stride
    }
  }
}

extension PixelFormat {
  /// A pixel with `coverage` / 255 of another over it, each channel rounded to nearest.
  @inlinable func blend(_ under: UInt32, _ over: UInt32, _ coverage: UInt32) -> UInt32 {
    blend(under, over, coverage, red) | blend(under, over, coverage, green) | blend(under, over, coverage, blue)
      | unused.encode(255)
  }

  @inlinable func blend(_ under: UInt32, _ over: UInt32, _ coverage: UInt32, _ channel: Channel) -> UInt32 {
    let mask = (1 << UInt32(channel.bits)) - 1 as UInt32
    let (from, to) = ((under >> UInt32(channel.shift)) & mask, (over >> UInt32(channel.shift)) & mask)
    return ((from * (255 - coverage) + to * coverage + 127) / 255) << UInt32(channel.shift)
  }
}
