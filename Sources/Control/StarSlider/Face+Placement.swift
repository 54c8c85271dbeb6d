import Geometry
import Raster

extension Face {
  /// Where a face lies in a square cell: a vector face's unit box, or a fitted image. Pixels from the cell's left top corner.
  struct Placement: Hashable, Sendable {
    let left: Fixed
    let top: Fixed
    let width: Fixed
    let height: Fixed
    let lineWidth: Fixed
    /// From the cell's edge where the fill begins to the face.
    let inset: Fixed
    /// The face's extent along the fill: what a fill is a share of.
    let side: Fixed
  }

  /// Where the face lies in a cell of `side` pixels; `direction` is how it fills, as the viewer sees it.
  func placement(inCellOf side: Int32, along direction: FillDirection = .right) -> Placement {
    guard let images else { return shapePlacement(inCellOf: side) }
    // Whole pixels, so that an image whose size is right is not scaled; an odd pixel is left over at the right or bottom.
    let fitted = images.full.fitted(inSquareOf: side)
    let (left, top) = ((side - fitted.width) / 2, (side - fitted.height) / 2)
    let inset =
      switch direction {
      case .right: left
      case .left: side - left - fitted.width
      case .down: top
      case .up: side - top - fitted.height
      }
    return Placement(
      left: Fixed(left), top: Fixed(top), width: Fixed(fitted.width), height: Fixed(fitted.height), lineWidth: .zero,
      inset: Fixed(inset), side: Fixed(direction.isAlongRows ? fitted.width : fitted.height))
  }

  /// The unit box, inset on all sides, so that the outline stays inside the cell.
  ///
  /// In a cell so small that the outline would take more than half of it, the line gets thinner.
  private func shapePlacement(inCellOf side: Int32) -> Placement {
    // No line is wider than any cell: in all of them it gets thinner then, and nothing overflows.
    let lineWidth = min(lineWidth, Fixed(Path.limit))
    let wanted = shape.overhang(lineWidth: lineWidth, join: join)
    let most = Fixed(side) / 4
    let isThin = wanted <= most
    let inset = isThin ? wanted : most
    let box = Fixed(side) - inset * 2
    return Placement(
      left: inset, top: inset, width: box, height: box,
      lineWidth: isThin ? lineWidth : lineWidth.scaled(by: most.raw, over: wanted.raw), inset: inset, side: box)
  }
}
