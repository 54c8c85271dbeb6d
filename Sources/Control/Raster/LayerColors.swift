/// What each layer shows of a pixel, 0...255.
struct Shares {
  /// The lowest layer's in the lowest bits.
  private(set) var bits: UInt32 = 0
  private var isHidden = false

  /// The share of the next lower layer. Nothing is seen of it where a layer above covers all.
  @inline(__always)
  mutating func addBelow(_ share: UInt8) {
    bits = bits << 8 | (isHidden ? 0 : UInt32(share))
    if share == 255 { isHidden = true }
  }
}

/// Two colours for each of the same layers.
struct LayerColors {
  let encoder: PictureEncoder
  private let background: LightPair
  private var lights = (LightPair(), LightPair(), LightPair())

  /// As many colours in both, three at most.
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

  /// A pixel's words where nothing is dithered.
  @inline(never)
  func mixed(_ shares: Shares) -> MixedWords {
    let (light, other) = mixed(shares)
    let (word, otherWord) = encoder.words(light, other)
    return MixedWords(shares: shares.bits, word: word, other: otherWord)
  }

  /// Tells a run of pixels that are covered alike one by one, dithered.
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
    // No shares are those of layers that are not there.
    let bits = UInt64(shares.bits)
    var light = background
    if bits & 255 != 0 { light = light.mixed(with: lights.0, share: bits & 255) }
    if bits & 0xff00 != 0 { light = light.mixed(with: lights.1, share: bits >> 8 & 255) }
    if bits >> 16 != 0 { light = light.mixed(with: lights.2, share: bits >> 16) }
    return light.lights
  }
}

/// What some shares give in two colourings. Of a star's pixels that have to be mixed, most are like one of the last few
/// hundred: so those are kept.
struct MixedWords {
  // No shares are these: there are fewer layers than bytes.
  var shares: UInt32 = .max
  var word: UInt32 = 0
  var other: UInt32 = 0

  /// Where shares are kept, 0...255.
  static func place(_ shares: Shares) -> Int {
    let bits = shares.bits
    return Int(truncatingIfNeeded: (bits &* 3 &+ bits >> 8 &+ bits >> 16) & 255)
  }
}

/// A pixel's light in two colourings. Two channels are in one word, 32 bits each, so that one multiplication does for both.
private struct LightPair {
  /// Red and green of the one and of the other, and the blue of both.
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

  /// As `Picture.Light.mixed`.
  @inline(__always)
  func mixed(with other: Self, share: UInt64) -> Self {
    var mixed = LightPair()
    mixed.first = Self.mixed(first, other.first, share)
    mixed.second = Self.mixed(second, other.second, share)
    mixed.blues = Self.mixed(blues, other.blues, share)
    return mixed
  }

  /// Two channels with `share` / 255 of two others, rounded to nearest.
  @inline(__always)
  private static func mixed(_ under: UInt64, _ over: UInt64, _ share: UInt64) -> UInt64 {
    // x / 255 of an x below 2^24 is (y + (y + x / 256) / 256) / 256 with y = x + 1, all rounded down: for each such x.
    let x = under &* (255 &- share) &+ over &* share &+ 0x7f_0000_007f
    let y = x &+ 0x1_0000_0001
    let mask: UInt64 = 0x00ff_ffff_00ff_ffff
    let carried = y &+ (x &>> 8) & mask
    return (y &+ (carried &>> 8) & mask) &>> 8 & 0xffff_0000_ffff
  }
}
