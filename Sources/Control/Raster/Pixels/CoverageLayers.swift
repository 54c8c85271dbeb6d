import Geometry

/// The coverage of shapes painted one over another, before they have colors. Pictures that differ only in their colors,
/// such as an empty and a full star, share it, and each costs only its mixing.
///
/// Colors are those of shapes painted into a `Picture`.
@usableFromInline package struct CoverageLayers {
  /// The maximum number of shapes.
  @usableFromInline package static var limit: Int { 3 }

  /// Pixels of the scanout.
  @usableFromInline package let size: Size<PhysicalSpace>
  /// The number of shapes.
  @usableFromInline package let count: Int
  /// 0...255: row by row, and in each row shape by shape from the bottom, `size.width` bytes each.
  private let coverage: UnsafeMutableRawPointer
  /// The ends of a row's runs, with room for as many as a row may have.
  private let ends: UnsafeMutablePointer<UInt16>

  /// Returns the bytes that the layers of a scanout need.
  @usableFromInline package static func byteCount(of layers: Int, size: Size<PhysicalSpace>) -> Int {
    endsAt(layers, size) + Int(size.width) * MemoryLayout<UInt16>.stride
  }

  /// Behind the coverage, whose rows are read eight bytes at a time and one byte further.
  private static func endsAt(_ layers: Int, _ size: Size<PhysicalSpace>) -> Int {
    (layers * Int(size.width) * Int(size.height) + 9 + 15) & ~15
  }

  /// Computes the coverage of 1 to `limit` outlines, which are as the viewer sees them, on a rotated scanout. `memory`
  /// is the caller's, even, and has `byteCount` bytes; `scratch` is the memory of a mask of this size.
  @usableFromInline package init(
    _ boundaries: [Outline], on transform: ScreenTransform, in memory: UnsafeMutableRawPointer,
    scratch: UnsafeMutableRawPointer
  ) {
    precondition((1...Self.limit).contains(boundaries.count), "no shape, or too many")
    size = transform.physical
    count = boundaries.count
    coverage = memory
    ends = (memory + Self.endsAt(count, size)).bindMemory(to: UInt16.self, capacity: Int(size.width))
    let layout = transform.layout
    if layout.width == 0 || layout.height == 0 { return }
    let width = Int(size.width)
    let place = TurnedPlace(transform, bytesPerRow: count * width)
    // Cleared at once: pixels without coverage then need no store.
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: count * width * Int(size.height))
    let mask = CoverageMask(width: layout.width, height: layout.height, in: scratch)
    for (layer, outline) in boundaries.enumerated() {
      var store = CoverageStore(first: memory + (layer * width + place.first), place)
      mask.sweep(outline, into: &store)
    }
  }

  /// Paints every pixel in the first of two colorings, each with one color per shape from the bottom. Words are those
  /// of `Picture.encode`. The surface has the layers' size.
  ///
  /// Calls `tell` with the pixels that differ in the second coloring, from the top row to the bottom and from left to
  /// right: row, run of pixels with one word, and word.
  ///
  /// The surface may overlap the coverage if none of its rows reaches the coverage of the same or a later row.
  @usableFromInline package func paint(
    _ colorings: ([Color], [Color]), over background: Color, blending: Blending, on surface: Surface,
    _ tell: (Int, Range<Int>, UInt32) -> Void
  ) {
    precondition(colorings.0.count == count && colorings.1.count == count, "a colour for each shape")
    let colors = LayerBlender(colorings, PictureEncoder(background, blending, surface.format))
    switch surface.format.bytesPerPixel {
    case 4: paint(colors, UInt32.self, on: surface, tell)
    case 2: paint(colors, UInt16.self, on: surface, tell)
    default: paint(colors, Pixel24.self, on: surface, tell)
    }
  }

  @inline(__always)
  private func paint<Word: PixelWord>(
    _ colors: LayerBlender, _: Word.Type, on surface: Surface, _ tell: (Int, Range<Int>, UInt32) -> Void
  ) {
    let width = Int(size.width)
    if width == 0 { return }
    let stride = MemoryLayout<Word>.stride
    var kept = InlineArray<256, MixedWords>(repeating: MixedWords())
    for y in 0..<Int(size.height) {
      let line = surface.address(x: 0, y: Int32(y))
      let row = CoverageRow(first: coverage + y * count * width, count: count, width: width)
      let runCount = row.findRuns(ends)
      var start = 0
      for i in 0..<runCount {
        let run = Range(uncheckedBounds: (start, Int(ends[i])))
        start = run.upperBound
        let shares = row.shares(run.lowerBound)
        // Pixels without coverage show the background, which is not dithered.
        if colors.encoder.dithers && shares.bits != 0 {
          colors.forEachDithered(shares, run, row: y) { x, words in
            Word.storeRun(line + x &* stride, 1, words.word)
            if words.word != words.other { tell(y, x..<x &+ 1, words.other) }
          }
          continue
        }
        let place = MixedWords.place(shares)
        if kept[place].shares != shares.bits { kept[place] = colors.mixed(shares) }
        let words = kept[place]
        Word.storeRun(line + run.lowerBound &* stride, run.count, words.word)
        if words.word != words.other { tell(y, run, words.other) }
      }
    }
  }
}

