/// A pixel's light, in a form that mixes all channels at once. Each field of the pixel's word has 13 bits; fields are 21 bits apart, lowest
/// first.
package struct PackedLight: BitwiseCopyable {
  let bits: UInt64

  /// Creates a light from fields of 13 bits each.
  init(_ low: UInt16, _ middle: UInt16, _ high: UInt16) {
    bits = UInt64(low) | UInt64(middle) &<< 21 | UInt64(high) &<< 42
  }

  /// Returns an intensity of 16 bits as one of 13, rounded to nearest.
  static func field(_ intensity: UInt16) -> UInt16 { (intensity &- intensity >> 13 &+ 4) >> 3 }

  /// Returns the mixture of this light and `share` / 256 (0...256) of another one.
  @inline(__always) package func mixed(with other: Self, _ share: UInt32) -> Self {
    Self(sums: bits &* 256 &+ (other.bits &- bits) &* UInt64(share))
  }

  static var fields: UInt64 { 8191 | 8191 << 21 | 8191 << 42 }

  /// Creates a light from 256 times its value in each field.
  @inline(__always) init(sums: UInt64) { bits = sums &>> 8 & Self.fields }

  /// The upper 12 bits of each field.
  @inline(__always) var indices: (Int, Int, Int) {
    (
      Int(truncatingIfNeeded: bits &>> 1 & 4095), Int(truncatingIfNeeded: bits &>> 22 & 4095),
      Int(truncatingIfNeeded: bits &>> 43)
    )
  }
}

/// Tables of the light of each channel value, and of the pixel level nearest to each light.
///
/// A level is looked up by the upper 12 of a light's 13 bits, which causes an error of at most 5/64 of 1/255 in light.
///
/// Safety: the memory has `byteCount` bytes, channels of eight bits index all intensities, and 12 bits all levels.
@safe package struct MixTable: BitwiseCopyable {
  /// 256 intensities of 13 bits, followed by 4,096 levels of eight bits each. In pixels of two bytes, there are two sets of levels: for
  /// fields of five bits, then for fields of six bits. In other pixels, the levels are codes.
  let memory: UnsafeMutableRawPointer

  static var levelsAt: Int { 512 }
  static var levelCount: Int { 4096 }
  package static var byteCount: Int { levelsAt + 2 * levelCount }

  /// Fills `byteCount` bytes of memory, aligned to 16.
  @export(interface) package init(_ blending: Blending, bytesPerPixel: Int, in memory: UnsafeMutableRawPointer) {
    unsafe self.memory = memory
    let intensities = unsafe memory.bindMemory(to: UInt16.self, capacity: 256)
    for code in 0...255 as ClosedRange<UInt8> {
      unsafe (intensities + Int(code)).initialize(to: PackedLight.field(blending.intensity(code)))
    }
    fill(at: Self.levelsAt, blending, bits: bytesPerPixel == 2 ? 5 : 8)
    if bytesPerPixel == 2 { fill(at: Self.levelsAt + Self.levelCount, blending, bits: 6) }
  }

  private func fill(at start: Int, _ blending: Blending, bits: UInt32) {
    let levels = unsafe (memory + start).bindMemory(to: UInt8.self, capacity: Self.levelCount)
    func intensity(_ level: UInt32) -> Int {
      Int(blending.intensity(UInt8(truncatingIfNeeded: Self.code(level, bits: bits))))
    }
    let most: UInt32 = (1 << bits) - 1
    var next = 0
    for level in 0...most {
      // The level is used up to halfway to the next level's intensity.
      let end = level == most ? Self.levelCount : (intensity(level) + intensity(level + 1) + 16) / 32
      unsafe (levels + next).initialize(repeating: UInt8(truncatingIfNeeded: level), count: end - next)
      next = end
    }
  }

  /// Returns the 8-bit code that screens show for a level of 5...8 bits: the level's upper bits are repeated below it.
  @inline(__always) static func code(_ level: UInt32, bits: UInt32) -> UInt32 {
    bits == 8 ? level : level &<< (8 &- bits) | level &>> (2 &* bits &- 8)
  }

  /// Returns the light of channels of 0...255.
  @inline(__always) func light(_ low: UInt32, _ middle: UInt32, _ high: UInt32) -> PackedLight {
    let intensities = unsafe memory.assumingMemoryBound(to: UInt16.self)
    return unsafe PackedLight(intensities[Int(low)], intensities[Int(middle)], intensities[Int(high)])
  }

  /// Returns the level for an intensity of 12 bits. `isSix` is true for a field of six bits in a pixel of two bytes.
  @inline(__always) func level(_ intensity: Int, isSix: Bool = false) -> UInt32 {
    let offset = Self.levelsAt &+ (isSix ? Self.levelCount : 0) &+ intensity
    return unsafe UInt32(memory.load(fromByteOffset: offset, as: UInt8.self))
  }

  /// Returns the three levels of a light in fields of eight bits, with 0xff in the top byte.
  @inline(__always) func bytes(_ light: PackedLight) -> UInt32 {
    let (low, middle, high) = light.indices
    return level(low) | level(middle) &<< 8 | level(high) &<< 16 | 0xff00_0000
  }
}
