/// A small set of rectangles that covers what was damaged: never less, at most a little more.
///
/// It holds up to `Region.capacity` rectangles in place, so that adding allocates nothing. When it is full, the two
/// whose common bounding box wastes the fewest pixels become one. Kernels merge clips in the same way, down to one on
/// mipi-dbi panels, so a longer list would buy nothing.
public struct Region<Space>: Sendable {
  /// Rectangles held before two are merged.
  public static var capacity: Int { 8 }

  private var rects = InlineArray<8, Rect<Space>>(repeating: .empty)
  /// How many rectangles it holds now, 0 ... `capacity`.
  public private(set) var count = 0

  /// Nothing.
  public init() {}

  /// One rectangle, or nothing where it is empty.
  public init(_ rect: Rect<Space>) {
    add(rect)
  }

  /// Whether nothing is covered.
  public var isEmpty: Bool { count == 0 }

  /// `index` is in `0 ..< count`; no rectangle is empty.
  public subscript(index: Int) -> Rect<Space> {
    precondition(index < count, "a rectangle beyond the region")
    return rects[index]
  }

  /// The least rectangle that holds all.
  public var bounds: Rect<Space> {
    var all = Rect<Space>.empty
    for i in 0..<count { all = all.union(rects[i]) }
    return all
  }

  /// Covers nothing again.
  public mutating func removeAll() { count = 0 }

  /// Adds a rectangle; an empty one, or one that is covered already, changes nothing.
  public mutating func add(_ rect: Rect<Space>) {
    if rect.isEmpty { return }
    for i in 0..<count where rects[i].contains(rect) { return }
    var kept = 0
    for i in 0..<count where !rect.contains(rects[i]) {
      rects[kept] = rects[i]
      kept += 1
    }
    count = kept
    if count == Self.capacity { mergeCheapestPair() }
    rects[count] = rect
    count += 1
  }

  /// Adds all rectangles of another region.
  public mutating func add(_ other: Region<Space>) {
    for i in 0..<other.count { add(other[i]) }
  }

  /// What of the region lies in `rect`.
  public func clipped(to rect: Rect<Space>) -> Region<Space> {
    var clipped = Region<Space>()
    for i in 0..<count { clipped.add(rects[i].intersection(rect)) }
    return clipped
  }

  private mutating func mergeCheapestPair() {
    var best = (first: 0, second: 1, waste: Int64.max)
    for i in 0..<count {
      for j in (i + 1)..<max(count, i + 1) {
        let waste = rects[i].union(rects[j]).area - rects[i].area - rects[j].area
        if waste < best.waste { best = (i, j, waste) }
      }
    }
    rects[best.first] = rects[best.first].union(rects[best.second])
    count -= 1
    rects[best.second] = rects[count]
  }
}
