/// The pixels of a color over a known background for each coverage.
package struct CoverageRamp: Sendable {
  /// The 256 words, one for each coverage.
  let words: [UInt32]

  /// Mixes the ramp of a color.
  ///
  /// - Parameter isText: Whether strokes have the same weight whether they are dark or light (`TextShares`).
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
