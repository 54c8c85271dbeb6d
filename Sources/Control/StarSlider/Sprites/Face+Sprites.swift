import Geometry
import Raster

extension Face {
  /// Renders the sprites of a square of `side` pixels. `direction` is the fill's, as the viewer sees it.
  func sprites(
    side: Int32, rotation: Rotation, direction: FillDirection, format: PixelFormat, in memory: SpriteMemory
  ) -> StarSprites {
    let renderer = SpriteRenderer(
      face: self, side: side, rotation: rotation, direction: direction.rotated(by: rotation), format: format,
      memory: memory)
    return switch format.bytesPerPixel {
    case 2: renderer.sprites(UInt16.self)
    case 3: renderer.sprites(Pixel24.self)
    default: renderer.sprites(UInt32.self)
    }
  }
}

/// Renders a face's sprites.
///
/// Unsafe: images have `side` * `side` words, and rows and columns are below `side`.
private struct SpriteRenderer {
  let face: Face
  let side: Int32
  let rotation: Rotation
  /// On the scanout.
  let direction: FillDirection
  let format: PixelFormat
  let memory: SpriteMemory

  func sprites<Word: PixelWord>(_: Word.Type) -> StarSprites {
    if face.images == nil { return shape(Word.self) }
    // Sixteen bits per channel take memory: the images are drawn one after the other, in the same place.
    var picture = face.ground(side: side)
    func image(_ state: FaceState) -> UnsafeMutablePointer<Word> {
      picture.clear()
      face.draw(state, into: &picture)
      let words = unsafe memory.allocate(Word.self, Int(side) * Int(side))
      unsafe picture.turned(by: rotation).encode(in: format) { row, line in
        for x in 0..<Int(side) { unsafe (words + (row * Int(side) + x)).initialize(to: Word(bits: line[x])) }
      }
      return unsafe words
    }
    func compared(
      _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, _ direction: FillDirection
    ) -> StarSprites {
      unsafe StarSprites(comparing: empty, full, side: Int(side), direction: direction, in: memory)
    }
    let (empty, full) = unsafe (image(.empty), image(.full))
    if !face.hasHalf { return unsafe compared(empty, full, direction) }
    // Whole images are exchanged, so any direction is right; down needs no columns.
    let half = unsafe image(.half)
    let all = unsafe HalfSprites(
      emptyToHalf: compared(empty, half, .down), halfToFull: compared(half, full, .down),
      emptyToFull: compared(empty, full, .down))
    let place = unsafe memory.allocate(HalfSprites.self, 1)
    unsafe place.initialize(to: all)
    let pair = all.emptyToFull
    return unsafe StarSprites(
      side: pair.side, bytesPerPixel: pair.bytesPerPixel, direction: .down, empty: pair.empty, rows: pair.rows,
      slices: pair.slices, half: place)
  }

