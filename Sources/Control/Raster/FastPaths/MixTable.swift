/// Mixes channels of eight bits as a face's layers are mixed, by looking up their intensities and the mixture's code.
///
/// A code is looked up by the upper 12 of 16 bits of an intensity, which is off by at most 1/32 of 255 in light.
///
/// Unsafe: the memory has `byteCount` bytes, and channels of eight bits index all intensities.
@safe @usableFromInline package struct MixTable: BitwiseCopyable {
  /// 256 intensities of 16 bits, then 4,096 codes of eight.
  @usableFromInline let memory: UnsafeMutableRawPointer

  private static var codesAt: Int { 512 }
  @usableFromInline package static var byteCount: Int { codesAt + 4096 }

  /// Fills `byteCount` bytes of memory, aligned to 16.
  @export(interface) package init(_ blending: Blending, in memory: UnsafeMutableRawPointer) {
    unsafe self.memory = memory
    let intensities = unsafe memory.bindMemory(to: UInt16.self, capacity: 256)
    let codes = unsafe (memory + Self.codesAt).bindMemory(to: UInt8.self, capacity: 4096)
    for code in 0...255 as ClosedRange<UInt8> {
      unsafe (intensities + Int(code)).initialize(to: blending.intensity(code))
    }
    var next = 0
    for code in 0...255 {
      // Up to half way to the next code's intensity.
      let end = unsafe code == 255 ? 4096 : (Int(intensities[code]) + Int(intensities[code + 1]) + 16) / 32
      unsafe (codes + next).initialize(repeating: UInt8(truncatingIfNeeded: code), count: end - next)
      next = end
    }
  }

  /// Returns the channel of 0...255 `share` / 256 (0...256) of the way from one to another.
  @inlinable @inline(__always) package func mixed(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
    let intensities = unsafe memory.assumingMemoryBound(to: UInt16.self)
    let sum = unsafe UInt32(intensities[Int(a & 255)]) &* (256 &- share) &+ UInt32(intensities[Int(b & 255)]) &* share
    return unsafe UInt32((memory + 512).load(fromByteOffset: Int(sum &>> 12), as: UInt8.self))
  }

  /// Returns a word with the channel at `shift` mixed, if it differs.
  @inlinable @inline(__always)
  package func mixed(_ word: UInt32, _ a: UInt32, _ b: UInt32, at shift: UInt32, _ share: UInt32) -> UInt32 {
    let mask: UInt32 = 255 &<< shift
    if (a ^ b) & mask == 0 { return word }
    return word & ~mask | mixed(a &>> shift, b &>> shift, share) &<< shift
  }
}
