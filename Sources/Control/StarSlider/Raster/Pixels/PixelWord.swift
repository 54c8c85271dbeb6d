/// A pixel in the form stored in memory. Pixels of two bytes have fields of five, six and five bits; pixels of three and four bytes have
/// fields of eight. Code that moves and mixes pixels is generic over this protocol and does not depend on the order of channels.
package protocol PixelWord: Equatable, BitwiseCopyable {
  /// The value that determines a pixel's word at any position. It is the word itself or, for two bytes, the levels between which dithering
  /// chooses. Never 0.
  associatedtype Shade: FixedWidthInteger
  /// Returns the shade nearest to a light.
  static func shade(_ light: Light, _ encoder: PixelEncoder) -> Shade
  /// Whether a shade gives the same word at every position.
  static func isExact(_ shade: Shade) -> Bool
  /// Returns the word at a position with a dither bias.
  static func word(_ shade: Shade, bias: UInt64) -> Self
  /// Creates a word from its little-endian bits in the low bytes.
  init(bits: UInt32)
  /// The word's bits in the low bytes, with zeros above.
  var bits: UInt32 { get }
  /// Returns the light that a pixel shows.
  func light(_ table: MixTable) -> PackedLight
  /// Creates the word of the pixel nearest to a light.
  init(_ light: PackedLight, _ table: MixTable)
}

/// Words whose fields have eight bits are shades themselves.
extension PixelWord where Shade == UInt32 {
  @inline(__always) package static func shade(_ light: Light, _ encoder: PixelEncoder) -> UInt32 {
    encoder.word(light) | 0xff00_0000
  }
  @inline(__always) package static func isExact(_: UInt32) -> Bool { true }
  @inline(__always)
  package static func word(_ shade: UInt32, bias: UInt64) -> Self { Self(bits: shade) }
}

extension UInt32: PixelWord {
  package typealias Shade = UInt32
  package init(bits: UInt32) { self = bits }
  package var bits: UInt32 { self }
  @inline(__always) package func light(_ table: MixTable) -> PackedLight {
    table.light(self & 255, self &>> 8 & 255, self &>> 16 & 255)
  }
  @inline(__always) package init(_ light: PackedLight, _ table: MixTable) { self = table.bytes(light) }
}

extension UInt16: PixelWord {
  package static func shade(_ light: Light, _ encoder: PixelEncoder) -> UInt64 {
    encoder.levels(light)
  }
  @inline(__always)
  package static func isExact(_ shade: UInt64) -> Bool { DitheredLevels.isExact(shade) }
  @inline(__always) package static func word(_ shade: UInt64, bias: UInt64) -> UInt16 {
    DitheredLevels.word(shade, bias: bias)
  }

  package init(bits: UInt32) { self = UInt16(truncatingIfNeeded: bits) }
  package var bits: UInt32 { UInt32(self) }
  @inline(__always) package func light(_ table: MixTable) -> PackedLight {
    let word = UInt32(self)
    return table.light(
      MixTable.code(word & 31, bits: 5), MixTable.code(word &>> 5 & 63, bits: 6), MixTable.code(word &>> 11, bits: 5))
  }
  @inline(__always) package init(_ light: PackedLight, _ table: MixTable) {
    let (low, middle, high) = light.indices
    self.init(
      truncatingIfNeeded: table.level(low) | table.level(middle, isSix: true) &<< 5 | table.level(high) &<< 11)
  }

  static func spread(_ word: UInt16) -> UInt64 {
    let word = UInt64(word)
    return word & 0x1f | (word & 0x07e0) << 11 | (word & 0xf800) << 21
  }

  /// Returns the word of a spread value: the inverse of `spread`. Bits outside the three fields are dropped.
  @inline(__always) static func gathered(_ fields: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: fields & 0x1f | fields >> 11 & 0x07e0 | fields >> 21 & 0xf800)
  }
}

/// Three bytes without padding, at any address.
package struct Pixel24: PixelWord {
  package typealias Shade = UInt32
  let low: UInt8
  let middle: UInt8
  let high: UInt8

  package init(bits: UInt32) {
    low = UInt8(truncatingIfNeeded: bits)
    middle = UInt8(truncatingIfNeeded: bits >> 8)
    high = UInt8(truncatingIfNeeded: bits >> 16)
  }

  package var bits: UInt32 { UInt32(low) | UInt32(middle) << 8 | UInt32(high) << 16 }
  @inline(__always) package func light(_ table: MixTable) -> PackedLight { bits.light(table) }
  @inline(__always) package init(_ light: PackedLight, _ table: MixTable) {
    self.init(bits: table.bytes(light))
  }
}
