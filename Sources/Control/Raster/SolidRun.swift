import Geometry

/// Stores the same word again and again, 16 bytes at a time, to any address. Writes only: reads of scanout memory are what
/// is slow there.
///
/// `bytes` is a multiple of a pixel's two or four, and `pattern` repeats from pixel to pixel. Whatever the length, there are
/// few branches: the last stores overlap those before (as in glibc's `memset`, whose order of arguments this has, so that
/// handing over to it moves nothing).
@inline(never)
@usableFromInline func storeSolid(_ start: UnsafeMutableRawPointer, pattern: UInt32, bytes: Int) {
  if bytes > 128 { return storeLong(start, pattern: pattern, bytes: bytes) }
  if bytes < 16 { return storeShort(start, pattern: pattern, bytes: bytes) }
  let wide = SIMD4<UInt32>(repeating: pattern)
  let end = start + bytes
  if bytes <= 64 {
    start.storeBytes(of: wide, as: SIMD4<UInt32>.self)
    if bytes > 32 {
      start.storeBytes(of: wide, toByteOffset: 16, as: SIMD4<UInt32>.self)
      (end - 32).storeBytes(of: wide, as: SIMD4<UInt32>.self)
    }
    (end - 16).storeBytes(of: wide, as: SIMD4<UInt32>.self)
    return
  }
  for i in 0..<4 { start.storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
  for i in 0..<4 { (end - 64).storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
}

/// More than 128 bytes.
@inline(__always)
private func storeLong(_ start: UnsafeMutableRawPointer, pattern: UInt32, bytes: Int) {
  if pattern == pattern >> 8 | pattern << 24 {
    // White, black, grey: the C library's, whose pieces are as wide as this processor's.
    start.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: pattern), count: bytes)
    return
  }
  let wide = SIMD4<UInt32>(repeating: pattern)
  var at = start
  let last = start + (bytes - 128)
  repeat {
    for i in 0..<8 { at.storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
    at += 128
  } while at < last
  for i in 0..<8 { last.storeBytes(of: wide, toByteOffset: 16 &* i, as: SIMD4<UInt32>.self) }
}

/// Fewer than 16 bytes.
@inline(__always)
private func storeShort(_ start: UnsafeMutableRawPointer, pattern: UInt32, bytes: Int) {
  let end = start + bytes
  if bytes >= 8 {
    start.storeBytes(of: SIMD2<UInt32>(repeating: pattern), as: SIMD2<UInt32>.self)
    (end - 8).storeBytes(of: SIMD2<UInt32>(repeating: pattern), as: SIMD2<UInt32>.self)
  } else if bytes >= 4 {
    start.storeBytes(of: pattern, as: UInt32.self)
    (end - 4).storeBytes(of: pattern, as: UInt32.self)
  } else if bytes >= 2 {
    start.storeBytes(of: UInt16(truncatingIfNeeded: pattern), as: UInt16.self)
  }
}

extension PixelWord {
  /// Stores `count` equal words, none or more, at any address.
  @inlinable @inline(__always)
  package static func storeRun(_ start: UnsafeMutableRawPointer, _ count: Int, _ word: UInt32) {
    switch MemoryLayout<Self>.stride {
    case 2 where count < 4, 4 where count < 4:
      // An outline's width, most often.
      let stride = MemoryLayout<Self>.stride
      if count > 0 { start.storeBytes(of: Self(bits: word), as: Self.self) }
      if count > 1 { start.storeBytes(of: Self(bits: word), toByteOffset: stride, as: Self.self) }
      if count > 2 { start.storeBytes(of: Self(bits: word), toByteOffset: 2 &* stride, as: Self.self) }
    case 4: storeSolid(start, pattern: word, bytes: count &* 4)
    case 2: storeSolid(start, pattern: word | word << 16, bytes: count &* 2)
    default: storeEach(start, count, word)
    }
  }

  /// The same for `rows` rows that are `pitch` bytes apart.
  @inline(__always)
  static func storeRows(_ start: UnsafeMutableRawPointer, _ pitch: Int, _ rows: Int, _ count: Int, _ word: UInt32) {
    var row = start
    let bytes = count &* MemoryLayout<Self>.stride
    if bytes > 128 && isEven(word) {
      for _ in 0..<rows {
        row.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: word), count: bytes)
        row += pitch
      }
      return
    }
    for _ in 0..<rows {
      storeRun(row, count, word)
      row += pitch
    }
  }

  /// Whether all bytes of a pixel are the same: white, black, grey.
  @inline(__always)
  private static func isEven(_ word: UInt32) -> Bool {
    let pattern = MemoryLayout<Self>.stride == 2 ? word | word << 16 : word
    return pattern == pattern >> 8 | pattern << 24
  }

  /// One by one: for pixels that no machine word is a multiple of.
  @inlinable @inline(__always)
  static func storeEach(_ start: UnsafeMutableRawPointer, _ count: Int, _ word: UInt32) {
    var (at, left) = (start, count)
    while left > 0 {
      at.storeBytes(of: Self(bits: word), as: Self.self)
      at += MemoryLayout<Self>.stride
      left &-= 1
    }
  }
}
