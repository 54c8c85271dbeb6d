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
  private let empty: Light
  private let filled: Light
  let stroke: Light

  init(_ colors: ShapeColors, _ encoder: PixelEncoder) {
    self.encoder = encoder
    empty = Light(colors.empty, encoder.blending)
    filled = Light(colors.fill, encoder.blending)
    stroke = Light(colors.stroke, encoder.blending)
  }

  /// Returns the light of a pixel. The inside, the stroke and the ink, which has the stroke's color, each cover 0...255 of it. A share of
  /// 0...65536 of the inside is filled.
  func light(inside: UInt8, stroke: UInt8, ink: UInt8 = 0, filled share: Int64) -> Light {
    let under = encoder.background.mixed(with: empty.mixed(with: filled, share), inside)
    return under.mixed(with: self.stroke, stroke).mixed(with: self.stroke, ink)
  }

  /// Returns the shade of such a pixel.
  func shade<Word: PixelWord>(
    _: Word.Type, inside: UInt8, stroke: UInt8, ink: UInt8 = 0, filled share: Int64
  ) -> Word.Shade {
    Word.shade(light(inside: inside, stroke: stroke, ink: ink, filled: share), encoder)
  }

  /// The share of a pixel that a layer covers, and the filled share of the covered part, 0...65536 each.
  typealias Layer = (coverage: Int64, filled: Int64)

  /// Converts a coverage of 0...255 to a share of 0...65536.
  static func share(_ coverage: UInt8) -> Int64 { (Int64(coverage) << 16 &+ 127) / 255 }

  /// Returns the light of a pixel whose layers are partially filled. The stroke and the ink have another color where they are empty.
  func light(inside: Layer, stroke: Layer, ink: Layer, emptyStroke: Light) -> Light {
    encoder.background.mixed(with: empty.mixed(with: filled, inside.filled), inside.coverage)
      .mixed(with: emptyStroke.mixed(with: self.stroke, stroke.filled), stroke.coverage)
      .mixed(with: emptyStroke.mixed(with: self.stroke, ink.filled), ink.coverage)
  }
}

/// Converts the coverage of a shape's inside and of its stroke into shades.
///
/// Mixtures are made when they are first used, and kept. Where at most one layer covers a pixel partially, there are 256 mixtures for each
/// pair of colors, which are in tables. Other mixtures are in a cache, with their coverage as the key.
///
/// Unsafe: the memory has `byteCount` bytes, and an eight-bit coverage or a hash can only be the index of an existing entry.
@safe struct LayerBlender<Word: PixelWord> {
  /// A mixture of both layers and the coverage to which it belongs.
  private struct Mixture {
    var coverage: UInt32
    var shade: Word.Shade
  }

  /// 256 shades by coverage; 0 for a mixture that has not been made yet.
  typealias Table = UnsafeMutablePointer<Word.Shade>

  /// The lights, then the tables, then the mixtures. They share one pointer, so that painters fit in registers.
  private let memory: UnsafeMutableRawPointer

  private static var tablesAt: Int { (MemoryLayout<ShapeLights>.size + 15) & ~15 }
  private static var mixturesAt: Int { tablesAt + 5 * 256 * MemoryLayout<Word.Shade>.stride }
  private static var hashShift: UInt32 { 21 }
  private static var mixtureCount: Int { 1 << (32 - Int(hashShift)) }

  static var byteCount: Int { mixturesAt + mixtureCount * MemoryLayout<Mixture>.stride }

  /// Prepares `byteCount` bytes of memory, aligned to 16, for a blender.
  static func prepare(_ memory: UnsafeMutableRawPointer, _ lights: ShapeLights) {
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    unsafe memory.initializeMemory(as: ShapeLights.self, to: lights)
  }

  init(in memory: UnsafeMutableRawPointer) { unsafe self.memory = memory }

  @inline(__always)
  var lights: UnsafePointer<ShapeLights> { unsafe UnsafePointer(memory.assumingMemoryBound(to: ShapeLights.self)) }

  @inline(__always) private func table(_ index: Int) -> Table {
    unsafe (memory + (Self.tablesAt &+ index &* 256 &* MemoryLayout<Word.Shade>.stride)).assumingMemoryBound(
      to: Word.Shade.self)
  }

