/// The pixels of a color over a known background for each coverage.
package struct CoverageRamp: Sendable {
  /// The 256 words, one for each coverage.
  let words: [UInt32]

  /// Mixes the ramp of a color.
  ///
  /// - Parameter isText: Whether the weight of strokes is adjusted so that dark and light text look equally bold (`TextShares`).
  package init(
    _ color: Color, over background: Color, isText: Bool, _ format: PixelFormat, blending: Blending = .linear
  ) {
    let colors = ShapeColors(background: background, empty: color, fill: color, stroke: color, blending: blending)
    let lights = ShapeLights(colors, PixelEncoder(background: background, blending, format, dithers: false))
    let shares = isText ? TextShares(color, over: background) : nil
    switch format.bytesPerPixel {
    case 4: words = Self.words(UInt32.self, lights, shares)
    case 2: words = Self.words(UInt16.self, lights, shares)
    default: words = Self.words(Pixel24.self, lights, shares)
    }
  }

  private static func words<Word: PixelWord>(
    _: Word.Type, _ lights: ShapeLights, _ shares: TextShares?
  ) -> [UInt32] {
    (0...255 as ClosedRange<UInt8>).map { coverage in
      let share = shares?[coverage] ?? coverage
      let light = lights.light(LayerCoverage(inside: share, stroke: 0), inside: lights.empty)
      return Word.word(Word.shade(light, lights.encoder), bias: 0).bits
    }
  }
}

/// The share of a text's color for each coverage, both 0...255.
///
/// Strokes of text are about a pixel wide. In linear light their edges look thin if they are dark and bold if they are light. So a pixel's
/// brightness follows its coverage in sRGB codes, in which both look the same; the colors themselves are mixed in linear light.
package struct TextShares {
  private var shares = InlineArray<256, UInt8>(repeating: 0)

  package init(_ color: Color, over background: Color) {
    let (ground, ink) = (Int32(background.gray.red), Int32(color.gray.red))
    func light(_ code: Int32) -> Int32 { Int32(SRGB.light[Int(code)]) }
    let (start, span) = (light(ground), light(ink) - light(ground))
    for coverage in 0...255 as ClosedRange<Int32> {
      // The sRGB code in 1/255, and its light by interpolation.
      let (code, rest) = (ground * 255 + (ink - ground) * coverage).quotientAndRemainder(dividingBy: 255)
      let light = light(code) + (rest == 0 ? 0 : (light(code + 1) - light(code)) * rest / 255)
      let share = span == 0 ? coverage : ((light - start) * 510 + span) / (2 * span)
      shares[Int(coverage)] = UInt8(truncatingIfNeeded: share)
    }
  }

  package subscript(coverage: UInt8) -> UInt8 { shares[Int(coverage)] }
}
