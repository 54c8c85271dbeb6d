/// An opaque colour in sRGB, 0...255 a channel.
public struct Color: Hashable, Sendable {
  /// 0...255.
  public var red: UInt8
  /// 0...255.
  public var green: UInt8
  /// 0...255.
  public var blue: UInt8

  /// A colour from its channels.
  @inlinable public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// From `0xRRGGBB`.
  @inlinable public init(rgb: UInt32) {
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
