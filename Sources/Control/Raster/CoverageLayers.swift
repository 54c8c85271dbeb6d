import Geometry

/// Shapes painted one over another, before they have colours: how much each of them covers of every pixel. Pictures that
/// differ in nothing but colours, as an empty and a full star do, share one, and each costs only its mixing.
///
/// Colours come out as if every shape had been painted into a `Picture`.
@usableFromInline package struct CoverageLayers {
  /// The most shapes.
  @usableFromInline package static var limit: Int { 3 }

  /// Pixels of the scanout.
  @usableFromInline package let size: Size<PhysicalSpace>
  /// How many shapes there are.
  @usableFromInline package let count: Int
  /// 0...255: row by row, and in each row shape after shape from the bottom, `size.width` bytes each.
  private let coverage: UnsafeMutableRawPointer
  /// Where a row's runs end: room for as many as it may have.
  private let ends: UnsafeMutablePointer<UInt16>

  /// How much memory so many layers of a scanout take, bytes.
  @usableFromInline package static func byteCount(of layers: Int, size: Size<PhysicalSpace>) -> Int {
    endsAt(layers, size) + Int(size.width) * MemoryLayout<UInt16>.stride
  }

  /// Behind the coverage, whose rows are read eight bytes at a time, and one further.
  private static func endsAt(_ layers: Int, _ size: Size<PhysicalSpace>) -> Int {
    (layers * Int(size.width) * Int(size.height) + 9 + 15) & ~15
  }

  /// From one to `limit` boundaries as the viewer sees them, on a scanout that is turned: coverage is moved, not computed
  /// again. `memory` is even and has room for `byteCount`, and stays the caller's; `scratch` is what masks of this size are made in.
  @usableFromInline package init(
    _ boundaries: [Boundary], on transform: ScreenTransform, in memory: UnsafeMutableRawPointer,
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
    // At once: what nothing covers is then not told.
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: count * width * Int(size.height))
    let mask = CoverageMask(width: layout.width, height: layout.height, in: scratch)
    for (layer, boundary) in boundaries.enumerated() {
      var store = CoverageStore(first: memory + (layer * width + place.first), place)
      mask.sweep(boundary, into: &store)
    }
  }

  /// Paints every pixel in the first of two colourings: colours from the bottom, one for each shape. Words are those of
  /// `Picture.encode`. The surface has this size.
  ///
  /// `tell` gets the pixels that look different in the other one, from the top row to the bottom and each from left to
  /// right, as many at a time as look alike: their row, their places in it, and their word.
  ///
  /// The surface may lie where the coverage does, as long as no row of it reaches its own or later rows' coverage.
  @usableFromInline package func paint(
    _ colorings: ([Color], [Color]), over background: Color, blending: Blending, on surface: Surface,
    _ tell: (Int, Range<Int>, UInt32) -> Void
  ) {
    precondition(colorings.0.count == count && colorings.1.count == count, "a colour for each shape")
    let colors = LayerColors(colorings, PictureEncoder(background, blending, surface.format))
    switch surface.format.bytesPerPixel {
    case 4: paint(colors, UInt32.self, on: surface, tell)
    case 2: paint(colors, UInt16.self, on: surface, tell)
    default: paint(colors, Pixel24.self, on: surface, tell)
    }
  }

  @inline(__always)
  private func paint<Word: PixelWord>(
    _ colors: LayerColors, _: Word.Type, on surface: Surface, _ tell: (Int, Range<Int>, UInt32) -> Void
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
        // What nothing covers shows the background, which is not dithered.
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
  /// Of the lowest layer; the others follow, `width` bytes each.
  let first: UnsafeMutableRawPointer
  let count: Int
  let width: Int

  /// Finds the pixels that are covered alike, from left to right as many at a time as are: where runs of them end. Returns
  /// how many there are. Eight pixels are compared with their right neighbours at once: a bit is left where a run ends.
  @inline(__always)
  func findRuns(_ found: UnsafeMutablePointer<UInt16>) -> Int {
    var (runs, x) = (0, 0)
    while x < width {
      // No loop: most have two layers.
      var ends = changes(at: x)
      if count > 1 { ends |= changes(at: x &+ width) }
      if count > 2 { ends |= changes(at: x &+ 2 &* width) }
      // What follows the row's last pixel does not count.
      let left = width &- 1 &- x
      if left < 8 { ends &= (1 &<< UInt64(truncatingIfNeeded: left &* 8)) &- 1 }
      while ends != 0 {
        // Little-endian: the lowest byte is the first pixel's.
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

  /// Bits that are set where a byte of eight differs from the next one.
  @inline(__always)
  private func changes(at place: Int) -> UInt64 {
    let bytes = first + place
    return bytes.loadUnaligned(as: UInt64.self) ^ bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self)
  }

  /// What covers a pixel.
  @inline(__always)
  func shares(_ x: Int) -> Shares {
    var shares = Shares()
    if count > 2 { shares.addBelow(first.load(fromByteOffset: x &+ 2 &* width, as: UInt8.self)) }
    if count > 1 { shares.addBelow(first.load(fromByteOffset: x &+ width, as: UInt8.self)) }
    shares.addBelow(first.load(fromByteOffset: x, as: UInt8.self))
    return shares
  }
}

/// Where the coverage of pixels that the viewer sees is: bytes.
private struct TurnedPlace {
  /// The left top one's.
  let first: Int
  /// From each to its right neighbour, and to the one below.
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

/// Keeps coverage, a byte a pixel, where none was kept.
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
