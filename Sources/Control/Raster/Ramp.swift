/// What a colour at every coverage makes of a pixel that is known before: 256 words of one format. Painting with ramps
/// looks up what it would have to mix.
@usableFromInline package struct Ramp: Sendable {
  /// The pixel at each coverage, 0...255, as a little-endian word.
  @usableFromInline package let words: [UInt32]

  /// One colour that no coverage changes.
  @usableFromInline package init(_ color: Color, in format: PixelFormat) {
    words = [UInt32](repeating: format.encode(color), count: 256)
  }

  /// A colour over a background, mixed as `blending` says; each word is the format's nearest.
  @usableFromInline package init(_ color: Color, over background: Color, blending: Blending, in format: PixelFormat) {
    let (over, under) = (Picture.Light(color, blending), Picture.Light(background, blending))
    words = (0...255).map { format.encode(under.mixed(with: over, UInt8($0)).color(blending)) }
  }

  /// The ramp that comes of a further colour over this one, where both have the same coverage.
  @usableFromInline package func covered(by color: Color, in format: PixelFormat) -> Ramp {
    let word = format.encode(color)
    var mixed: [UInt32] = []
    mixed.reserveCapacity(256)
    for (coverage, under) in words.enumerated() { mixed.append(format.blend(under, word, UInt32(coverage))) }
    return Ramp(words: mixed)
  }

  private init(words: [UInt32]) { self.words = words }
}

/// All that a filled and outlined shape on a background is painted with, in a screen's format.
@usableFromInline package struct ShapeRamps: Sendable {
  /// The empty colour over the background.
  let empty: Ramp
  /// The fill over that.
  let filled: Ramp
  /// The outline.
  let stroke: UInt32
  /// The outline over the background, over what is filled, over what is empty.
  let strokeOver: (background: Ramp, filled: Ramp, empty: Ramp)

  /// All colours at all coverages.
  @usableFromInline package init(background: Color, empty: Color, fill: Color, stroke: Color, in format: PixelFormat) {
    self.empty = Ramp(background, in: format).covered(by: empty, in: format)
    filled = self.empty.covered(by: fill, in: format)
    self.stroke = format.encode(stroke)
    strokeOver = (
      Ramp(background, in: format).covered(by: stroke, in: format),
      Ramp(fill, in: format).covered(by: stroke, in: format),
      Ramp(empty, in: format).covered(by: stroke, in: format)
    )
  }
}

extension PixelFormat {
  /// A pixel with `coverage` / 255 of another over it, each channel rounded to nearest.
  func blend(_ under: UInt32, _ over: UInt32, _ coverage: UInt32) -> UInt32 {
    switch bytesPerPixel {
    case 4: UInt32.blended(under, over, coverage)
    case 2: UInt16.blended(UInt16(bits: under), UInt16(bits: over), coverage).bits
    default: Pixel24.blended(Pixel24(bits: under), Pixel24(bits: over), coverage).bits
    }
  }
}
