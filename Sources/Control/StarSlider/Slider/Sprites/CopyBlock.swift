/// Copies a block of pixels: `rows` lines of `bytes` bytes each, which start `fromPitch` and `toPitch` bytes apart.
///
/// Lines of 8 to 512 bytes, which are usual for small stars, are copied in pieces of a fixed size. The last piece may overlap earlier
/// ones. `memcpy` would examine the length of each line again. Unsafe: the caller ensures that both blocks exist.
func copyBlock(
  _ from: UnsafeRawPointer, _ fromPitch: Int, to: UnsafeMutableRawPointer, _ toPitch: Int, bytes: Int, rows: Int
) {
  switch bytes {
  case ...0: return
  case 8..<16:
    unsafe copyLines(from, fromPitch, to, toPitch, rows) { from, to in
      unsafe copyPiece(UInt64.self, from, to, at: 0)
      unsafe copyPiece(UInt64.self, from, to, at: bytes &- 8)
    }
  case 16..<32:
    unsafe copyLines(from, fromPitch, to, toPitch, rows) { from, to in
      unsafe copyPiece(SIMD4<UInt32>.self, from, to, at: 0)
      unsafe copyPiece(SIMD4<UInt32>.self, from, to, at: bytes &- 16)
    }
  case 32...512:
    unsafe copyLines(from, fromPitch, to, toPitch, rows) { from, to in
      var i = 0
      while i < bytes &- 32 {
        unsafe copyTwo(from, to, at: i)
        i &+= 32
      }
      unsafe copyTwo(from, to, at: bytes &- 32)
    }
  default: unsafe copyLines(from, fromPitch, to, toPitch, rows) { unsafe $1.copyMemory(from: $0, byteCount: bytes) }
  }
}

@inline(__always)
private func copyLines(
  _ from: UnsafeRawPointer, _ fromPitch: Int, _ to: UnsafeMutableRawPointer, _ toPitch: Int, _ rows: Int,
  _ copyLine: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
) {
  var (from, to, left) = unsafe (from, to, rows)
  while left > 0 {
    unsafe copyLine(from, to)
    unsafe from += fromPitch
    unsafe to += toPitch
    left &-= 1
  }
}

@inline(__always)
private func copyPiece<Piece: BitwiseCopyable>(
  _: Piece.Type, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, at offset: Int
) {
  unsafe to.storeBytes(
    of: from.loadUnaligned(fromByteOffset: offset, as: Piece.self), toByteOffset: offset, as: Piece.self)
}

/// Copies 32 bytes in ascending order. One vector of 32 bytes would be stored with its upper half first, which takes 1.4 times as long.
@inline(__always)
private func copyTwo(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, at offset: Int) {
  unsafe copyPiece(SIMD4<UInt32>.self, from, to, at: offset)
  unsafe copyPiece(SIMD4<UInt32>.self, from, to, at: offset &+ 16)
}
