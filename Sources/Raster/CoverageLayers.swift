import Geometry

/// Shapes painted one over another, before they have colours: how much each of them covers of every pixel. Pictures that
/// differ in nothing but colours, as an empty and a full star do, share one, and each costs only its mixing.
///
/// Colours come out as if every shape had been painted into a `Picture`.
public struct CoverageLayers: Sendable {
  /// Pixels of the scanout.
  public let size: Size<PhysicalSpace>
  /// How many shapes there are.
  public let count: Int
  /// 0...255: shape after shape from the bottom, row by row, `size.width` a row.
  private let coverage: [UInt8]

  /// From boundaries as the viewer sees them, on a scanout that is turned: coverage is moved, not computed again.
  public init(_ boundaries: [Boundary], on transform: ScreenTransform) {
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
        for row in 0..<Int(size.height) {
          let stack = CoverageRow(coverage, first: row * width, layer: width * Int(size.height))
          var x = 0
          while x < width {
            let end = stack.endOfRun(x, width, count)
            encoder.store(stack.light(x, lights, over: encoder.background), x..<end, row: row, into: line)
            x = end
          }
          take(row, line)
        }
      }
    }
  }
}

/// A row of all layers.
private struct CoverageRow {
  private let coverage: UnsafeBufferPointer<UInt8>
  /// Of the lowest layer.
  private let first: Int
  /// Bytes from each layer to the next.
  private let layer: Int

  init(_ coverage: UnsafeBufferPointer<UInt8>, first: Int, layer: Int) {
    (self.coverage, self.first, self.layer) = (coverage, first, layer)
  }

  /// Where any of `count` layers ceases to cover as much as at `x`; `width` at the latest.
  @inline(__always)
  func endOfRun(_ x: Int, _ width: Int, _ count: Int) -> Int {
    var end = width
    var at = first
    for _ in 0..<count {
      // Without layers there is no memory, and nobody looks.
      end = endOfEqual(coverage.baseAddress! + at, x, end)
      at &+= layer
    }
    return end
  }

  /// A pixel's light.
  @inline(__always)
  func light(_ x: Int, _ lights: [Picture.Light], over background: Picture.Light) -> Picture.Light {
    var light = background
    var at = first &+ x
    for over in lights {
      switch coverage[at] {
      case 0: break
      case 255: light = over
      case let share: light = light.mixed(with: over, share)
      }
      at &+= layer
    }
    return light
  }
}

/// The first index after `start`, and at most `end`, whose byte is another than that at `start`.
@inline(__always)
func endOfEqual(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
  let byte = bytes[start]
  var i = start &+ 1
  let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
  while i &+ 8 <= end {
    let eight = UnsafeRawPointer(bytes + i).loadUnaligned(as: UInt64.self)
    // Little-endian: the lowest bits that differ are the first byte's.
    if eight != pattern { return i &+ (eight ^ pattern).trailingZeroBitCount / 8 }
    i &+= 8
  }
  while i < end && bytes[i] == byte { i &+= 1 }
  return i
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
