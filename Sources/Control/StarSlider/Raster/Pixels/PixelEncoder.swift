/// Translates light into the pixels of a format.
///
/// Light that is mixed linearly is dithered where a channel has fewer than eight bits. Each pixel shows the level below or above its light.
/// In each 8 x 8 block, the number of pixels that show the level above makes the average right. Light that a level shows exactly is not
/// dithered. Neither is the background, because it adjoins the plain fill around the picture.
package struct PixelEncoder {
  let blending: Blending
  let background: Light
  /// The format's channels, looked up once.
  private let row: PixelFormat.Row
  private let unused: UInt32
  private let backgroundWord: UInt32

  init(background: Color, _ blending: Blending, _ format: PixelFormat) {
    row = format.row
    unused = format.unused.encode(255)
    self.blending = blending
    self.background = Light(background, blending)
    backgroundWord = format.encode(background)
  }

  /// Returns the pixel nearest to a light.
  func word(_ light: Light) -> UInt32 {
    if light == background { return backgroundWord }
    let color = light.color(blending)
    return row.red.encode(UInt32(color.red)) | row.green.encode(UInt32(color.green))
      | row.blue.encode(UInt32(color.blue)) | unused
  }

  /// Returns a light with its channels in the order of the pixel's fields.
  func packed(_ light: Light) -> PackedLight {
    let (first, last) = row.blue.shift == 0 ? (light.blue, light.red) : (light.red, light.blue)
    return PackedLight(PackedLight.field(first), PackedLight.field(light.green), PackedLight.field(last))
  }

  /// Returns the levels of a pixel of two bytes, in the form that `DitheredLevels` describes.
  func levels(_ light: Light) -> UInt64 {
    if blending != .linear || light == background { return DitheredLevels.exact(UInt16(bits: word(light))) }
    return DitheredLevels.between(light.red, row.red) | DitheredLevels.between(light.green, row.green)
      | DitheredLevels.between(light.blue, row.blue)
  }
}

/// The three channels of a 16-bit pixel in fields 16 bits apart, each in 1/64 of a level. Adding 63 - t to each field, where t is the
/// pixel's threshold of 0...63, and dropping the fraction selects the level above for a number of thresholds that equals the fraction. Bit
/// 63 is set.
enum DitheredLevels {
  private static var mark: UInt64 { 1 << 63 }

  /// Returns a pixel that is the same at every threshold.
  static func exact(_ word: UInt16) -> UInt64 { UInt16.spread(word) << 6 | mark }

  /// Whether a pixel is the same at every threshold.
  static func isExact(_ levels: UInt64) -> Bool { levels & 0x003f_003f_003f == 0 }

  static func word(_ levels: UInt64, bias: UInt64) -> UInt16 { UInt16.gathered((levels &+ bias) >> 6) }

  /// Returns the field with which a channel shows an amount of linear light.
  static func between(_ light: UInt16, _ channel: Channel) -> UInt64 {
    let maximum = (1 << UInt32(channel.bits)) - 1 as UInt32
    let code = SRGB.greatestCode(notAbove: light)
    // A level's code consists of the level's repeated bits, so the level equals the code's upper bits or is one less.
    var level = UInt32(code) >> UInt32(8 - channel.bits)
    if channel.code(ofLevel: level) > code { level -= 1 }
    var field = level << 6
    if level < maximum {
      let (below, above) = (channel.light(ofLevel: level), channel.light(ofLevel: level + 1))
      let (part, whole) = (UInt32(light - below), UInt32(above - below))
      // The number of thresholds t with (2 t + 1) / 128 below part / whole.
      field += ((part << 7 + whole - 1) / whole) >> 1
    }
    // Fields are as far apart as `UInt16.spread` places channels of five and six bits.
    return UInt64(field) << (channel.shift == 0 ? 0 : channel.shift == 5 ? 16 : 32) | mark
  }
}

extension Channel {
  /// Returns the sRGB code with which screens show a level.
  fileprivate func code(ofLevel level: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: decode(level << UInt32(shift))) }

  fileprivate func light(ofLevel level: UInt32) -> UInt16 { Blending.linear.intensity(code(ofLevel: level)) }
}

/// The order in which the pixels of an 8 x 8 block show the level above.
enum DitherPattern {
  /// Returns the bias of a pixel, for adding to `DitheredLevels`: 63 minus the threshold in each of the three fields.
  static func bias(_ x: Int32, _ y: Int32) -> UInt64 { UInt64(63 - threshold(x, y)) * 0x0001_0001_0001 }

  /// Returns the threshold, 0...63, at which a pixel of an 8 x 8 block lights up: the interleaved bits of x ^ y and y, with the lowest bit
  /// first. (Bayer, "An optimum method for two-level rendition of continuous-tone pictures", ICC 1973.)
  static func threshold(_ x: Int32, _ y: Int32) -> UInt32 {
    let (a, b) = (UInt32(truncatingIfNeeded: x ^ y), UInt32(truncatingIfNeeded: y))
    var order: UInt32 = 0
    for bit in 0..<3 as Range<UInt32> {
      order = order << 2 | ((a >> bit) & 1) << 1 | (b >> bit) & 1
    }
    return order
  }
}
