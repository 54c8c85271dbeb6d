import Geometry

/// The least rectangle around the runs of some slices, in pixels of the star's square.
struct Extent {
  private var slices: (first: Int32, last: Int32) = (.max, .min)
  private var along: (start: Int32, end: Int32) = (.max, .min)

  @inline(__always)
  mutating func add(_ slice: Int32, _ runs: UnsafeBufferPointer<Run>) {
    if runs.isEmpty { return }
    slices.first = min(slices.first, slice)
    slices.last = max(slices.last, slice)
    along.start = min(along.start, runs[0].start)
    along.end = max(along.end, runs[runs.count &- 1].end)
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
