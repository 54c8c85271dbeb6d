import Geometry
import Raster

/// A whole row of small stars, finished twice: all empty and all full, with what lies between them. A value shows the full
/// picture up to where it fills, and the empty one from there on: each line is copied in two pieces, where small stars one
/// by one are hundreds of beginnings and ends.
///
/// For stars that all have the same two pictures and stand along the scanout's rows.
final class StarRow {
  private let empty: UnsafeMutableRawPointer
  private let full: UnsafeMutableRawPointer
  /// A line's pixels; lines follow each other without gaps.
  private let width: Int
  private let lines: Int
  private let bytesPerPixel: Int
  /// Whether stars fill from the right on the scanout.
  private let isReversed: Bool

  /// A picture of a row takes no more memory, bytes: two of them, and the screen's lines, have to stay in a nearby cache.
  static var mostBytes: Int { 32_768 }
  /// Stars whose lines are longer are copied as fast one by one, bytes.
  static var longestLine: Int { 128 }

  /// `advance` is from one star to the next, pixels; `key` says what the pictures depend on.
  init(_ tiles: Tiles, _ key: TileLibrary.Key, starCount: Int32, advance: Int32) {
    let size = Self.size(key.side, starCount, advance)
    (width, lines) = (Int(size.width), Int(size.height))
    bytesPerPixel = Int(key.format.bytesPerPixel)
    isReversed = key.direction.turned(by: key.rotation).isReversed
    let bytes = width * bytesPerPixel * lines
    empty = .allocate(byteCount: 2 * bytes, alignment: 64)
    full = empty + bytes
    for (picture, boundary) in [(empty, Fixed.zero), (full, Fixed(key.side))] {
      let surface = Surface(base: picture, pitch: width * bytesPerPixel, size: size, format: key.format)
      surface.fill(surface.bounds, with: key.face.background)
      for star in 0..<starCount { tiles.paint(on: surface, x: star * advance, y: 0, boundary: boundary) }
    }
  }

  deinit { empty.deallocate() }

  /// Whether such a row has pictures of its own.
  static func isFor(_ tiles: Tiles, _ key: TileLibrary.Key, starCount: Int32, advance: Int32) -> Bool {
    let line = Int(key.side * key.format.bytesPerPixel)
    let size = size(key.side, starCount, advance)
    return starCount > 1 && tiles.isPair && key.direction.turned(by: key.rotation).isAlongRows && line <= longestLine
      && Int(size.width) * Int(size.height) * Int(key.format.bytesPerPixel) <= mostBytes
  }

  private static func size(_ side: Int32, _ starCount: Int32, _ advance: Int32) -> Size<PhysicalSpace> {
    Size(width: (starCount - 1) * advance + side, height: side)
  }

  /// Stores the row with its left top pixel at (`x`, `y`), filled for `pixels` from its leading end; more than it has fill
  /// it.
  func paint(on surface: Surface, x: Int32, y: Int32, filled pixels: Int32) {
    let filled = min(Int(pixels), width)
    let (length, pitch) = (width &* bytesPerPixel, surface.pitch)
    let (left, right) = isReversed ? (empty, full) : (full, empty)
    let cut = (isReversed ? width &- filled : filled) &* bytesPerPixel
    let origin = surface.address(x: x, y: y)
    copyBlock(left, length, to: origin, pitch, bytes: cut, rows: lines)
    copyBlock(right + cut, length, to: origin + cut, pitch, bytes: length &- cut, rows: lines)
  }
}
