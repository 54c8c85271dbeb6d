import Geometry

extension Picture {
  /// Every pixel as a word of a screen's format, row by row.
  ///
  /// A picture that is mixed in linear light is dithered where a channel has fewer than eight bits: each pixel shows the
  /// level below or above its light, and a share of each 8 x 8 pixels that is right on average shows the one above. The
  /// pattern depends on a pixel's place in the picture only, so a part of it looks like that part of the whole. What a
  /// level says exactly is not dithered, and neither is the background: it joins what lies around the picture.
  public func words(in format: PixelFormat) -> [UInt32] {
    let dithers = blending == .linear && (format.red.bits < 8 || format.green.bits < 8 || format.blue.bits < 8)
    let behind = Light(background, blending)
    var words: [UInt32] = []
    words.reserveCapacity(lights.count)
    // Most pixels are as the one before.
    var (last, word) = (behind, format.encode(background))
    var i = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let light = lights[i]
        i += 1
        if dithers && light != behind {
          words.append(format.dithered(light, threshold: ditherThreshold(x, y)))
          continue
        }
        if light != last { (last, word) = (light, format.encode(light.color(blending))) }
        words.append(word)
      }
    }
    return words
  }
}

/// The order in which the pixels of 8 x 8 light up, 0...63: bits of x ^ y and y, interleaved, the lowest bit first.
/// (Bayer, "An optimum method for two-level rendition of continuous-tone pictures", ICC 1973.)
func ditherThreshold(_ x: Int32, _ y: Int32) -> UInt32 {
  let (a, b) = (UInt32(x ^ y), UInt32(y))
  var order: UInt32 = 0
  for bit in 0..<3 as Range<UInt32> {
    order = order << 2 | ((a >> bit) & 1) << 1 | (b >> bit) & 1
  }
  return order
}

extension PixelFormat {
  /// A pixel of linear light, each channel at the level below or above it.
  func dithered(_ light: Picture.Light, threshold: UInt32) -> UInt32 {
    red.dithered(light.red, threshold) | green.dithered(light.green, threshold)
      | blue.dithered(light.blue, threshold) | unused.encode(255)
  }
}

extension Channel {
  /// The light of a level, as screens show it.
  private func light(ofLevel level: Int32) -> UInt16 {
    Blending.linear.intensity(UInt8(truncatingIfNeeded: decode(UInt32(level) << UInt32(shift))))
  }

  /// The channel's bits for an amount of linear light. `threshold` is 0...63: of a light that is n / 64 of the way from
  /// one level to the next, n thresholds give the next one.
  func dithered(_ light: UInt16, _ threshold: UInt32) -> UInt32 {
    if bits == 8 { return encode(UInt32(SRGB.code(light))) }
    let maximum = (1 << bits) - 1 as Int32
    let level = greatest(0...maximum) { self.light(ofLevel: $0) <= light }
    if level == maximum { return UInt32(level) << UInt32(shift) }
    let (low, high) = (UInt32(self.light(ofLevel: level)), UInt32(self.light(ofLevel: level + 1)))
    let isAbove = (UInt32(light) - low) * 128 > (2 * threshold + 1) * (high - low)
    return UInt32(isAbove ? level + 1 : level) << UInt32(shift)
  }
}
