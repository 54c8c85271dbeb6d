import Geometry

/// Shapes painted one over another, before they have colours: how much each of them covers of every pixel. Pictures that
/// differ in nothing but colours, as an empty and a full star do, share one, and each costs only its mixing.
///
/// Colours come out as if every shape had been painted into a `Picture`.
public struct CoverageLayers: Sendable {
  /// The most shapes.
  public static var limit: Int { 3 }

  /// Pixels of the scanout.
  public let size: Size<PhysicalSpace>
  /// How many shapes there are.
  public let count: Int
  /// 0...255: shape after shape from the bottom, row by row, `size.width` a row; and a few bytes that mean nothing.
  private let coverage: [UInt8]

  /// From at most `limit` boundaries as the viewer sees them, on a scanout that is turned: coverage is moved, not computed
  /// again.
  public init(_ boundaries: [Boundary], on transform: ScreenTransform) {
    precondition(boundaries.count <= Self.limit, "too many shapes")
    size = transform.physical
    count = boundaries.count
    let (layout, area) = (transform.layout, Int(size.width) * Int(size.height))
    if area == 0 || boundaries.isEmpty {
      coverage = []
      return
    }
    let place = TurnedPlace(transform)
    // Rows are read eight bytes at a time, and one further.
    let beyond = 8
    coverage = [UInt8](unsafeUninitializedCapacity: area * boundaries.count + beyond) { bytes, count in
      let mask = CoverageMask(width: layout.width, height: layout.height)
      for boundary in boundaries {
        // As many bytes as were asked for: the buffer is not empty.
        var store = CoverageStore(first: bytes.baseAddress! + (count + place.first), place)
        mask.sweep(boundary, into: &store)
        count += area
      }
      for _ in 0..<beyond {
        bytes.initializeElement(at: count, to: 0)
        count += 1
      }
    }
  }

  /// Every pixel as a word of a screen's format, once in each of two colourings: colours from the bottom, one for each shape.
  /// `take` gets each row's number, from 0, and its `size.width` words in the one and in the other; they are those of
  /// `Picture.encode`.
  public func encode(
    _ colorings: ([Color], [Color]), over background: Color, blending: Blending, in format: PixelFormat,
    _ take: (Int, UnsafePointer<UInt32>, UnsafePointer<UInt32>) -> Void
  ) {
    precondition(colorings.0.count == count && colorings.1.count == count, "a colour for each shape")
    let width = Int(size.width)
    if width == 0 { return }
    let colorings = Colorings(colorings, PictureEncoder(background, blending, format))
    coverage.withUnsafeBufferPointer { coverage in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * width) { words in
        // Not empty.
        let (line, other) = (words.baseAddress!, words.baseAddress! + width)
        // Without layers there is no memory, and nobody looks.
        let first = coverage.baseAddress ?? UnsafePointer(bitPattern: 1)!
        var kept = InlineArray<256, MixedWords>(repeating: MixedWords())
        for y in 0..<Int(size.height) {
          let row = CoverageRow(first: first + y * width, layer: width * Int(size.height), count: count, width: width)
          row.forEachRun { run in
            let shares = row.shares(run.lowerBound)
            if colorings.encoder.dithers {
              colorings.storeDithered(shares, run, row: y, line, other)
              return
            }
            let place = MixedWords.place(shares.bits)
            if kept[place].shares != shares.bits { kept[place] = colorings.mixed(shares) }
            UInt32.storeRun(line + run.lowerBound, run.count, kept[place].word)
            UInt32.storeRun(other + run.lowerBound, run.count, kept[place].other)
          }
          take(y, line, other)
        }
      }
    }
  }
}

/// A row of all layers.
private struct CoverageRow {
  /// Of the lowest layer.
  let first: UnsafePointer<UInt8>
  /// Bytes from each layer to the next.
  let layer: Int
  let count: Int
  let width: Int

  /// Tells the pixels from left to right, as many at a time as are covered alike. Eight are compared with their right
  /// neighbours at once: a bit is left where a run ends.
  @inline(__always)
  func forEachRun(_ tell: (Range<Int>) -> Void) {
    var (start, x) = (0, 0)
    while x < width {
      var ends: UInt64 = 0
      var at = UnsafeRawPointer(first + x)
      for _ in 0..<count {
        ends |= at.loadUnaligned(as: UInt64.self) ^ at.loadUnaligned(fromByteOffset: 1, as: UInt64.self)
        at += layer
      }
      // What follows the row's last pixel does not count.
      let left = width &- 1 &- x
      if left < 8 { ends &= (1 &<< UInt64(truncatingIfNeeded: left &* 8)) &- 1 }
      while ends != 0 {
        // Little-endian: the lowest byte is the first pixel's.
        let pixel = ends.trailingZeroBitCount / 8
        let end = x &+ pixel &+ 1
        tell(start..<end)
        start = end
        ends &= ~255 &<< UInt64(truncatingIfNeeded: pixel &* 8)
      }
      x &+= 8
    }
    tell(start..<width)
  }

