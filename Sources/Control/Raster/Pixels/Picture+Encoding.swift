import Geometry

extension Picture {
  /// Returns every pixel as a word of a screen's format, row by row.
  ///
  /// A picture in linear light is dithered if a channel has fewer than eight bits: each pixel shows the level below or
  /// above its light, so that the mean of each 8 x 8 pixels is right. The pattern depends on a pixel's place in the
  /// picture only, so a part of the picture is equal to that part of the whole. Exact levels are not dithered, and
  /// neither is the background, which joins the surroundings of the picture.
  @usableFromInline package func words(in format: PixelFormat) -> [UInt32] {
    let width = Int(size.width)
    return [UInt32](unsafeUninitializedCapacity: lights.count) { words, count in
      encode(in: format) { row, line in
        for x in 0..<width { words.initializeElement(at: row * width + x, to: line[x]) }
      }
      count = lights.count
    }
  }

  /// Calls `take` with each row's number, from 0, and its `size.width` words, without memory for all of them.
  @usableFromInline package func encode(in format: PixelFormat, _ take: (Int, UnsafePointer<UInt32>) -> Void) {
    let width = Int(size.width)
    if width == 0 { return }
    let encoder = PictureEncoder(background, blending, format)
    lights.withUnsafeBufferPointer { lights in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { words in
        // Neither buffer is empty.
        let line = words.baseAddress!
        for row in 0..<Int(size.height) {
          encoder.encode(lights.baseAddress! + row * width, width, row: row, into: line)
          take(row, line)
        }
      }
    }
  }
}

/// Encodes the pixels of a picture in a format.
struct PictureEncoder {
  let format: PixelFormat
  let blending: Blending
  let background: Picture.Light
  private let backgroundWord: UInt32
  let dithers: Bool
  /// Whether every channel has eight bits.
  private let isWhole: Bool
  private let shifts: (red: UInt32, green: UInt32, blue: UInt32)
  private let unused: UInt32

  init(_ background: Color, _ blending: Blending, _ format: PixelFormat) {
    self.format = format
    self.blending = blending
    self.background = Picture.Light(background, blending)
    backgroundWord = format.encode(background)
    isWhole = format.red.bits == 8 && format.green.bits == 8 && format.blue.bits == 8
    shifts = (UInt32(format.red.shift), UInt32(format.green.shift), UInt32(format.blue.shift))
    unused = format.unused.encode(255)
    dithers = blending == .linear && !isWhole
  }

  /// Encodes a row of lights.
  fileprivate func encode(
    _ lights: UnsafePointer<Picture.Light>, _ width: Int, row: Int, into words: UnsafeMutablePointer<UInt32>
  ) {
    var x = 0
    while x < width {
      // Most pixels are like the one before, so the work that depends on light alone is done once per run.
      let light = lights[x]
      var end = x + 1
      let bits = light.bits
      while end < width && lights[end].bits == bits { end &+= 1 }
      store(light, x..<end, row: row, into: words)
      x = end
    }
  }

  /// Returns the word of a light that is not dithered, or of the background.
  @inline(__always)
  func word(_ light: Picture.Light) -> UInt32 {
    if light == background { return backgroundWord }
    let color = light.color(blending)
    return isWhole ? wholeWord(color.red, color.green, color.blue) : format.encode(color)
  }

  /// Returns the words of two lights, as `word` does. Channels that they have in common are looked up once.
  @inline(__always)
  func words(_ a: Picture.Light, _ b: Picture.Light) -> (UInt32, UInt32) {
    if !isWhole {
      let word = word(a)
      return (word, a == b ? word : self.word(b))
    }
    // The background's word is that of its light.
    let red = blending.code(a.red)
    let green = a.green == a.red ? red : blending.code(a.green)
    let blue = a.blue == a.green ? green : blending.code(a.blue)
    let word = wholeWord(red, green, blue)
    if a == b { return (word, word) }
    let otherRed = a.red == b.red ? red : blending.code(b.red)
    let otherGreen = a.green == b.green ? green : blending.code(b.green)
    let otherBlue = a.blue == b.blue ? blue : blending.code(b.blue)
    return (word, wholeWord(otherRed, otherGreen, otherBlue))
  }

