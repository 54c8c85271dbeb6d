/// Mixes channels as a face's layers are mixed, by looking up their intensities and the mixture's level: the nearest of a pixel's.
///
/// A level is looked up by the upper 12 of 16 bits of an intensity, which is off by at most 1/32 of 255 in light.
///
/// Unsafe: the memory has `byteCount` bytes, and channels of eight bits index all intensities.
@safe @usableFromInline package struct MixTable: BitwiseCopyable {
  /// 256 intensities of 16 bits, then 4,096 levels of eight bits each: codes, or in pixels of two bytes the levels of fields of
  /// five bits, then those of fields of six.
  @usableFromInline let memory: UnsafeMutableRawPointer

  @inlinable static var levelsAt: Int { 512 }
  @inlinable static var levelCount: Int { 4096 }
  @usableFromInline package static var byteCount: Int { levelsAt + 2 * levelCount }

  /// Fills `byteCount` bytes of memory, aligned to 16.
  @export(interface) package init(_ blending: Blending, bytesPerPixel: Int, in memory: UnsafeMutableRawPointer) {
    unsafe self.memory = memory
    let intensities = unsafe memory.bindMemory(to: UInt16.self, capacity: 256)
    for code in 0...255 as ClosedRange<UInt8> {
      unsafe (intensities + Int(code)).initialize(to: blending.intensity(code))
    }
    if bytesPerPixel == 2 {
      unsafe fill(memory + Self.levelsAt, bits: 5)
      unsafe fill(memory + Self.levelsAt + Self.levelCount, bits: 6)
    } else {
      unsafe fill(memory + Self.levelsAt, bits: 8)
    }
  }

  private func fill(_ memory: UnsafeMutableRawPointer, bits: UInt32) {
    let levels = unsafe memory.bindMemory(to: UInt8.self, capacity: Self.levelCount)
    func intensity(_ level: UInt32) -> Int {
      unsafe Int(self.memory.assumingMemoryBound(to: UInt16.self)[Int(Self.code(level, bits: bits))])
    }
    let most: UInt32 = (1 << bits) - 1
    var next = 0
    for level in 0...most {
      // Up to half way to the next level's intensity.
      let end = level == most ? Self.levelCount : (intensity(level) + intensity(level + 1) + 16) / 32
      unsafe (levels + next).initialize(repeating: UInt8(truncatingIfNeeded: level), count: end - next)
      next = end
    }
  }

  /// Returns a level of 5...8 bits as screens show it: its upper bits are repeated.
  @inlinable @inline(__always) static func code(_ level: UInt32, bits: UInt32) -> UInt32 {
    bits == 8 ? level : level &<< (8 &- bits) | level &>> (2 &* bits &- 8)
  }

  /// Returns the level `share` / 256 (0...256) of the way from one channel of 0...255 to another.
  @inlinable @inline(__always)
  package func mixed(_ a: UInt32, _ b: UInt32, _ share: UInt32, bits: UInt32 = 8) -> UInt32 {
    let intensities = unsafe memory.assumingMemoryBound(to: UInt16.self)
    let sum = unsafe UInt32(intensities[Int(a & 255)]) &* (256 &- share) &+ UInt32(intensities[Int(b & 255)]) &* share
    let levels = unsafe memory + (bits == 6 ? Self.levelsAt &+ Self.levelCount : Self.levelsAt)
    return unsafe UInt32(levels.load(fromByteOffset: Int(sum &>> 12), as: UInt8.self))
  }

  /// Returns the byte that shows an intensity of 12 bits.
  @inlinable @inline(__always) package func byte(_ intensity: UInt32) -> UInt32 {
    unsafe UInt32((memory + Self.levelsAt).load(fromByteOffset: Int(intensity), as: UInt8.self))
  }

  /// Returns a word with the channel at `shift` mixed, if it differs.
  @inlinable @inline(__always)
  package func mixed(_ word: UInt32, _ a: UInt32, _ b: UInt32, at shift: UInt32, _ share: UInt32) -> UInt32 {
    let mask: UInt32 = 255 &<< shift
    if (a ^ b) & mask == 0 { return word }
    return word & ~mask | mixed(a &>> shift, b &>> shift, share) &<< shift
  }
}
