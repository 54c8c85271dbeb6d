import Geometry

/// The pixels of a shape while it is painted: their addresses, and which of them are filled.
///
/// A stroke mixes with what lies under it. Most pixels under a stroke have the word of the plain background or of the plain
/// inside, and a comparison tells which. The coverage of other pixels (partial, dithered, or in the column in which the fill
/// ends) is kept.
///
/// Unsafe: the surface has the size of the mask, which reports no pixel outside it.
@safe struct ShapePixels<Word: PixelWord> {
  let surface: Surface
  let blender: LayerBlender<Word>
  let background: Word.Shade
  /// The inside's coverage of pixels whose word does not tell it; 0 for others.
  let kept: CoveragePlane
  /// The dither biases of 8 x 8 pixels.
  let biases: UnsafePointer<UInt64>
  /// Columns left of this one are filled.
  let filledEnd: Int
  /// Columns from here on are empty; at most one lies between.
  let emptyStart: Int
  /// How much of the column between is filled, 0...255 of 256.
  private let share: UInt32
  /// Whether the coverage of a plain inside is kept, filled and empty.
  let keepsFilled: Bool
  let keepsEmpty: Bool
  /// The word of a plain inside in that column; `nil` if it is dithered.
  let mixedInside: Word?

  init(
    _ surface: Surface, _ blender: LayerBlender<Word>, _ kept: CoveragePlane, _ biases: UnsafePointer<UInt64>,
    filledTo fillX: Fixed
  ) {
    unsafe (self.surface, self.blender, self.kept, self.biases) = (surface, blender, kept, biases)
    background = blender.shade(inside: 0, isFilled: false)
    let backgroundWord = Word.word(background, bias: 0)
    let limit = min(max(fillX, .zero), Fixed(surface.size.width))
    (filledEnd, emptyStart, share) = (Int(limit.floor), Int(limit.ceil), UInt32(limit.fraction))
    func keeps(_ isFilled: Bool) -> Bool {
      let shade = blender.shade(inside: 255, isFilled: isFilled)
      // Another light may have the background's word.
      return !Word.isExact(shade)
        || Word.word(shade, bias: 0) == backgroundWord && !blender.isBackground(isFilled: isFilled)
    }
    (keepsFilled, keepsEmpty) = (keeps(true), keeps(false))
    let (empty, full) = (blender.shade(inside: 255, isFilled: false), blender.shade(inside: 255, isFilled: true))
    mixedInside =
      Word.isExact(empty) && Word.isExact(full)
      ? Word.mixed(Word.word(empty, bias: 0), Word.word(full, bias: 0), share) : nil
  }

  func line(_ y: Int32) -> UnsafeMutableRawPointer { unsafe surface.base + Int(y) &* surface.pitch }

  func biases(_ y: Int32) -> UnsafePointer<UInt64> { unsafe biases + Int(y & 7) &* 8 }

  /// Stores a pixel of the stroke over an inside whose coverage is kept.
  @inline(never) static func storeStroke(
    _ pixels: UnsafePointer<Self>, _ line: UnsafeMutableRawPointer, _ x: Int, _ bias: UInt64, _ inside: UInt8,
    _ stroke: UInt8
  ) {
    let isFilled = unsafe x < pixels.pointee.filledEnd
    let shade = unsafe pixels.pointee.blender.knownShade(inside: inside, stroke: stroke, isFilled: isFilled)
    if unsafe shade == 0 || !isFilled && x < pixels.pointee.emptyStart {
      return unsafe store(pixels, line, x, bias, inside, stroke)
    }
    unsafe (line + x &* MemoryLayout<Word>.stride).storeBytes(of: Word.word(shade, bias: bias), as: Word.self)
  }

  /// Stores a pixel covered 0...255 by each layer: the slow way, for mixtures that are made first and for the column in which
  /// the fill ends.
  @inline(never) static func store(
    _ pixels: UnsafePointer<Self>, _ line: UnsafeMutableRawPointer, _ x: Int, _ bias: UInt64, _ inside: UInt8,
    _ stroke: UInt8
  ) {
    unsafe pixels.pointee.store(line, x) { isFilled in
      unsafe Word.word(pixels.pointee.blender.shade(inside: inside, stroke: stroke, isFilled: isFilled), bias: bias)
    }
  }

  /// Stores a pixel from its filled and its empty word.
  @inline(__always) func store(_ line: UnsafeMutableRawPointer, _ x: Int, _ word: (_ isFilled: Bool) -> Word) {
    let isMixed = x >= filledEnd && x < emptyStart
    unsafe (line + x &* MemoryLayout<Word>.stride)
      .storeBytes(of: isMixed ? Word.mixed(word(false), word(true), share) : word(x < filledEnd), as: Word.self)
  }

  /// Stores pixels that show one shade.
  @inline(__always) static func store(
    _ line: UnsafeMutableRawPointer, _ start: Int, _ end: Int, _ shade: Word.Shade, _ biases: UnsafePointer<UInt64>
  ) {
    if Word.isExact(shade) {
      unsafe Word.storeRun(line + start &* MemoryLayout<Word>.stride, end &- start, Word.word(shade, bias: 0).bits)
    } else {
      unsafe storeDithered(line, start, end, shade, biases)
    }
  }

  @inline(never) private static func storeDithered(
    _ line: UnsafeMutableRawPointer, _ start: Int, _ end: Int, _ shade: Word.Shade, _ biases: UnsafePointer<UInt64>
  ) {
    for x in start..<end {
      unsafe (line + x &* MemoryLayout<Word>.stride).storeBytes(
        of: Word.word(shade, bias: biases[x & 7]), as: Word.self)
    }
  }
}