  /// What covers a pixel.
  @inline(__always)
  func shares(_ x: Int) -> Shares {
    var bits: UInt32 = 0
    var at = first + (x &+ count &* layer)
    for _ in 0..<count {
      at -= layer
      bits = bits << 8 | UInt32(at.pointee)
    }
    return Shares(bits: bits)
  }
}

/// What each layer covers of a pixel, 0...255: the lowest layer in the lowest bits.
private struct Shares {
  let bits: UInt32

  func light(_ lights: [Picture.Light], over background: Picture.Light) -> Picture.Light {
    var (light, rest) = (background, bits)
    for over in lights {
      switch UInt8(truncatingIfNeeded: rest) {
      case 0: break
      case 255: light = over
      case let share: light = light.mixed(with: over, share)
      }
      rest >>= 8
    }
    return light
  }
}

/// Colours for the same shapes, twice.
private struct Colorings {
  let lights: ([Picture.Light], [Picture.Light])
  let encoder: PictureEncoder

  init(_ colors: ([Color], [Color]), _ encoder: PictureEncoder) {
    let blending = encoder.blending
    lights = (colors.0.map { Picture.Light($0, blending) }, colors.1.map { Picture.Light($0, blending) })
    self.encoder = encoder
  }

  /// Stores a run of pixels that are covered alike, dithered.
  func storeDithered(
    _ shares: Shares, _ run: Range<Int>, row: Int, _ line: UnsafeMutablePointer<UInt32>,
    _ other: UnsafeMutablePointer<UInt32>
  ) {
    encoder.store(shares.light(lights.0, over: encoder.background), run, row: row, into: line)
    encoder.store(shares.light(lights.1, over: encoder.background), run, row: row, into: other)
  }

  @inline(never)
  func mixed(_ shares: Shares) -> MixedWords {
    MixedWords(
      shares: shares.bits, word: encoder.word(shares.light(lights.0, over: encoder.background)),
      other: encoder.word(shares.light(lights.1, over: encoder.background)))
  }
}

/// What some shares give in two colourings. Of a star's pixels that have to be mixed, most are like one of the last few
/// hundred: so those are kept.
private struct MixedWords {
  // No shares are these: there are fewer layers than bytes.
  var shares: UInt32 = .max
  var word: UInt32 = 0
  var other: UInt32 = 0

  /// Where shares are kept, 0...255.
  static func place(_ shares: UInt32) -> Int {
    Int(truncatingIfNeeded: (shares &* 3 &+ shares >> 8 &+ shares >> 16) & 255)
  }
}

/// Where pixels that the viewer sees are on the scanout.
private struct TurnedPlace {
  /// The left top one's.
  let first: Int
  /// From each to its right neighbour, and to the one below.
  let perColumn: Int
  let perRow: Int

  init(_ transform: ScreenTransform) {
    func index(_ x: Int32, _ y: Int32) -> Int {
      let place = transform.toPhysical(Rect<LayoutSpace>(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
      return Int(place.minY) * Int(transform.physical.width) + Int(place.minX)
    }
    first = index(0, 0)
    perColumn = index(1, 0) - first
    perRow = index(0, 1) - first
  }
}

/// Keeps coverage, a byte a pixel.
private struct CoverageStore: CoverageConsumer {
  let first: UnsafeMutablePointer<UInt8>
  let perColumn: Int
  let perRow: Int
  var row: UnsafeMutablePointer<UInt8>

  init(first: UnsafeMutablePointer<UInt8>, _ place: TurnedPlace) {
    (self.first, row) = (first, first)
    (perColumn, perRow) = (place.perColumn, place.perRow)
  }

  mutating func beginRow(_ y: Int32) { row = first + Int(y) &* perRow }

  mutating func pixel(_ x: Int, coverage: UInt8) { (row + x &* perColumn).initialize(to: coverage) }

  mutating func run(from start: Int, to end: Int, coverage: UInt8) {
    if perColumn == 1 {
      (row + start).initialize(repeating: coverage, count: end &- start)
    } else {
      for x in start..<end { pixel(x, coverage: coverage) }
    }
  }
}
