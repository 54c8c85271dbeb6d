/// A small set of rectangles that covers some pixels, such as the damage of a frame. It may cover slightly more than was added.
///
/// It holds up to `capacity` rectangles in place and never allocates memory. When it is full, it merges the two rectangles whose bounding
/// box wastes the fewest pixels. Kernels merge damage clips in the same way, down to one on mipi-dbi panels, so a longer list would gain
/// nothing.
public struct Region<Space>: Sendable {
  /// The number of rectangles that it holds before it merges some.
  public static var capacity: Int { 8 }

  private var rects: InlineArray<8, Rect<Space>>
  /// The number of rectangles, 0 ... `capacity`.
  public private(set) var count: Int

  /// Creates an empty region.
  public init() {
    rects = InlineArray(repeating: .empty)
    count = 0
  }

  /// Creates a region of one rectangle, or an empty region if the rectangle is empty.
  public init(_ rect: Rect<Space>) {
    rects = InlineArray(repeating: rect)
    count = rect.isEmpty ? 0 : 1
  }

  /// Whether the region covers no pixels.
  public var isEmpty: Bool { count == 0 }

  /// The rectangle at an index in `0 ..< count`. No rectangle is empty.
  public subscript(index: Int) -> Rect<Space> {
    precondition(index < count, "index out of range")
    return rects[index]
  }

  /// The bounding box of all rectangles.
  public var bounds: Rect<Space> {
    var all = Rect<Space>.empty
    for i in 0..<count { all = all.union(rects[i]) }
    return all
  }

  /// Removes all rectangles.
  public mutating func removeAll() { count = 0 }

  /// Adds a rectangle. An empty one, or one that is already covered, changes nothing.
  public mutating func add(_ rect: Rect<Space>) {
    if rect.isEmpty { return }
    if count == 0 {
      rects[0] = rect
      count = 1
    } else {
      addToOthers(rect)
    }
  }

  private mutating func addToOthers(_ rect: Rect<Space>) {
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
  public mutating func add(_ other: Region<Space>) { for i in 0..<other.count { add(other[i]) } }

  /// Returns the part of the region inside `rect`.
  public func clipped(to rect: Rect<Space>) -> Region<Space> {
    if rect.contains(bounds) { return self }
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

extension Region: CustomStringConvertible {
  /// The rectangles as text, such as "[30..<178 x 168..<312, 626..<770 x 168..<312]".
  public var description: String {
    var text = "["
    for i in 0..<count {
      if i > 0 { text += ", " }
      text += rects[i].description
    }
    return text + "]"
  }
}

extension Rect: CustomStringConvertible {
  /// The columns and the rows as text, such as "30..<178 x 168..<312".
  public var description: String { "\(minX)..<\(maxX) x \(minY)..<\(maxY)" }
}
