/// The colors of a shape: its background, its empty inside, its filled inside, and its stroke.
package struct ShapeColors: Hashable, Sendable {
  package let background: Color
  package let empty: Color
  package let fill: Color
  package let stroke: Color
  package let blending: Blending

  package init(background: Color, empty: Color, fill: Color, stroke: Color, blending: Blending) {
    (self.background, self.empty, self.fill, self.stroke, self.blending) = (background, empty, fill, stroke, blending)
  }
}

/// The lights of a shape's colors, and their encoder.
struct ShapeLights {
  let encoder: PixelEncoder
  let empty: Light
  let filled: Light
  let stroke: Light

  init(_ colors: ShapeColors, _ encoder: PixelEncoder) {
    self.encoder = encoder
    empty = Light(colors.empty, encoder.blending)
    filled = Light(colors.fill, encoder.blending)
    stroke = Light(colors.stroke, encoder.blending)
  }

  /// Returns the light of an inside of which a share of 0...65536 is filled.
  func inside(filled share: Int64) -> Light { empty.mixed(with: filled, share) }

  /// Returns the light of a pixel whose inside has a given light everywhere.
  func light(_ coverage: LayerCoverage, inside: Light) -> Light {
    encoder.background.mixed(with: inside, coverage.inside).mixed(with: stroke, coverage.stroke)
      .mixed(with: stroke, coverage.ink)
  }

  /// The share of a pixel that a layer covers, and the filled share of the covered part, 0...65536 each.
  typealias Layer = (coverage: Int64, filled: Int64)

  /// Returns the light of a pixel whose layers are partially filled. The stroke and the ink have another color where they are empty.
  func light(inside: Layer, stroke: Layer, ink: Layer, emptyStroke: Light) -> Light {
    let light = encoder.background.mixed(with: self.inside(filled: inside.filled), inside.coverage)
    return light.mixed(with: emptyStroke.mixed(with: self.stroke, stroke.filled), stroke.coverage)
      .mixed(with: emptyStroke.mixed(with: self.stroke, ink.filled), ink.coverage)
  }
}

/// The meaning of a shape's levels.
enum LevelScale {
  /// 0...255: the inside over the background.
  case inside
  /// 0...255: the stroke over the background; 255...510: the inside over the stroke.
  case sides

  /// The highest level whose pixels look the same whether they are filled or empty.
  var unfilledLevels: Int { self == .inside ? 0 : 255 }
  var highest: Int { self == .inside ? 255 : 510 }

  /// Returns the coverage of a pixel by its inside and by the stroke over it.
  @inline(__always) func coverage(_ level: Int) -> LayerCoverage {
    if self == .inside { return LayerCoverage(inside: UInt8(truncatingIfNeeded: level), stroke: 0) }
    return level <= 255
      ? LayerCoverage(inside: 0, stroke: UInt8(truncatingIfNeeded: level))
      : LayerCoverage(inside: 255, stroke: UInt8(truncatingIfNeeded: 510 &- level))
  }
}

/// Converts the coverage of a shape's layers into shades.
///
/// Each mixture is made when it is first used, and kept. Pixels that show at most two colors have tables of mixtures by level. Other pixels
/// have a cache with the coverage as the key.
///
/// Safety: the memory has `byteCount` bytes, and a level or a hash can only be the index of an existing entry.
@safe struct LayerBlender<Word: PixelWord> {
  /// A mixture and the coverage to which it belongs.
  private struct Mixture {
    var coverage: UInt32
    var shade: Word.Shade
  }

  /// 511 shades by level; 0 for a mixture that has not been made yet.
  typealias Ramp = UnsafeMutablePointer<Word.Shade>

  /// The lights, then two ramps for each scale, then the mixtures. They share one pointer, so that painters fit in registers.
  private let memory: UnsafeMutableRawPointer
  private let scale: LevelScale

  private static var rampsAt: Int { (MemoryLayout<ShapeLights>.size + 15) & ~15 }
  private static var mixturesAt: Int { rampsAt + 4 * 512 * MemoryLayout<Word.Shade>.stride }
  private static var hashShift: UInt32 { 21 }
  private static var mixtureCount: Int { 1 << (32 - Int(hashShift)) }

  static var byteCount: Int { mixturesAt + mixtureCount * MemoryLayout<Mixture>.stride }

  /// Prepares `byteCount` bytes of memory, aligned to 16, for a blender.
  static func prepare(_ memory: UnsafeMutableRawPointer, _ lights: ShapeLights) {
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    unsafe memory.initializeMemory(as: ShapeLights.self, to: lights)
  }

  init(in memory: UnsafeMutableRawPointer, _ scale: LevelScale) { unsafe (self.memory, self.scale) = (memory, scale) }

  @inline(__always)
  var lights: UnsafePointer<ShapeLights> { unsafe UnsafePointer(memory.assumingMemoryBound(to: ShapeLights.self)) }

  /// Returns the shades of filled or empty pixels by their level.
  @inline(__always) func ramp(isFilled: Bool) -> Ramp {
    let index = (scale == .sides ? 2 : 0) &+ (isFilled ? 1 : 0)
    return unsafe (memory + (Self.rampsAt &+ index &* 512 &* MemoryLayout<Word.Shade>.stride))
      .assumingMemoryBound(to: Word.Shade.self)
  }

  /// Returns the shade of a level.
  @inline(__always) func shade(_ level: Int, _ ramp: Ramp) -> Word.Shade {
    let known = unsafe ramp[level]
    return unsafe known != 0 ? known : make(level, ramp)
  }

  @inline(never) private func make(_ level: Int, _ ramp: Ramp) -> Word.Shade {
    let shade = unsafe mixed(scale.coverage(level), isFilled: ramp == self.ramp(isFilled: true))
    unsafe ramp[level] = shade
    return shade
  }

  private func mixed(_ coverage: LayerCoverage, isFilled: Bool) -> Word.Shade {
    let lights = unsafe lights.pointee
    return Word.shade(
      lights.light(coverage, inside: isFilled ? lights.filled : lights.empty), lights.encoder)
  }

  /// Returns the shade of a pixel of any coverage.
  @inline(never) func shade(_ coverage: LayerCoverage, isFilled: Bool) -> Word.Shade {
    let mixtures = unsafe (memory + Self.mixturesAt).assumingMemoryBound(to: Mixture.self)
    // The highest bit distinguishes a key from an unused entry.
    let key =
      UInt32(coverage.inside) | UInt32(coverage.stroke) &<< 8 | UInt32(coverage.ink) &<< 16
      | (isFilled ? 3 << 30 : 2 << 30)
    // Fibonacci hashing (Knuth, TAOCP 6.4).
    let entry = unsafe mixtures + Int((key &* 0x9e37_79b1) &>> Self.hashShift)
    if unsafe entry.pointee.coverage == key { return unsafe entry.pointee.shade }
    let shade = mixed(coverage, isFilled: isFilled)
    unsafe entry.pointee = Mixture(coverage: key, shade: shade)
    return shade
  }
}
