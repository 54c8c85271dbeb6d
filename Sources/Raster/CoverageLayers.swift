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
  /// 0...255: shape after shape from the bottom, row by row, `size.width` a row.
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
    coverage = [UInt8](unsafeUninitializedCapacity: area * boundaries.count) { bytes, count in
      let mask = CoverageMask(width: layout.width, height: layout.height)
      for boundary in boundaries {
        // As many bytes as were asked for: the buffer is not empty.
        var store = CoverageStore(first: bytes.baseAddress! + (count + place.first), place)
        mask.sweep(boundary, into: &store)
        count += area
      }
    }
  }

  /// Every pixel as a word of a screen's format, in colours from the bottom, one for each shape: as `Picture.encode`.
  public func encode(
    _ colors: [Color], over background: Color, blending: Blending, in format: PixelFormat,
    _ take: (Int, UnsafePointer<UInt32>) -> Void
  ) {
    precondition(colors.count == count, "a colour for each shape")
    let width = Int(size.width)
    if width == 0 { return }
    let encoder = PictureEncoder(background, blending, format)
    let lights = colors.map { Picture.Light($0, blending) }
    coverage.withUnsafeBufferPointer { coverage in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { words in
        // Not empty.
        let line = words.baseAddress!
        var mixed = MixedWords()
        var row = CoverageRow(coverage, layer: width * Int(size.height), count: count)
        for y in 0..<Int(size.height) {
          var x = 0
          while x < width {
            let end = row.endOfRun(x, width)
            let shares = row.shares(x)
            if encoder.dithers {
              encoder.store(shares.light(lights, over: encoder.background), x..<end, row: y, into: line)
            } else {
              let word = mixed.word(shares) { encoder.word(shares.light(lights, over: encoder.background)) }
              (line + x).initialize(repeating: word, count: end &- x)
            }
            x = end
          }
          take(y, line)
          row.first &+= width
        }
      }
    }
  }
}

/// A row of all layers.
private struct CoverageRow {
  private let coverage: UnsafeBufferPointer<UInt8>
  /// Bytes from each layer to the next.
  private let layer: Int
  private let count: Int
  /// Where the row begins in the lowest layer.
  var first = 0

  init(_ coverage: UnsafeBufferPointer<UInt8>, layer: Int, count: Int) {
    (self.coverage, self.layer, self.count) = (coverage, layer, count)
  }

  /// Where any of the layers ceases to cover as much as at `x`; `width` at the latest.
  @inline(__always)
  func endOfRun(_ x: Int, _ width: Int) -> Int {
    var end = width
    // From the top: outlines are narrow, and what lies under them needs to be looked at no further than they go.
    var at = first &+ count &* layer
    for _ in 0..<count {
      at &-= layer
      // Without layers there is no memory, and nobody looks.
      let bytes = UnsafeRawPointer(coverage.baseAddress! + at)
      end = firstDifference(bytes, bytes + 1, from: x, to: end &- 1) &+ 1
    }
    return end
  }

  /// What covers a pixel.
  @inline(__always)
  func shares(_ x: Int) -> Shares {
    var bits: UInt32 = 0
    var at = first &+ x &+ count &* layer
    for _ in 0..<count {
      at &-= layer
      bits = bits << 8 | UInt32(coverage[at])
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

/// Words that were mixed before. Of a star's pixels that have to be mixed most are like one of the last few hundred.
private struct MixedWords {
  /// By a number of 0 ... 255 that is told from the shares: the shares, and what they gave.
  private var known = InlineArray<256, (shares: UInt32, word: UInt32)>(repeating: (.max, 0))

  @inline(__always)
  mutating func word(_ shares: Shares, _ mix: () -> UInt32) -> UInt32 {
    let bits = shares.bits
    let index = Int(truncatingIfNeeded: (bits &* 3 &+ bits >> 8 &+ bits >> 16) & 255)
    if known[index].shares != bits { known[index] = (bits, mix()) }
    return known[index].word
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
