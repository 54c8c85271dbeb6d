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
