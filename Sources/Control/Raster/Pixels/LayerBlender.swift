/// The visible share of each layer in a pixel, 0...255.
struct Shares {
  /// The lowest layer is in the lowest bits.
  private(set) var bits: UInt32 = 0
  private var isHidden = false

  /// Adds the share of the next lower layer. A layer that covers the whole pixel hides those below.
  @inline(__always)
  mutating func addBelow(_ share: UInt8) {
    bits = bits << 8 | (isHidden ? 0 : UInt32(share))
    if share == 255 { isHidden = true }
  }
}

/// Mixes the layers of a shape in two colorings.
struct LayerBlender {
  let encoder: PictureEncoder
  private let background: LightPair
  private var lights = (LightPair(), LightPair(), LightPair())

  /// Both have the same number of colors, three at most.
  init(_ colors: ([Color], [Color]), _ encoder: PictureEncoder) {
    self.encoder = encoder
    background = LightPair(encoder.background, encoder.background)
    func pair(_ layer: Int) -> LightPair {
      if layer >= colors.0.count { return LightPair() }
      return LightPair(
        Picture.Light(colors.0[layer], encoder.blending), Picture.Light(colors.1[layer], encoder.blending))
    }
    lights = (pair(0), pair(1), pair(2))
  }

  /// Returns a pixel's words if nothing is dithered.
  @inline(never)
  func mixed(_ shares: Shares) -> MixedWords {
    let (light, other) = mixed(shares)
    let (word, otherWord) = encoder.words(light, other)
    return MixedWords(shares: shares.bits, word: word, other: otherWord)
  }

  /// Calls `tell` with each pixel of a run, dithered.
  func forEachDithered(_ shares: Shares, _ run: Range<Int>, row: Int, _ tell: (Int, MixedWords) -> Void) {
    let (light, other) = mixed(shares)
    let (pixel, otherPixel) = (encoder.dithered(light), encoder.dithered(other))
    for x in run {
      let threshold = ditherThreshold(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: row))
      tell(x, MixedWords(word: pixel.word(threshold: threshold), other: otherPixel.word(threshold: threshold)))
    }
  }

  @inline(__always)
  private func mixed(_ shares: Shares) -> (Picture.Light, Picture.Light) {
    // The shares of absent layers are 0.
    let bits = UInt64(shares.bits)
    var light = background
    if bits & 255 != 0 { light = light.mixed(with: lights.0, share: bits & 255) }
    if bits & 0xff00 != 0 { light = light.mixed(with: lights.1, share: bits >> 8 & 255) }
    if bits >> 16 != 0 { light = light.mixed(with: lights.2, share: bits >> 16) }
    return light.lights
  }
}

/// The words of some shares in two colorings, which are kept: most mixed pixels of a star are like one of the last few
/// hundred.
struct MixedWords {
  // No real shares have this value, because there are fewer layers than bytes.
  var shares: UInt32 = .max
  var word: UInt32 = 0
  var other: UInt32 = 0

  /// Returns the index at which shares are kept, 0...255.
  static func place(_ shares: Shares) -> Int {
    let bits = shares.bits
    return Int(truncatingIfNeeded: (bits &* 3 &+ bits >> 8 &+ bits >> 16) & 255)
  }
}

/// The light of a pixel in two colorings. A word holds two channels of 32 bits, so that one product mixes both.
private struct LightPair {
  /// Red and green of each coloring, and the blue of both.
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var blues: UInt64 = 0

  init() {}

  init(_ a: Picture.Light, _ b: Picture.Light) {
    first = UInt64(a.red) | UInt64(a.green) << 32
    second = UInt64(b.red) | UInt64(b.green) << 32
    blues = UInt64(a.blue) | UInt64(b.blue) << 32
  }

  var lights: (Picture.Light, Picture.Light) {
    func channel(_ word: UInt64, _ shift: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: word &>> shift) }
    return (
      Picture.Light(red: channel(first, 0), green: channel(first, 32), blue: channel(blues, 0)),
      Picture.Light(red: channel(second, 0), green: channel(second, 32), blue: channel(blues, 32))
    )
  }

  /// Returns the mixture that `Picture.Light.mixed` gives.
  @inline(__always)
  func mixed(with other: Self, share: UInt64) -> Self {
    var mixed = LightPair()
    mixed.first = Self.mixed(first, other.first, share)
    mixed.second = Self.mixed(second, other.second, share)
    mixed.blues = Self.mixed(blues, other.blues, share)
    return mixed
  }

  /// Returns two channels with `share` / 255 of two others over them, rounded to nearest.
  @inline(__always)
  private static func mixed(_ under: UInt64, _ over: UInt64, _ share: UInt64) -> UInt64 {
    // For x below 2^24, x / 255 is (y + (y + x / 256) / 256) / 256 with y = x + 1, all rounded down.
    let x = under &* (255 &- share) &+ over &* share &+ 0x7f_0000_007f
    let y = x &+ 0x1_0000_0001
    let mask: UInt64 = 0x00ff_ffff_00ff_ffff
    let carried = y &+ (x &>> 8) & mask
    return (y &+ (carried &>> 8) & mask) &>> 8 & 0xffff_0000_ffff
  }
}
