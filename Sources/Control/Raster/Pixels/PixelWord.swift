/// A pixel as memory holds it. Two bytes have fields of five, six and five bits; three and four bytes have fields of eight.
/// Code that moves and mixes pixels is generic over it and does not depend on the order of channels.
@usableFromInline package protocol PixelWord: Equatable, BitwiseCopyable {
  /// What a pixel shows wherever it is: the word, or for two bytes the levels between which dithering chooses. Never 0.
  associatedtype Shade: FixedWidthInteger
  /// Returns the shade nearest to a light.
  static func shade(_ light: Light, _ encoder: PixelEncoder) -> Shade
  /// Whether a shade gives the same word at every place.
  static func isExact(_ shade: Shade) -> Bool
  /// Returns the word at a place with a dither bias.
  static func word(_ shade: Shade, bias: UInt64) -> Self
  /// Makes a word from its bits, little-endian, in the low bytes.
  init(bits: UInt32)
  /// The word's bits in the low bytes, with zeros above.
  var bits: UInt32 { get }
  /// Returns the pixel `share` / 256 (0...256) of the way from one to another, field by field, rounded to nearest.
  static func mixed(_ a: Self, _ b: Self, _ share: UInt32) -> Self
  /// Returns `mixed` of four neighbors in memory.
  static func mixedFour(_ a: UnsafePointer<Self>, _ b: UnsafePointer<Self>, _ share: UInt32) -> Four<Self>
}

@usableFromInline package typealias Four<Word> = (Word, Word, Word, Word)

extension PixelWord {
  @inlinable @inline(__always) package static func mixedFour(
    _ a: UnsafePointer<Self>, _ b: UnsafePointer<Self>, _ share: UInt32
  ) -> Four<Self> {
    unsafe (mixed(a[0], b[0], share), mixed(a[1], b[1], share), mixed(a[2], b[2], share), mixed(a[3], b[3], share))
  }
}

/// Mixes fields of at most eight bits at once, in the low bytes of sixteen.
@inlinable @inline(__always)
func mixedLanes(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ share: UInt32) -> SIMD8<UInt16> {
  let share = UInt16(truncatingIfNeeded: share)
  return (a &* (256 &- share) &+ b &* share &+ 128) &>> 8
}

/// Mixes four such fields in one word.
@inlinable @inline(__always) func mixedLanes(_ a: UInt64, _ b: UInt64, _ share: UInt32) -> UInt64 {
  let share = UInt64(share)
  return (a &* (256 &- share) &+ b &* share &+ 0x0080_0080_0080_0080) &>> 8 & 0x00ff_00ff_00ff_00ff
}

/// Mixes two fields of eight bits at once, with eight bits of room above each.
@inlinable func mixedFields(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
  (a &* (256 &- share) &+ b &* share &+ 0x0080_0080) >> 8
}

/// Mixes four fields of eight bits.
@inlinable func mixedBytes(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
  let mask: UInt32 = 0x00ff_00ff
  let even = mixedFields(a & mask, b & mask, share) & mask
  let odd = mixedFields((a >> 8) & mask, (b >> 8) & mask, share) & mask
  return even | odd << 8
}

/// Words whose fields have eight bits are shades themselves.
extension PixelWord where Shade == UInt32 {
  @usableFromInline @inline(__always) package static func shade(_ light: Light, _ encoder: PixelEncoder) -> UInt32 {
    encoder.word(light) | 0xff00_0000
  }
  @usableFromInline @inline(__always) package static func isExact(_: UInt32) -> Bool { true }
  @usableFromInline @inline(__always)
  package static func word(_ shade: UInt32, bias: UInt64) -> Self { Self(bits: shade) }
}

extension UInt32: PixelWord {
  @usableFromInline package typealias Shade = UInt32
  @inlinable package init(bits: UInt32) { self = bits }
  @inlinable package var bits: UInt32 { self }
  @inlinable package static func mixed(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    mixedBytes(a, b, share)
  }
  @inlinable @inline(__always) package static func mixedFour(
    _ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, _ share: UInt32
  ) -> Four<UInt32> {
    let (a, b) = unsafe (
      UnsafeRawPointer(a).loadUnaligned(as: SIMD8<UInt16>.self),
      UnsafeRawPointer(b).loadUnaligned(as: SIMD8<UInt16>.self)
    )
    let (even, odd) = (mixedLanes(a & 255, b & 255, share), mixedLanes(a &>> 8, b &>> 8, share))
    let mixed = unsafe unsafeBitCast(even | odd &<< 8, to: SIMD4<UInt32>.self)
    return (mixed[0], mixed[1], mixed[2], mixed[3])
  }
}