  @inline(__always)
  private func wholeWord(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    UInt32(red) &<< shifts.red | UInt32(green) &<< shifts.green | UInt32(blue) &<< shifts.blue | unused
  }

  /// Returns a dithered pixel; the background is not dithered.
  func dithered(_ light: Picture.Light) -> DitheredPixel {
    light == background ? DitheredPixel(word: backgroundWord) : DitheredPixel(light, format)
  }

  /// Stores pixels of a row that have one light, one or more.
  @inline(__always)
  func store(_ light: Picture.Light, _ pixels: Range<Int>, row: Int, into words: UnsafeMutablePointer<UInt32>) {
    if light == background || !dithers {
      (words + pixels.lowerBound).initialize(repeating: word(light), count: pixels.count)
      return
    }
    let pixel = dithered(light)
    for x in pixels {
      let threshold = ditherThreshold(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: row))
      (words + x).initialize(to: pixel.word(threshold: threshold))
    }
  }
}

/// A pixel whose channels have two levels each, between which its place decides.
struct DitheredPixel {
  private var red = DitheredChannel()
  private var green = DitheredChannel()
  private var blue = DitheredChannel()
  /// Bits that are always set.
  private let rest: UInt32

  /// Makes a pixel with the same word at every place.
  init(word: UInt32) { rest = word }

  init(_ light: Picture.Light, _ format: PixelFormat) {
    red = DitheredChannel(light.red, format.red)
    green = DitheredChannel(light.green, format.green)
    blue = DitheredChannel(light.blue, format.blue)
    rest = format.unused.encode(255)
  }

  func word(threshold: UInt32) -> UInt32 {
    rest | red.bits(threshold) | green.bits(threshold) | blue.bits(threshold)
  }
}

/// The levels below and above an amount of linear light, and the light's place between them.
private struct DitheredChannel {
  /// Shifted to the channel's place.
  var below: UInt32 = 0
  var above: UInt32 = 0
  /// The light is `part / whole` of the way from below to above. At most 65535.
  var part: UInt32 = 0
  var whole: UInt32 = 1

  init() {}

  init(_ light: UInt16, _ channel: Channel) {
    let maximum = (1 << channel.bits) - 1 as Int32
    let level = greatest(0...maximum) { channel.light(ofLevel: $0) <= light }
    below = UInt32(level) << UInt32(channel.shift)
    if level == maximum { return }
    above = UInt32(level + 1) << UInt32(channel.shift)
    part = UInt32(light) - UInt32(channel.light(ofLevel: level))
    whole = UInt32(channel.light(ofLevel: level + 1)) - UInt32(channel.light(ofLevel: level))
  }

  /// Returns the level for a threshold of 0...63: for a light n / 64 of the way, n thresholds give the level above.
  func bits(_ threshold: UInt32) -> UInt32 {
    part * 128 > (2 * threshold + 1) * whole ? above : below
  }
}

extension Channel {
  /// The linear light of a level, as screens show it.
  fileprivate func light(ofLevel level: Int32) -> UInt16 {
    Blending.linear.intensity(UInt8(truncatingIfNeeded: decode(UInt32(level) << UInt32(shift))))
  }
}

/// The order in which the pixels of 8 x 8 become bright, 0...63: bits of x ^ y and y, interleaved, the lowest bit first.
/// (Bayer, "An optimum method for two-level rendition of continuous-tone pictures", ICC 1973.)
func ditherThreshold(_ x: Int32, _ y: Int32) -> UInt32 {
  let (a, b) = (UInt32(x ^ y), UInt32(y))
  var order: UInt32 = 0
  for bit in 0..<3 as Range<UInt32> {
    order = order << 2 | ((a >> bit) & 1) << 1 | (b >> bit) & 1
  }
  return order
}
