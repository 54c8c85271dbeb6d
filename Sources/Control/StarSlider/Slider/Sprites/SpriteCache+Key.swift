extension SpriteCache {
  /// Everything on which a sprite depends. It renders the sprites.
  ///
  /// Unsafe: images have `side` * `side` words, and rows and columns are below `side`.
  struct Key: Equatable {
    let face: Face
    /// The side of the star in pixels.
    let side: Int32
    let rotation: Rotation
    /// The direction of the fill, as the viewer sees it.
    let direction: FillDirection
    let format: PixelFormat
    /// Whether the sprites of a shape include the lights of all slices, for fine scales.
    var mixes = false
  }
}

extension SpriteCache.Key {
  /// The direction of the fill on the scanout.
  var scannedDirection: FillDirection { direction.rotated(by: rotation) }

  /// The transform of the star's square.
  var transform: ScreenTransform { ScreenTransform(physical: Size(width: side, height: side), rotation: rotation) }

  func painter(of face: Face) -> ShapePainter { face.painter(inCellOf: side, rotation: rotation, format: format) }

  /// Renders the sprites.
  func sprites(in memory: SpriteMemory) -> StarSprites {
    switch format.bytesPerPixel {
    case 4: sprites(UInt32.self, memory)
    case 2: sprites(UInt16.self, memory)
    default: sprites(Pixel24.self, memory)
    }
  }

  private func sprites<Word: PixelWord>(_: Word.Type, _ memory: SpriteMemory) -> StarSprites {
    if face.images == nil { return shapeSprites(Word.self, memory) }
    // Sixteen bits per channel use much memory, so the images are drawn one after another in the same memory.
    var picture = face.ground(side: side)
    func image(_ state: FaceState) -> UnsafeMutablePointer<Word> {
      picture.clear()
      face.draw(state, into: &picture)
      let words = unsafe memory.allocate(Word.self, Int(side) * Int(side))
      unsafe picture.rotated(by: rotation).encode(in: format) { row, line in
        for x in 0..<Int(side) { unsafe (words + (row * Int(side) + x)).initialize(to: Word(bits: line[x])) }
      }
      return unsafe words
    }
    func compared(
      _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, _ direction: FillDirection
    ) -> StarSprites {
      unsafe StarSprites(
        comparing: empty, full, side: Int(side), direction: direction, face.blending, in: memory)
    }
    let (empty, full) = unsafe (image(.empty), image(.full))
    if !face.hasHalf { return unsafe compared(empty, full, scannedDirection) }
    // Whole images are exchanged, so any direction works. Down is used because it needs no columns.
    let half = unsafe image(.half)
    let all = unsafe HalfSprites(
      emptyToHalf: compared(empty, half, .down), halfToFull: compared(half, full, .down),
      emptyToFull: compared(empty, full, .down))
    let place = unsafe memory.allocate(HalfSprites.self, 1)
    unsafe place.initialize(to: all)
    var sprites = all.emptyToFull
    unsafe sprites.half = place
    return sprites
  }

