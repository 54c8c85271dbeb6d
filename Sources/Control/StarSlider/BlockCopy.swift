/// Copies a block of pixels: `rows` lines of `bytes` each, which begin `fromPitch` and `toPitch` bytes apart.
///
/// Lines of stars are short, and `memcpy` finds out anew for each how long it is. Here that is asked once for a block: lines
/// of at most 512 bytes are copied in pieces of one size, the last of them overlapping those before; longer ones are left to
/// the library.
func copyBlock(
  _ from: UnsafeRawPointer, _ fromPitch: Int, to: UnsafeMutableRawPointer, _ toPitch: Int, bytes: Int, rows: Int
) {
  switch bytes {
  case ...0: return
  case 1: copyLines(from, fromPitch, to, toPitch, rows) { copy(UInt8.self, $0, $1, at: 0) }
  case 2...3: copyLines(from, fromPitch, to, toPitch, rows) { copyEnds(UInt16.self, $0, $1, bytes) }
  case 4...7: copyLines(from, fromPitch, to, toPitch, rows) { copyEnds(UInt32.self, $0, $1, bytes) }
  case 8...15: copyLines(from, fromPitch, to, toPitch, rows) { copyEnds(UInt64.self, $0, $1, bytes) }
  case 16...32: copyLines(from, fromPitch, to, toPitch, rows) { copyEnds(Piece.self, $0, $1, bytes) }
  case 33...64:
    copyLines(from, fromPitch, to, toPitch, rows) { from, to in
      copyTwo(from, to, at: 0)
      copyTwo(from, to, at: bytes &- 32)
    }
  case 65...96:
    copyLines(from, fromPitch, to, toPitch, rows) { from, to in
      copyTwo(from, to, at: 0)
      copyTwo(from, to, at: 32)
      copyTwo(from, to, at: bytes &- 32)
    }
  case 97...128:
    copyLines(from, fromPitch, to, toPitch, rows) { from, to in
      copyTwo(from, to, at: 0)
      copyTwo(from, to, at: 32)
      copyTwo(from, to, at: bytes &- 64)
      copyTwo(from, to, at: bytes &- 32)
    }
  case 129...512:
    copyLines(from, fromPitch, to, toPitch, rows) { from, to in
      var i = 0
      while i < bytes &- 32 {
        copyTwo(from, to, at: i)
        i &+= 32
      }
      copyTwo(from, to, at: bytes &- 32)
    }
  default: copyLines(from, fromPitch, to, toPitch, rows) { $1.copyMemory(from: $0, byteCount: bytes) }
  }
}

/// 16 bytes, a vector register.
private typealias Piece = SIMD4<UInt32>

@inline(__always)
private func copyLines(
  _ from: UnsafeRawPointer, _ fromPitch: Int, _ to: UnsafeMutableRawPointer, _ toPitch: Int, _ rows: Int,
  _ copyLine: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
) {
  var (from, to, left) = (from, to, rows)
  while left > 0 {
    copyLine(from, to)
    from += fromPitch
    to += toPitch
    left &-= 1
  }
}

@inline(__always)
private func copy<Word: BitwiseCopyable>(
  _: Word.Type, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, at offset: Int
) {
  to.storeBytes(of: from.loadUnaligned(fromByteOffset: offset, as: Word.self), toByteOffset: offset, as: Word.self)
}

/// The first word of a line and the last one, which may overlap.
@inline(__always)
private func copyEnds<Word: BitwiseCopyable>(
  _: Word.Type, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ bytes: Int
) {
  copy(Word.self, from, to, at: 0)
  copy(Word.self, from, to, at: bytes &- MemoryLayout<Word>.size)
}

@inline(__always)
private func copyTwo(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, at offset: Int) {
  copy(Piece.self, from, to, at: offset)
  copy(Piece.self, from, to, at: offset &+ 16)
}
