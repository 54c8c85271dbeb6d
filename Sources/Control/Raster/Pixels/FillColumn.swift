import Geometry

/// The column of pixels in which a fill ends, while a shape is painted, with the coverage of its layers in each pixel.
///
/// The column is stored last, from all layers, because each pixel that the inside covers partially has its own filled share.
///
/// Unsafe: the memory has three bytes for each of `height` rows.
@safe struct FillColumn {
  /// The index of the column; -1 if there is none.
  let x: Int
  /// The part of the column to the left of the fill edge, 1...255 of 256.
  private let fraction: Int32
  private let height: Int
  private let memory: UnsafeMutablePointer<UInt8>

  init(endingAt fillX: Fixed, height: Int32, in memory: UnsafeMutablePointer<UInt8>) {
    x = fillX.fraction > 0 ? Int(fillX.floor) : -1
    (fraction, self.height) = (fillX.fraction, Int(height))
    unsafe self.memory = memory
    if x >= 0 { unsafe memory.initialize(repeating: 0, count: 3 * self.height) }
  }

  /// The coverage in each row.
  var stroke: UnsafeMutablePointer<UInt8> { unsafe memory }
  var ink: UnsafeMutablePointer<UInt8> { unsafe memory + height }
  var inside: UnsafeMutablePointer<UInt8> { unsafe memory + 2 &* height }

  @inline(__always) func keep(_ y: Int, _ coverage: (inside: UInt8, stroke: UInt8)) {
    unsafe (inside[y], stroke[y]) = (coverage.inside, coverage.stroke)
  }

  /// Stores the pixels of the column, which so far show the empty shape.
  func store<Word: PixelWord>(_ pixels: ShapePixels<Word>, of outline: Outline) {
    if x < 0 { return }
    let cut = FillCut(slice: Int32(truncatingIfNeeded: x), fraction: fraction, isRow: false, isReversed: false)
    let lights = unsafe pixels.blender.lights
    func shade(_ inside: UInt8, _ stroke: UInt8, _ ink: UInt8, _ share: Int64) -> Word.Shade {
      unsafe lights.pointee.shade(Word.self, inside: inside, stroke: stroke, ink: ink, filled: share)
    }
    let plain = shade(255, 0, 0, cut.share)
    let winding = outline.winding
    unsafe outline.withEdges { edges in
      for y in 0..<height {
        let (inside, stroke, ink) = unsafe (self.inside[y], stroke[y], ink[y])
        if inside == 0 || stroke == 255 && ink == 0 { continue }
        let row = Int32(truncatingIfNeeded: y)
        var mixed = plain
        if inside != 255 || stroke | ink != 0 {
          let share =
            unsafe inside == 255 ? cut.share : cut.share(of: edges, winding, cut.slice, row, coverage: inside)
          mixed = shade(inside, stroke, ink, share)
        }
        unsafe pixels.surface.line(row).storeBytes(
          of: Word.word(mixed, bias: pixels.biases(row)[x & 7]), toByteOffset: x &* MemoryLayout<Word>.stride,
          as: Word.self)
      }
    }
  }
}
