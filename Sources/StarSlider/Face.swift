import Geometry
import Raster

/// What an empty and a full star look like.
public struct Face: Hashable, Sendable {
  /// What is drawn in the star's box.
  public var shape: Shape
  /// Inside, where the star is full.
  public var fill: Color
  /// Inside, where it is empty.
  public var empty: Color
  /// Around the shape.
  public var background: Color
  /// The outline.
  public var stroke: Color
  /// Of the outline, pixels, 0 (none) or more.
  public var lineWidth: Fixed
  /// How the outline turns corners.
  public var join: LineJoin

  /// A face with every other property at its default.
  public init(
    shape: Shape = .star, fill: Color = .yellow, empty: Color = .white, background: Color = .white,
    stroke: Color = .black, lineWidth: Fixed = Fixed(2), join: LineJoin = .miter
  ) {
    self.shape = shape
    self.fill = fill
    self.empty = empty
    self.background = background
    self.stroke = stroke
    self.lineWidth = max(lineWidth, .zero)
    self.join = join
  }

  /// Where the shape lies in a square cell of `side` pixels: inset on all sides, so that the outline stays inside.
  ///
  /// In a cell so small that the outline would take more than half of it, the line gets thinner.
  func placement(inCellOf side: Int32) -> Placement {
    let wanted = shape.overhang(lineWidth: lineWidth, join: join)
    let most = Fixed(side) / 4
    if wanted <= most { return Placement(inset: wanted, side: Fixed(side) - wanted * 2, lineWidth: lineWidth) }
    let thinner = lineWidth.scaled(by: most.raw, over: wanted.raw)
    return Placement(inset: most, side: Fixed(side) - most * 2, lineWidth: thinner)
  }

  struct Placement: Hashable, Sendable {
    /// From the cell's edges to the unit box, pixels.
    let inset: Fixed
    /// The unit box's side, pixels: the width that `fill` is a share of.
    let side: Fixed
    let lineWidth: Fixed
  }

  /// The empty or the full star in a cell of `side` pixels, painter's order: background, inside, outline.
  func picture(full: Bool, side: Int32, rotation: Rotation) -> Picture {
    let placement = placement(inCellOf: side)
    let size = Size<PhysicalSpace>(width: side, height: side)
    let path = shape.path(
      left: placement.inset, top: placement.inset, side: placement.side,
      through: ScreenTransform(physical: size, rotation: rotation))
    var picture = Picture(size: size, background: background)
    picture.fill(Boundary(path), with: full ? fill : empty)
    if placement.lineWidth > .zero {
      picture.fill(Boundary(path.stroked(width: placement.lineWidth, join: join)), with: stroke)
    }
    return picture
  }
}
