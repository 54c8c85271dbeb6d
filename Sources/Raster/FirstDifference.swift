/// The first byte of `start ..< end` in which two stretches of memory differ; `end` where they do not.
///
/// Finished pictures are searched with it for where they differ, and, compared with themselves one pixel on, for where they
/// change.
@inlinable @inline(__always) public func firstDifference(
  _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, from start: Int, to end: Int
) -> Int {
  var i = start
  while i &+ 32 <= end {
    let (wide, other) = (
      a.loadUnaligned(fromByteOffset: i, as: SIMD8<UInt32>.self),
      b.loadUnaligned(fromByteOffset: i, as: SIMD8<UInt32>.self)
    )
    if wide != other { break }
    i &+= 32
  }
  while i &+ 8 <= end {
    let differing =
      a.loadUnaligned(fromByteOffset: i, as: UInt64.self) ^ b.loadUnaligned(fromByteOffset: i, as: UInt64.self)
    // Little-endian: the lowest bits are the first byte's.
    if differing != 0 { return i &+ differing.trailingZeroBitCount / 8 }
    i &+= 8
  }
  while i < end && a.load(fromByteOffset: i, as: UInt8.self) == b.load(fromByteOffset: i, as: UInt8.self) { i &+= 1 }
  return i
}
