import Geometry

/// Stores the same word again and again, 16 bytes at a time, to any address. Writes only: reads of scanout memory are what
/// is slow there.
///
/// `bytes` is a multiple of a pixel's two or four, and `pattern` repeats from pixel to pixel. The last store overlaps the
/// one before where 16 bytes are more than what is left.
@inline(never)
func storeSolid(_ start: UnsafeMutableRawPointer, bytes: Int, pattern: UInt32) {
  let wide = SIMD4<UInt32>(repeating: pattern)
  var at = start
  let end = start + bytes
  while end - at >= 128 {
    for i in 0..<8 { at.storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
    at += 128
  }
  if end - at >= 64 {
    for i in 0..<4 { at.storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
    at += 64
  }
  if end - at >= 32 {
    for i in 0..<2 { at.storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
    at += 32
  }
  if end - at >= 16 {
    at.storeBytes(of: wide, as: SIMD4<UInt32>.self)
    at += 16
  }
  if at == end { return }
  if bytes >= 16 {
    (end - 16).storeBytes(of: wide, as: SIMD4<UInt32>.self)
  } else if bytes >= 8 {
    at.storeBytes(of: SIMD2<UInt32>(repeating: pattern), as: SIMD2<UInt32>.self)
    (end - 8).storeBytes(of: SIMD2<UInt32>(repeating: pattern), as: SIMD2<UInt32>.self)
  } else if bytes >= 4 {
    at.storeBytes(of: pattern, as: UInt32.self)
    (end - 4).storeBytes(of: pattern, as: UInt32.self)
  } else {
    at.storeBytes(of: UInt16(truncatingIfNeeded: pattern), as: UInt16.self)
  }
}

extension PixelWord {
  /// Stores `count` equal words, none or more, at any address.
  @inline(__always)
  static func storeRun(_ start: UnsafeMutableRawPointer, _ count: Int, _ word: UInt32) {
    switch MemoryLayout<Self>.stride {
    case 4 where count < 4: storeEach(start, count, word)
    case 4: storeSolid(start, bytes: count &* 4, pattern: word)
    case 2: storeSolid(start, bytes: count &* 2, pattern: word | word << 16)
    default: storeEach(start, count, word)
    }
  }

  /// One by one: for very few, and for pixels that no machine word is a multiple of.
  @inline(__always)
  private static func storeEach(_ start: UnsafeMutableRawPointer, _ count: Int, _ word: UInt32) {
    var (at, left) = (start, count)
    while left > 0 {
      at.storeBytes(of: Self(bits: word), as: Self.self)
      at += MemoryLayout<Self>.stride
      left &-= 1
    }
  }
}
