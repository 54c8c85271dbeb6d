import Geometry
import Raster

/// The least rectangle around what differs in some slices, in pixels of the star's square.
struct Extent {
  private var slices: (first: Int32, last: Int32) = (.max, .min)
  private var along: (start: Int32, end: Int32) = (.max, .min)

  @inline(__always)
  mutating func add<Word: PixelWord>(_ slice: Int32, _ line: TileLine<Word>) {
    if line.start == line.end { return }
    slices.first = min(slices.first, slice)
    slices.last = max(slices.last, slice)
    along.start = min(along.start, Int32(line.start))
    along.end = max(along.end, Int32(line.end))
  }

  /// On the scanout, for a star at (`x`, `y`).
  @inline(__always)
  func rect(atX x: Int32, y: Int32, alongRows: Bool) -> Rect<PhysicalSpace> {
    if slices.first > slices.last { return .empty }
    return alongRows
      ? Rect(minX: x &+ slices.first, minY: y &+ along.start, maxX: x &+ slices.last &+ 1, maxY: y &+ along.end)
      : Rect(minX: x &+ along.start, minY: y &+ slices.first, maxX: x &+ along.end, maxY: y &+ slices.last &+ 1)
  }
}
