/// A straight edge of an outline, in 16.16 fixed-point pixels. A downward edge adds coverage to its right, and an upward edge subtracts it.
///
/// Edges have 16 fractional bits while most paths have 8, because intersections rounded to 1/256 px would be visible.
package struct Edge: Sendable {
  // Both ends, in 1/65536 px.
  package let x0: Int32
  package let y0: Int32
  package let x1: Int32
  package let y1: Int32

  package init(x0: Int32, y0: Int32, x1: Int32, y1: Int32) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }

  /// Creates the edge between two points of a path with a given fineness.
  @inline(__always) init(_ a: Point<PhysicalSpace>, _ b: Point<PhysicalSpace>, fineness: Int32 = 0) {
    let shift = 8 &- fineness
    self.init(x0: a.x.raw &<< shift, y0: a.y.raw &<< shift, x1: b.x.raw &<< shift, y1: b.y.raw &<< shift)
  }

  /// The y of the upper and of the lower end.
  var upper: Int32 { min(y0, y1) }
  var lower: Int32 { max(y0, y1) }
  /// The x of the left and of the right end.
  var left: Int32 { min(x0, x1) }
  var right: Int32 { max(x0, x1) }

  /// Returns the x at height `y`, in 1/65536 px, rounded to nearest. `y` lies between `y0` and `y1`, which differ.
  func x(at y: Int32) -> Int32 {
    let height = Int64(y1) - Int64(y0)
    let part = (Int64(x1) - Int64(x0)) * (Int64(y) - Int64(y0))
    return x0 + Int32(height > 0 ? divideRounding(part, by: height) : divideRounding(-part, by: -height))
  }
}