  /// The sprites of a shape, from one coverage. Of the full image only the differing part of each row is kept: about a third.
  ///
  /// All memory comes in one block. The coverage lies where the empty image will end: a row of the image reaches a row's
  /// coverage only after that was read. The masks that make the coverage use the block's start.
  private func shape<Word: PixelWord>(_: Word.Type) -> StarSprites {
    let (side, parts) = (Int(side), face.parts(inCellOf: side))
    let square = Size<PhysicalSpace>(width: self.side, height: self.side)
    let (image, row) = (side * side * MemoryLayout<Word>.stride, side * MemoryLayout<Word>.stride)
    // The first or the last row is the critical one, depending on which of pixels and coverage has more bytes.
    let least = max(
      image - (side - 1) * side * parts.count, row, CoverageMask.byteCount(width: self.side, height: self.side))
    let coverage = (least + 15) & ~15
    let both = max(image, coverage + CoverageLayers.byteCount(of: parts.count, size: square))
    memory.reserve(both + image + side * MemoryLayout<SpriteLine>.stride + 64)
    let empty = unsafe memory.allocate(both)
    let lines = SpriteLineBuilder(side: side, in: memory)
    let full = unsafe memory.allocate(Word.self, side * side)
    let layers = unsafe CoverageLayers(
      parts, on: ScreenTransform(physical: square, rotation: rotation), in: empty + coverage, scratch: empty)
    let colorings = (Array(face.colors(.empty).prefix(layers.count)), Array(face.colors(.full).prefix(layers.count)))
    let surface = unsafe Surface(base: empty, pitch: row, size: square, format: format)
    let words = unsafe empty.bindMemory(to: Word.self, capacity: side * side)
    var rows = unsafe ShapeRows(side: side, frames: !direction.isAlongRows, lines: lines, empty: words, full: full)
    layers.paint(colorings, over: face.background, blending: face.blending, on: surface) { row, pixels, word in
      rows.add(row, pixels, word)
    }
    while rows.row < side { rows.endRow() }
    unsafe memory.shrink(full, to: (rows.full - full) * MemoryLayout<Word>.stride)
    return unsafe StarSprites(words, rows: rows.lines.finished(), side: side, direction: direction, in: memory)
  }
}

/// Takes the pixels of a shape's full image that differ from the empty one, and keeps them.
@safe private struct ShapeRows<Word: PixelWord> {
  let side: Int
  /// Whether rows are slices.
  let frames: Bool
  var lines: SpriteLineBuilder
  /// The current row of the empty image.
  var empty: UnsafeMutablePointer<Word>
  /// Where the current row's first pixel that differs goes.
  var full: UnsafeMutablePointer<Word>
  var row = 0

  /// Adds pixels with the same word; rows come in order, and their pixels from left to right.
  mutating func add(_ row: Int, _ pixels: Range<Int>, _ word: UInt32) {
    while self.row < row { endRow() }
    let reached = lines.pixels
    let first = reached.isEmpty ? pixels.lowerBound : reached.lowerBound
    // Equal pixels between two runs are kept, too, so that a row's words are at the indices of its pixels.
    for x in (reached.isEmpty ? first : reached.upperBound)..<pixels.lowerBound { unsafe full[x - first] = empty[x] }
    unsafe Word.storeRun(full + (pixels.lowerBound - first), pixels.count, word)
    lines.add(pixels)
  }

  mutating func endRow() {
    let pixels = lines.pixels
    unsafe lines.endRow(empty, full - pixels.lowerBound, frames: frames)
    unsafe full += pixels.count
    unsafe empty += side
    row += 1
  }
}

extension StarSprites {
  /// The sprites of two images, whose rows are compared. The images outlive them.
  init<Word: PixelWord>(
    comparing empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, side: Int,
    direction: FillDirection, in memory: SpriteMemory
  ) {
    var rows = SpriteLineBuilder(side: side, in: memory)
    for row in 0..<side {
      let (emptyRow, fullRow) = unsafe (empty + row * side, full + row * side)
      for x in 0..<side where unsafe emptyRow[x] != fullRow[x] { rows.add(x..<x + 1) }
      unsafe rows.endRow(emptyRow, fullRow, frames: !direction.isAlongRows)
    }
    unsafe self.init(empty, rows: rows.finished(), side: side, direction: direction, in: memory)
  }

  /// The sprites of finished rows.
  fileprivate init<Word: PixelWord>(
    _ empty: UnsafeMutablePointer<Word>, rows: UnsafeMutablePointer<SpriteLine>, side: Int, direction: FillDirection,
    in memory: SpriteMemory
  ) {
    var slices = unsafe rows
    if direction.isAlongRows {
      unsafe slices = SpriteLineBuilder.columns(Word.self, of: rows, side: side, in: memory)
    }
    unsafe self.init(
      side: Int32(side), bytesPerPixel: Int32(MemoryLayout<Word>.stride), direction: direction, empty: empty,
      rows: rows,
      slices: slices, half: nil)
  }
}