/// A row of all layers.
private struct CoverageRow {
  /// The row of the lowest layer; the others follow, `width` bytes each.
  let first: UnsafeMutableRawPointer
  let count: Int
  let width: Int

  /// Finds runs of pixels with equal coverage, from left to right, and returns their number; `found` gets their ends.
  /// Eight pixels are compared with their right neighbors at once, and a bit remains where a run ends.
  @inline(__always)
  func findRuns(_ found: UnsafeMutablePointer<UInt16>) -> Int {
    var (runs, x) = (0, 0)
    while x < width {
      // No loop, because most have two layers.
      var ends = changes(at: x)
      if count > 1 { ends |= changes(at: x &+ width) }
      if count > 2 { ends |= changes(at: x &+ 2 &* width) }
      // Bytes behind the row do not count.
      let left = width &- 1 &- x
      if left < 8 { ends &= (1 &<< UInt64(truncatingIfNeeded: left &* 8)) &- 1 }
      while ends != 0 {
        // Little-endian: the lowest byte is the first pixel.
        let pixel = ends.trailingZeroBitCount / 8
        found[runs] = UInt16(truncatingIfNeeded: x &+ pixel &+ 1)
        runs &+= 1
        ends &= ~255 &<< UInt64(truncatingIfNeeded: pixel &* 8)
      }
      x &+= 8
    }
    found[runs] = UInt16(truncatingIfNeeded: width)
    return runs &+ 1
  }

  /// Returns bits that are set where a byte of eight differs from the next one.
  @inline(__always)
  private func changes(at place: Int) -> UInt64 {
    let bytes = first + place
    return bytes.loadUnaligned(as: UInt64.self) ^ bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self)
  }

  /// The coverage of a pixel by each layer.
  @inline(__always)
  func shares(_ x: Int) -> Shares {
    var shares = Shares()
    if count > 2 { shares.addBelow(first.load(fromByteOffset: x &+ 2 &* width, as: UInt8.self)) }
    if count > 1 { shares.addBelow(first.load(fromByteOffset: x &+ width, as: UInt8.self)) }
    shares.addBelow(first.load(fromByteOffset: x, as: UInt8.self))
    return shares
  }
}

/// The places of coverage on a rotated scanout, in bytes, for pixels as the viewer sees them.
private struct TurnedPlace {
  /// The place of the left top pixel.
  let first: Int
  /// The distances to the right neighbor and to the pixel below.
  let perColumn: Int
  let perRow: Int

  init(_ transform: ScreenTransform, bytesPerRow: Int) {
    func index(_ x: Int32, _ y: Int32) -> Int {
      let place = transform.toPhysical(Rect<LayoutSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
      return Int(place.minY) * bytesPerRow + Int(place.minX)
    }
    first = index(0, 0)
    perColumn = index(1, 0) - first
    perRow = index(0, 1) - first
  }
}

/// Stores coverage in cleared memory, one byte per pixel.
private struct CoverageStore: CoverageConsumer {
  static var skipsUncovered: Bool { true }

  let first: UnsafeMutableRawPointer
  let perColumn: Int
  let perRow: Int
  var row: UnsafeMutableRawPointer

  init(first: UnsafeMutableRawPointer, _ place: TurnedPlace) {
    (self.first, row) = (first, first)
    (perColumn, perRow) = (place.perColumn, place.perRow)
  }

  mutating func beginRow(_ y: Int32) { row = first + Int(y) &* perRow }

  mutating func pixel(_ x: Int, coverage: UInt8) { (row + x &* perColumn).storeBytes(of: coverage, as: UInt8.self) }

  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if coverage == 0 { return }
    if perColumn == 1 {
      (row + start).initializeMemory(as: UInt8.self, repeating: coverage, count: end &- start)
    } else {
      for x in start..<end { pixel(x, coverage: coverage) }
    }
  }
}
