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

extension PixelWord {
  /// Stores `count` equal words, 0 or more, at any address.
  @inline(__always)
  package static func storeRun(_ start: UnsafeMutableRawPointer, _ count: Int, _ word: UInt32) {
    switch MemoryLayout<Self>.stride {
    case 2 where count < 4, 4 where count < 4:
      // Most strokes are this narrow.
      let stride = MemoryLayout<Self>.stride
      if count > 0 { unsafe start.storeBytes(of: Self(bits: word), as: Self.self) }
      if count > 1 { unsafe start.storeBytes(of: Self(bits: word), toByteOffset: stride, as: Self.self) }
      if count > 2 { unsafe start.storeBytes(of: Self(bits: word), toByteOffset: 2 &* stride, as: Self.self) }
    case 4: unsafe storeSolid(start, pattern: word, bytes: count &* 4)
    case 2: unsafe storeSolid(start, pattern: word | word << 16, bytes: count &* 2)
    default:
      for i in 0..<max(count, 0) {
        unsafe (start + i &* MemoryLayout<Self>.stride).storeBytes(of: Self(bits: word), as: Self.self)
      }
    }
  }

  /// Stores `count` equal words in each of `rows` rows, which are `pitch` bytes apart.
  @inline(__always)
  static func storeRows(_ start: UnsafeMutableRawPointer, _ pitch: Int, _ rows: Int, _ count: Int, _ word: UInt32) {
    var row = unsafe start
    for _ in 0..<rows {
      unsafe storeRun(row, count, word)
      unsafe row += pitch
    }
  }
}

/// Fills memory at any address with a repeated word, 16 bytes at a time. It never reads, because reads of scanout
/// memory are slow.
///
/// `bytes` is a multiple of the pixel's size, two or four, and `pattern` repeats from pixel to pixel. The last stores overlap earlier ones,
/// which takes few branches for any length. The arguments are in the order of `memset`, so that calling it moves none of them.
@inline(never) func storeSolid(_ start: UnsafeMutableRawPointer, pattern: UInt32, bytes: Int) {
  if bytes > 128 { return unsafe storeLong(start, pattern: pattern, bytes: bytes) }
  if bytes < 16 { return unsafe storeShort(start, pattern: pattern, bytes: bytes) }
  let wide = SIMD4<UInt32>(repeating: pattern)
  let end = unsafe start + bytes
  if bytes <= 64 {
    unsafe start.storeBytes(of: wide, as: SIMD4<UInt32>.self)
    if bytes > 32 {
      unsafe start.storeBytes(of: wide, toByteOffset: 16, as: SIMD4<UInt32>.self)
      unsafe (end - 32).storeBytes(of: wide, as: SIMD4<UInt32>.self)
    }
    unsafe (end - 16).storeBytes(of: wide, as: SIMD4<UInt32>.self)
    return
  }
  for i in 0..<4 { unsafe start.storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
  for i in 0..<4 { unsafe (end - 64).storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
}

/// Fills more than 128 bytes.
@inline(__always) private func storeLong(_ start: UnsafeMutableRawPointer, pattern: UInt32, bytes: Int) {
  if bytes <= 2048 && pattern == pattern >> 8 | pattern << 24 {
    // For white, black and gray, `memset` uses the widest stores of the processor.
    unsafe start.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: pattern), count: bytes)
    return
  }
  let wide = SIMD4<UInt32>(repeating: pattern)
  var at = unsafe start
  let last = unsafe start + (bytes - 128)
  repeat {
    for i in 0..<8 { unsafe at.storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
    unsafe at += 128
  } while unsafe at < last
  for i in 0..<8 { unsafe last.storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
}

/// Fills fewer than 16 bytes.
@inline(__always) private func storeShort(_ start: UnsafeMutableRawPointer, pattern: UInt32, bytes: Int) {
  let end = unsafe start + bytes
  if bytes >= 8 {
    unsafe start.storeBytes(of: SIMD2<UInt32>(repeating: pattern), as: SIMD2<UInt32>.self)
    unsafe (end - 8).storeBytes(of: SIMD2<UInt32>(repeating: pattern), as: SIMD2<UInt32>.self)
  } else if bytes >= 4 {
    unsafe start.storeBytes(of: pattern, as: UInt32.self)
    unsafe (end - 4).storeBytes(of: pattern, as: UInt32.self)
  } else if bytes >= 2 {
    unsafe start.storeBytes(of: UInt16(truncatingIfNeeded: pattern), as: UInt16.self)
  }
}
