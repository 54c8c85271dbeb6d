/// Where one colour channel sits in a pixel that was read as a little-endian word.
public struct Channel: Hashable, Sendable {
  // Bytes: every surface and every frame carries four channels along.
  @usableFromInline let below: UInt8
  @usableFromInline let width: UInt8

  /// Bits below the channel.
  @inlinable public var shift: Int32 { Int32(below) }
  /// The channel's width in bits, 0 (absent) ... 8.
  @inlinable public var bits: Int32 { Int32(width) }

  /// A channel by its place. What a driver says in error, beyond 0 ... 255, becomes the nearest, and is no format's.
  @inlinable public init(shift: Int32, bits: Int32) {
    below = UInt8(clamping: shift)
    width = UInt8(clamping: bits)
  }

  /// A channel that the format does not have.
  public static let absent = Channel(shift: 0, bits: 0)

  /// The channel's bits for an intensity of 0...255, rounded to the nearest that the width can say.
  @inlinable public func encode(_ intensity: UInt32) -> UInt32 {
    if bits == 8 { return intensity << UInt32(shift) }
    let maximum = (1 << UInt32(bits)) - 1 as UInt32
    return ((intensity * maximum + 127) / 255) << UInt32(shift)
  }

  /// The channel's intensity in a pixel, 0...255: the bits repeated, so that full stays 255 and zero stays 0, as
  /// screens, pixman and QEMU expand them. An absent channel is full.
  @inlinable public func decode(_ pixel: UInt32) -> UInt32 {
    if bits == 0 { return 255 }
    let value = (pixel >> UInt32(shift)) & ((1 << UInt32(bits)) - 1)
    if bits == 8 { return value }
    let top = value << UInt32(8 - bits)
    return top | (top >> UInt32(bits))
  }
}

/// How a screen stores one pixel: a row of a table, so that no loop asks for a format's name.
///
/// Names and codes are the kernel's `DRM_FORMAT_*` (`drm_fourcc.h`): the letters name the channels from the most to the
/// least significant bit of a little-endian word.
public struct PixelFormat: Sendable {
  /// The kernel's four-character code.
  public let fourCC: UInt32
  /// 2, 3 or 4.
  public let bytesPerPixel: Int32
  /// Where red is.
  public let red: Channel
  /// Where green is.
  public let green: Channel
  /// Where blue is.
  public let blue: Channel
  /// Alpha, or the bits that nobody reads: written as ones, so that an ARGB plane shows opaque pixels.
  public let unused: Channel

  init(
    _ code: StaticString, bytes: Int32, red: Channel, green: Channel, blue: Channel, unused: Channel = .absent
  ) {
    var fourCC: UInt32 = 0
    for i in 0..<4 { fourCC |= UInt32(code.utf8Start[i]) << (8 * UInt32(i)) }
    self.fourCC = fourCC
    bytesPerPixel = bytes
    self.red = red
    self.green = green
    self.blue = blue
    self.unused = unused
  }

  private static func bits(_ shift: Int32, _ bits: Int32) -> Channel { Channel(shift: shift, bits: bits) }

  /// Four bytes: blue, green, red, unread.
  public static let xrgb8888 = PixelFormat(
    "XR24", bytes: 4, red: bits(16, 8), green: bits(8, 8), blue: bits(0, 8), unused: bits(24, 8))
  /// Four bytes: red, green, blue, unread.
  public static let xbgr8888 = PixelFormat(
    "XB24", bytes: 4, red: bits(0, 8), green: bits(8, 8), blue: bits(16, 8), unused: bits(24, 8))
  /// Four bytes: blue, green, red, alpha.
  public static let argb8888 = PixelFormat(
    "AR24", bytes: 4, red: bits(16, 8), green: bits(8, 8), blue: bits(0, 8), unused: bits(24, 8))
  /// Three bytes: blue, green, red.
  public static let rgb888 = PixelFormat(
    "RG24", bytes: 3, red: bits(16, 8), green: bits(8, 8), blue: bits(0, 8))
  /// Three bytes: red, green, blue.
  public static let bgr888 = PixelFormat(
    "BG24", bytes: 3, red: bits(0, 8), green: bits(8, 8), blue: bits(16, 8))
  /// Two bytes: five bits of blue, six of green, five of red, from the lowest.
  public static let rgb565 = PixelFormat(
    "RG16", bytes: 2, red: bits(11, 5), green: bits(5, 6), blue: bits(0, 5))
  /// Two bytes: five bits of red, six of green, five of blue, from the lowest.
  public static let bgr565 = PixelFormat(
    "BG16", bytes: 2, red: bits(0, 5), green: bits(5, 6), blue: bits(11, 5))

  /// Every format and its name, best first.
  private static let table: [(format: PixelFormat, name: StaticString)] = [
    (xrgb8888, "XRGB8888"), (xbgr8888, "XBGR8888"), (argb8888, "ARGB8888"), (rgb888, "RGB888"), (bgr888, "BGR888"),
    (rgb565, "RGB565"), (bgr565, "BGR565"),
  ]

  /// Every format that can be drawn to, best first: what a display driver should prefer where the board has no say.
  public static let all: [PixelFormat] = table.map { $0.format }

  /// As the kernel says it without its prefix: `XRGB8888`.
  public var name: StaticString {
    for row in Self.table where row.format == self { return row.name }
    preconditionFailure("a format that is not in the table")
  }

  /// The format with the kernel's four-character code, if it can be drawn to.
  public static func withFourCC(_ fourCC: UInt32) -> PixelFormat? {
    for format in all where format.fourCC == fourCC { return format }
    return nil
  }

  /// The format with the name, as in `XRGB8888`, if it can be drawn to.
  public static func named(_ name: String) -> PixelFormat? {
    for format in all
    where name.utf8.elementsEqual(
      UnsafeBufferPointer(start: format.name.utf8Start, count: format.name.utf8CodeUnitCount))
    {
      return format
    }
    return nil
  }

  /// The format whose pixels lie as a framebuffer's bitfields say. Alpha is not compared: fbdev drivers report it at will.
  public static func matching(bytesPerPixel: Int32, red: Channel, green: Channel, blue: Channel) -> PixelFormat? {
    for format in all where format.bytesPerPixel == bytesPerPixel {
      if format.red == red && format.green == green && format.blue == blue { return format }
    }
    return nil
  }

  /// The pixel for a colour, as a little-endian word; bits above `bytesPerPixel * 8` are 0.
  @inlinable public func encode(_ color: Color) -> UInt32 {
    red.encode(UInt32(color.red)) | green.encode(UInt32(color.green)) | blue.encode(UInt32(color.blue))
      | unused.encode(255)
  }

  /// The colour of a pixel.
  @inlinable public func decode(_ pixel: UInt32) -> Color {
    Color(
      red: UInt8(truncatingIfNeeded: red.decode(pixel)), green: UInt8(truncatingIfNeeded: green.decode(pixel)),
      blue: UInt8(truncatingIfNeeded: blue.decode(pixel)))
  }
}

extension PixelFormat: Hashable {
  /// Formats are equal where their codes are.
  @inlinable public static func == (a: PixelFormat, b: PixelFormat) -> Bool { a.fourCC == b.fourCC }

  /// Feeds the kernel's code.
  public func hash(into hasher: inout Hasher) { hasher.combine(fourCC) }
}