extension UInt16: PixelWord {
  @usableFromInline package static func shade(_ light: Light, _ encoder: PixelEncoder) -> UInt64 {
    encoder.levels(light)
  }
  @usableFromInline @inline(__always)
  package static func isExact(_ shade: UInt64) -> Bool { DitheredLevels.isExact(shade) }
  @usableFromInline @inline(__always) package static func word(_ shade: UInt64, bias: UInt64) -> UInt16 {
    DitheredLevels.word(shade, bias: bias)
  }

  @inlinable package init(bits: UInt32) { self = UInt16(truncatingIfNeeded: bits) }
  @inlinable package var bits: UInt32 { UInt32(self) }
  @inlinable package static func mixed(_ a: UInt16, _ b: UInt16, _ share: UInt32) -> UInt16 {
    // The outer fields are 16 bits apart; the middle one follows.
    let mask: UInt32 = 0x001f_001f
    let (a, b) = (UInt32(a), UInt32(b))
    let outer = mixedFields((a | a << 5) & mask, (b | b << 5) & mask, share) & mask
    let middle = mixedFields((a >> 5) & 63, (b >> 5) & 63, share) & 63
    return UInt16(truncatingIfNeeded: outer | outer >> 5 | middle << 5)
  }
  @inlinable @inline(__always) package static func mixedFour(
    _ a: UnsafePointer<UInt16>, _ b: UnsafePointer<UInt16>, _ share: UInt32
  ) -> Four<UInt16> {
    let (a, b) = unsafe (
      UnsafeRawPointer(a).loadUnaligned(as: UInt64.self), UnsafeRawPointer(b).loadUnaligned(as: UInt64.self)
    )
    let low = mixedLanes(a & fiveBits, b & fiveBits, share)
    let middle = mixedLanes((a &>> 5) & sixBits, (b &>> 5) & sixBits, share)
    let high = mixedLanes((a &>> 11) & fiveBits, (b &>> 11) & fiveBits, share)
    let mixed = low | middle &<< 5 | high &<< 11
    return (
      UInt16(truncatingIfNeeded: mixed), UInt16(truncatingIfNeeded: mixed &>> 16),
      UInt16(truncatingIfNeeded: mixed &>> 32), UInt16(truncatingIfNeeded: mixed &>> 48)
    )
  }

  /// Masks for four words.
  @inlinable static var fiveBits: UInt64 { 0x001f_001f_001f_001f }
  @inlinable static var sixBits: UInt64 { 0x003f_003f_003f_003f }

  @inlinable static func spread(_ word: UInt16) -> UInt64 {
    let word = UInt64(word)
    return word & 0x1f | (word & 0x07e0) << 11 | (word & 0xf800) << 21
  }

  /// Inverts `spread`. Bits beside the three fields are dropped.
  @inline(__always) static func gathered(_ fields: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: fields & 0x1f | fields >> 11 & 0x07e0 | fields >> 21 & 0xf800)
  }
}

/// Three bytes without padding, at any address.
@usableFromInline package struct Pixel24: PixelWord {
  @usableFromInline package typealias Shade = UInt32
  @usableFromInline let low: UInt8
  @usableFromInline let middle: UInt8
  @usableFromInline let high: UInt8

  @inlinable package init(bits: UInt32) {
    low = UInt8(truncatingIfNeeded: bits)
    middle = UInt8(truncatingIfNeeded: bits >> 8)
    high = UInt8(truncatingIfNeeded: bits >> 16)
  }

  @inlinable package var bits: UInt32 { UInt32(low) | UInt32(middle) << 8 | UInt32(high) << 16 }
  @inlinable package static func mixed(_ a: Pixel24, _ b: Pixel24, _ share: UInt32) -> Pixel24 {
    Pixel24(bits: mixedBytes(a.bits, b.bits, share))
  }
}
