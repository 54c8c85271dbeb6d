/// An opaque sRGB color, 0...255 per channel.
public struct Color: Hashable, Sendable {
  /// The red channel, 0...255.
  public var red: UInt8
  /// The green channel, 0...255.
  public var green: UInt8
  /// The blue channel, 0...255.
  public var blue: UInt8

  /// Creates a color from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Creates a color from `0xRRGGBB`.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// `0x000000`.
  public static let black = Color(rgb: 0x00_0000)
  /// `0xffffff`.
  public static let white = Color(rgb: 0xff_ffff)
  /// `0xffff00`.
  public static let yellow = Color(rgb: 0xff_ff00)
}

extension Color {
  /// Returns the mixture of this color and `share` / 255 of another, in sRGB codes, with each channel rounded to nearest.
  package func mixed(with other: Color, _ share: UInt8) -> Color {
    Color(
      red: mixedChannel(red, other.red, share), green: mixedChannel(green, other.green, share),
      blue: mixedChannel(blue, other.blue, share))
  }

  /// The gray of the same brightness, computed with Rec. 709's weights of linear light in 1/65536.
  package var gray: Color {
    let light =
      UInt32(SRGB.light[Int(red)]) * 13_933 + UInt32(SRGB.light[Int(green)]) * 46_871
      + UInt32(SRGB.light[Int(blue)]) * 4_732
    let code = SRGB.code(UInt16(light >> 16))
    return Color(red: code, green: code, blue: code)
  }
}

/// Returns the mixture of the first channel and `share` / 255 of the second, rounded to nearest. Channels are 0...65535.
func mixedChannel<Channel: FixedWidthInteger>(_ a: Channel, _ b: Channel, _ share: UInt8) -> Channel {
  let sum = UInt32(truncatingIfNeeded: a) &* UInt32(255 &- share) &+ UInt32(truncatingIfNeeded: b) &* UInt32(share)
  return Channel(truncatingIfNeeded: (sum &+ 127) / 255)
}
