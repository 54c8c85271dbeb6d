extension Shape {
  /// Creates a custom shape from the corners of its outline.
  ///
  /// ```swift
  /// let kite = try Shape(outline: [(50, 0), (90, 35), (50, 100), (10, 35)], in: 100)
  /// ```
  ///
  /// - Parameters:
  ///   - outline: 3 to 4096 corners, with x to the right and y down, each 0...`side`. The last one is joined to the first. Where the
  ///     outline crosses itself, the whole enclosed area is filled.
  ///   - side: The side of the box around the shape, 1...32767, in the outline's units. The box is scaled to a star's square.
  /// - Throws: `.invalidOutline`.
  public init(outline: [(x: Int32, y: Int32)], in side: Int32) throws(SliderError) {
    if !(1...32767 ~= side) { throw .invalidOutline }
    var points: [UnitPoint] = []
    for corner in outline {
      if !(0...side ~= corner.x && 0...side ~= corner.y) { throw .invalidOutline }
      // The product is at most 32767 * 65536.
      points.append(UnitPoint(x: corner.x * 65536 / side, y: corner.y * 65536 / side))
    }
    guard let shape = Shape(points) else { throw .invalidOutline }
    self = shape
  }
}
