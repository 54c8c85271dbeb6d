/// The growth of the filled part of an outline's area in one pixel, as a fill edge passes through the pixel, at 32 positions.
struct FillCurve {
  static var places: Int { 32 }

  /// The areas to the left of the positions 0/32 ... 32/32 of the pixel, in 1/65536 px².
  private var areas = [Int64](repeating: 0, count: places + 1)

  /// Computes the curve of the pixel (`x`, `y`). If `isRow` is true, the fill edge passes from the top to the bottom.
  init(_ outline: Outline, x: Int32, y: Int32, isRow: Bool) {
    unsafe outline.withEdges { edges in
      unsafe EdgePiece.forEach(of: edges, winding: outline.winding, x: x, y: y, isRow: isRow) { piece in
        for i in 1...Self.places { areas[i] &+= piece.area(leftOf: Int64(i) << 11) }
      }
    }
  }

  /// Returns the covered share of the pixel, and the filled share of the covered part at a position, 0...65536 each.
  func layer(at place: Int, isReversed: Bool) -> ShapeLights.Layer {
    let all = min(max(areas[Self.places], 0), 65536)
    if all == 0 { return (0, 0) }
    // If the fill comes from the other side, the filled area is the rest of the area.
    let area = isReversed ? all &- areas[Self.places - place] : areas[place]
    return (all, min(max(area, 0), all) << 16 / all)
  }
}
