/// The position of a color channel in a pixel that was read as a little-endian word.
package struct Channel: Hashable, Sendable {
  /// The number of bits below the channel.
  package let shift: Int32
  /// The channel's width in bits, from 0 (absent) to 8.
  package let bits: Int32

  package init(shift: Int32, bits: Int32) { (self.shift, self.bits) = (shift, bits) }

  /// Returns the channel's bits for an intensity of 0...255, rounded to the nearest level.
  package func encode(_ intensity: UInt32) -> UInt32 {
    if bits == 8 { return intensity << UInt32(shift) }
    let maximum = (1 << UInt32(bits)) - 1 as UInt32
    return ((intensity * maximum + 127) / 255) << UInt32(shift)
  }

  /// Returns the channel's intensity in a pixel, 0...255. The bits are repeated, as screens, pixman and QEMU do when they expand them, so
  /// that full is 255 and zero is 0. An absent channel is full.
  package func decode(_ pixel: UInt32) -> UInt32 {
    if bits == 0 { return 255 }
    let value = (pixel >> UInt32(shift)) & ((1 << UInt32(bits)) - 1)
    if bits == 8 { return value }
    let top = value << UInt32(8 - bits)
    return top | (top >> UInt32(bits))
  }
}

/// The storage format of a pixel on a screen. Unless the board decides, a display driver prefers earlier cases.
///
/// Names and codes are the kernel's `DRM_FORMAT_*` (`drm_fourcc.h`). Letters name the channels from the most to the least
/// significant bit of a little-endian word. The type is one byte, because every surface and every frame holds it; its
/// properties are in one table.
public enum PixelFormat: Hashable, CaseIterable, Sendable {
  /// Four bytes: blue, green, red, unused.
  case xrgb8888
  /// Four bytes: red, green, blue, unused.
  case xbgr8888
  /// Four bytes: blue, green, red, alpha.
  case argb8888
  /// Three bytes: blue, green, red.
  case rgb888
  /// Three bytes: red, green, blue.
  case bgr888
  /// Two bytes: five bits of blue, six of green, five of red, from the lowest.
  case rgb565
  /// Two bytes: five bits of red, six of green, five of blue, from the lowest.
  case bgr565

  struct Row {
    let name: StaticString
    let code: StaticString
    let red: Channel
    let green: Channel
    let blue: Channel
    let unused: Channel

    /// Creates a row. Each channel is the number of bits below it and its width.
    init(
      _ name: StaticString, _ code: StaticString, _ red: (Int32, Int32), _ green: (Int32, Int32),
      _ blue: (Int32, Int32), unused: (Int32, Int32) = (0, 0)
    ) {
      (self.name, self.code) = (name, code)
      self.red = Channel(shift: red.0, bits: red.1)
      self.green = Channel(shift: green.0, bits: green.1)
      self.blue = Channel(shift: blue.0, bits: blue.1)
      self.unused = Channel(shift: unused.0, bits: unused.1)
    }
  }

  var row: Row {
    switch self {
    case .xrgb8888: Row("XRGB8888", "XR24", (16, 8), (8, 8), (0, 8), unused: (24, 8))
    case .xbgr8888: Row("XBGR8888", "XB24", (0, 8), (8, 8), (16, 8), unused: (24, 8))
    case .argb8888: Row("ARGB8888", "AR24", (16, 8), (8, 8), (0, 8), unused: (24, 8))
    case .rgb888: Row("RGB888", "RG24", (16, 8), (8, 8), (0, 8))
    case .bgr888: Row("BGR888", "BG24", (0, 8), (8, 8), (16, 8))
    case .rgb565: Row("RGB565", "RG16", (11, 5), (5, 6), (0, 5))
    case .bgr565: Row("BGR565", "BG16", (0, 5), (5, 6), (11, 5))
    }
  }

  /// The number of bytes per pixel: 2, 3 or 4.
  public var bytesPerPixel: Int32 {
    switch self {
    case .xrgb8888, .xbgr8888, .argb8888: 4
    case .rgb888, .bgr888: 3
    case .rgb565, .bgr565: 2
    }
  }

  package var red: Channel { row.red }
  package var green: Channel { row.green }
  package var blue: Channel { row.blue }
  /// The alpha or unused bits. They are written as ones, so that an ARGB plane shows opaque pixels.
  package var unused: Channel { row.unused }

  /// The kernel's four-character code.
  package var fourCC: UInt32 {
    let code = row.code
    return (0..<4).reduce(0) { unsafe $0 | UInt32(code.utf8Start[$1]) << (8 * UInt32($1)) }
  }

  /// The kernel's name without its prefix: `XRGB8888`.
  package var name: StaticString { row.name }

  /// Returns the format with a name such as `XRGB8888`; `nil` if drawing does not support it.
  package static func named(_ name: String) -> PixelFormat? {
    allCases.first { format in
      format.name.withUTF8Buffer { unsafe name.utf8.elementsEqual($0) }
    }
  }

  /// Returns the format with a framebuffer's bitfields. Alpha is not compared, because fbdev drivers do not report it reliably.
  package static func matching(bytesPerPixel: Int32, red: Channel, green: Channel, blue: Channel)
    -> PixelFormat?
  {
    allCases.first {
      $0.bytesPerPixel == bytesPerPixel && $0.red == red && $0.green == green && $0.blue == blue
    }
  }

  /// Returns the pixel of a color as a little-endian word; bits above `bytesPerPixel * 8` are 0.
  package func encode(_ color: Color) -> UInt32 {
    red.encode(UInt32(color.red)) | green.encode(UInt32(color.green)) | blue.encode(UInt32(color.blue))
      | unused.encode(255)
  }

  package func decode(_ pixel: UInt32) -> Color {
    Color(
      red: UInt8(truncatingIfNeeded: red.decode(pixel)), green: UInt8(truncatingIfNeeded: green.decode(pixel)),
      blue: UInt8(truncatingIfNeeded: blue.decode(pixel)))
  }
}
