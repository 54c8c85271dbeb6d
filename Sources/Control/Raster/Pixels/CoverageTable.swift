/// The pixels of a color over a known background at every coverage: 256 words of one format. A painter looks them up
/// instead of mixing.
@usableFromInline package struct CoverageTable: Sendable {
  /// The pixel at each coverage, 0...255, as a little-endian word.
  @usableFromInline package let words: [UInt32]

  /// Makes a table of one color, which does not depend on coverage.
  @usableFromInline package init(_ color: Color, in format: PixelFormat) {
    words = [UInt32](repeating: format.encode(color), count: 256)
  }

  /// Makes a table of a color over a background, mixed by `blending` and rounded to the format's nearest pixel.
  @usableFromInline package init(_ color: Color, over background: Color, blending: Blending, in format: PixelFormat) {
    let (over, under) = (Picture.Light(color, blending), Picture.Light(background, blending))
    words = (0...255).map { format.encode(under.mixed(with: over, UInt8($0)).color(blending)) }
  }

  /// Returns the table of another color over this one, both with the same coverage.
  @usableFromInline package func covered(by color: Color, in format: PixelFormat) -> CoverageTable {
    let word = format.encode(color)
    var mixed: [UInt32] = []
    mixed.reserveCapacity(256)
    for (coverage, under) in words.enumerated() { mixed.append(format.blend(under, word, UInt32(coverage))) }
    return CoverageTable(words: mixed)
  }

  private init(words: [UInt32]) { self.words = words }
}

/// The tables of a filled shape with a stroke on a background, in a screen's format.
@usableFromInline package struct ShapeTables: Sendable {
  /// The empty color over the background.
  let empty: CoverageTable
  /// The fill over that.
  let filled: CoverageTable
  /// The stroke.
  let stroke: UInt32
  /// The stroke over the background, over the filled inside, and over the empty inside.
  let strokeOver: (background: CoverageTable, filled: CoverageTable, empty: CoverageTable)

  /// Mixes all colors at all coverages.
  @usableFromInline package init(background: Color, empty: Color, fill: Color, stroke: Color, in format: PixelFormat) {
    self.empty = CoverageTable(background, in: format).covered(by: empty, in: format)
    filled = self.empty.covered(by: fill, in: format)
    self.stroke = format.encode(stroke)
    strokeOver = (
      CoverageTable(background, in: format).covered(by: stroke, in: format),
      CoverageTable(fill, in: format).covered(by: stroke, in: format),
      CoverageTable(empty, in: format).covered(by: stroke, in: format)
    )
  }
}

extension PixelFormat {
  /// Returns a pixel with `coverage` / 255 of another over it, each channel rounded to nearest.
  func blend(_ under: UInt32, _ over: UInt32, _ coverage: UInt32) -> UInt32 {
    switch bytesPerPixel {
    case 4: UInt32.blended(under, over, coverage)
    case 2: UInt16.blended(UInt16(bits: under), UInt16(bits: over), coverage).bits
    default: Pixel24.blended(Pixel24(bits: under), Pixel24(bits: over), coverage).bits
    }
  }
}