  // The tables: the inside over the background, and the stroke over a plain inside and over the background.
  @inline(__always) func insideTable(isFilled: Bool) -> Table { unsafe table(isFilled ? 2 : 0) }
  @inline(__always) func strokeTable(isFilled: Bool) -> Table { unsafe table(isFilled ? 3 : 1) }
  @inline(__always) var strokeOverBackground: Table { unsafe table(4) }

  /// Returns the shade of a pixel without a stroke, covered 0...255.
  @inline(__always) func shade(inside: UInt8, isFilled: Bool) -> Word.Shade {
    let known = unsafe insideTable(isFilled: isFilled)[Int(inside)]
    return known != 0 ? known : make(inside, 0, isFilled)
  }

  /// Returns the shade of a pixel whose inside and stroke cover 0...255 each.
  @inline(__always) func shade(inside: UInt8, stroke: UInt8, isFilled: Bool) -> Word.Shade {
    let known = knownShade(inside: inside, stroke: stroke, isFilled: isFilled)
    return known != 0 ? known : make(inside, stroke, isFilled)
  }

  /// Makes the shades of pixels at a stroke's edge that it does not cover.
  func prepareStroke() {
    unsafe strokeOverBackground[0] = shade(inside: 0, isFilled: false)
    unsafe strokeTable(isFilled: false)[0] = shade(inside: 255, isFilled: false)
    unsafe strokeTable(isFilled: true)[0] = shade(inside: 255, isFilled: true)
  }

  /// Returns the cached shade of a pixel whose inside and stroke cover 0...255 each, where the stroke's coverage is not 0; 0 if it has not
  /// been made yet.
  @inline(__always) private func knownShade(inside: UInt8, stroke: UInt8, isFilled: Bool) -> Word.Shade {
    if inside == 255 { return unsafe strokeTable(isFilled: isFilled)[Int(stroke)] }
    if inside == 0 { return unsafe strokeOverBackground[Int(stroke)] }
    let (entry, coverage) = unsafe mixture(inside, stroke, isFilled)
    return unsafe entry.pointee.coverage == coverage ? entry.pointee.shade : 0
  }

  /// Returns the cache entry for the mixture of an inside that covers a pixel partially, and its coverage, which is 0 only in unused
  /// entries.
  @inline(__always)
  private func mixture(_ inside: UInt8, _ stroke: UInt8, _ isFilled: Bool) -> (UnsafeMutablePointer<Mixture>, UInt32) {
    let mixtures = unsafe (memory + Self.mixturesAt).assumingMemoryBound(to: Mixture.self)
    let coverage = UInt32(inside) | UInt32(stroke) &<< 8 | (isFilled ? 1 << 16 : 0)
    // Fibonacci hashing (Knuth, TAOCP 6.4).
    return unsafe (mixtures + Int((coverage &* 0x9e37_79b1) &>> Self.hashShift), coverage)
  }

  /// Returns the shade of a pixel whose inside is covered in part, 1...254, and whose stroke covers 0...254.
  @inline(never) func partialShade(inside: UInt8, stroke: UInt8, isFilled: Bool) -> Word.Shade {
    if stroke == 0 { return shade(inside: inside, isFilled: isFilled) }
    let (entry, coverage) = unsafe mixture(inside, stroke, isFilled)
    return unsafe entry.pointee.coverage == coverage ? entry.pointee.shade : make(inside, stroke, isFilled)
  }

  /// Mixes a shade and keeps it.
  @inline(never) func make(_ inside: UInt8, _ stroke: UInt8, _ isFilled: Bool) -> Word.Shade {
    let shade = unsafe lights.pointee.shade(
      Word.self, inside: inside, stroke: stroke, filled: isFilled ? 65536 : 0)
    if stroke == 0 {
      unsafe insideTable(isFilled: isFilled)[Int(inside)] = shade
    } else if inside == 255 {
      unsafe strokeTable(isFilled: isFilled)[Int(stroke)] = shade
    } else if inside == 0 {
      unsafe strokeOverBackground[Int(stroke)] = shade
    } else {
      let (entry, coverage) = unsafe mixture(inside, stroke, isFilled)
      unsafe entry.pointee = Mixture(coverage: coverage, shade: shade)
    }
    return shade
  }
}
