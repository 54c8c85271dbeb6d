import StarSlider

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
    let shares = isText ? TextShares(color, over: background) : nil
    let (under, over) = (Light(background, blending), Light(color, blending))
    words = (0...255 as ClosedRange<UInt8>).map { coverage in
      format.encode(under.mixed(with: over, shares?[coverage] ?? coverage).color(blending))
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