  /// Renders the sprites of a shape. Only the differing part of each row of the full image is kept, which is about a third.
  private func shapeSprites<Word: PixelWord>(_: Word.Type, _ memory: SpriteMemory) -> StarSprites {
    let (side, outlines, direction) = (Int(side), face.outlines(inCellOf: side), scannedDirection)
    let (row, size) = (side * MemoryLayout<Word>.stride, Size<PhysicalSpace>(width: self.side, height: self.side))
    // All memory comes from one block.
    memory.reserve(2 * side * row + side * MemoryLayout<SpriteLine>.stride + 64)
    let empty = unsafe memory.allocate(Word.self, side * side)
    var lines = SpriteLineBuilder(side: side, in: memory)
    let full = unsafe memory.allocate(Word.self, side * side)
    let painter = painter(of: face)
    let (emptyImage, fullImage) = unsafe (
      Surface(base: empty, pitch: row, size: size, format: format),
      Surface(base: full, pitch: row, size: size, format: format)
    )
    let emptyStroke = face.emptyStroke ?? face.stroke
    if emptyStroke != face.stroke {
      var emptyFace = face
      emptyFace.stroke = emptyStroke
      painter.paint(outlines, on: fullImage, filledTo: Fixed(self.side))
      self.painter(of: emptyFace).paint(outlines, on: emptyImage, filledTo: .zero)
    } else {
      painter.paint(outlines, empty: emptyImage, filled: fullImage)
    }
    var packed = unsafe full
    for row in 0..<side {
      let (emptyRow, fullRow) = unsafe (empty + row * side, full + row * side)
      unsafe lines.addRuns(emptyRow, fullRow)
      let pixels = lines.pixels
      unsafe packed.update(from: fullRow + pixels.lowerBound, count: pixels.count)
      unsafe lines.endRow(emptyRow, packed - pixels.lowerBound, frames: !direction.isAlongRows)
      unsafe packed += pixels.count
    }
    unsafe memory.shrink(full, to: (packed - full) * MemoryLayout<Word>.stride)
    var sprites = unsafe StarSprites(
      empty, rows: lines.finished(), side: side, direction: direction, face.blending, in: memory)
    if mixes {
      sprites.mixed = MixedPixels(
        of: sprites, painter.coverage(of: outlines),
        painter.mixer(outlines, emptyStroke: emptyStroke, self.direction), transform, in: memory)
    }
    return sprites
  }
}

extension SpriteLineBuilder {
  /// Adds the runs in which a row of two images differs.
  fileprivate mutating func addRuns<Word: PixelWord>(
    _ empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>
  ) {
    var x = 0
    while x < side {
      let start = x
      while unsafe x < side && empty[x] != full[x] { x &+= 1 }
      if x > start { add(start..<x) }
      // Most words are equal, so 16 bytes are compared at once.
      func block(_ words: UnsafeMutablePointer<Word>) -> SIMD4<UInt32> {
        unsafe UnsafeRawPointer(words + x).loadUnaligned(as: SIMD4<UInt32>.self)
      }
      while unsafe x <= side &- 8 && block(empty) == block(full) { x &+= 16 / MemoryLayout<Word>.stride }
      while unsafe x < side && empty[x] == full[x] { x &+= 1 }
    }
  }
}

extension StarSprites {
  /// Creates the sprites of two images by comparing their rows. The images outlive the sprites.
  init<Word: PixelWord>(
    comparing empty: UnsafeMutablePointer<Word>, _ full: UnsafeMutablePointer<Word>, side: Int,
    direction: FillDirection, _ blending: Blending, in memory: SpriteMemory
  ) {
    var rows = SpriteLineBuilder(side: side, in: memory)
    for row in 0..<side {
      let (emptyRow, fullRow) = unsafe (empty + row * side, full + row * side)
      unsafe rows.addRuns(emptyRow, fullRow)
      unsafe rows.endRow(emptyRow, fullRow, frames: !direction.isAlongRows)
    }
    unsafe self.init(empty, rows: rows.finished(), side: side, direction: direction, blending, in: memory)
  }

  /// Creates the sprites of finished rows.
  fileprivate init<Word: PixelWord>(
    _ empty: UnsafeMutablePointer<Word>, rows: UnsafeMutablePointer<SpriteLine>, side: Int, direction: FillDirection,
    _ blending: Blending, in memory: SpriteMemory
  ) {
    var slices = unsafe rows
    if direction.isAlongRows {
      unsafe slices = SpriteLineBuilder.columns(Word.self, of: rows, side: side, in: memory)
    }
    unsafe self.init(
      side: Int32(side), bytesPerPixel: Int32(MemoryLayout<Word>.stride), direction: direction, empty: empty,
      rows: rows, slices: slices,
      table: memory.mixTable(blending, bytesPerPixel: MemoryLayout<Word>.stride))
  }
}
