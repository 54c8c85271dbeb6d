import Geometry
import Raster

/// Draws stars of one face and size from their corners to their pixels, straight onto a surface, upright and filling to
/// the right: for what is drawn once. Whatever is drawn again is cheaper with tiles (`StarSlider`).
///
/// Painter's order, as in the tiles: background, inside, fill, outline; but colours mix in the channels' own numbers.
package struct StarPainter: ~Copyable {
  /// Pixels.
  package let side: Int32
  private let face: Face
  private let placement: Face.Placement
  private let mask: CoverageMask
  private let format: PixelFormat
  private let tables: ShapeTables

  /// What a star's edges enclose, in pixels of its square.
  package struct Boundaries: Sendable {
    /// The shape itself.
    package let inside: Outline
    /// `nil` where the face has no outline.
    package let outline: Outline?
  }

  /// `side` is 1 pixel or more; surfaces to paint on are of `format`. All memory that painting uses, but for a star's corners,
  /// is taken here, and what the colours make of each other is mixed.
  @export(interface) package init(_ face: Face, side: Int32, format: PixelFormat) {
    self.face = face
    self.side = side
    self.format = format
    tables = ShapeTables(
      background: face.background, empty: face.empty, fill: face.fill, stroke: face.stroke, in: format)
    placement = face.placement(inCellOf: side)
    mask = CoverageMask(width: side, height: side)
  }

  /// The first stage: corners, outline, crossings.
  @export(interface) package func boundaries() -> Boundaries {
    let square = Size<PhysicalSpace>(width: side, height: side)
    let path = face.shape.path(
      left: placement.inset, top: placement.inset, side: placement.side,
      through: ScreenTransform(physical: square, rotation: .none))
    if placement.lineWidth <= .zero { return Boundaries(inside: Outline(path), outline: nil) }
    return Boundaries(
      inside: Outline(path), outline: Outline(path.stroked(width: placement.lineWidth, join: face.join)))
  }

  /// Paints a star at (`x`, `y`), which lies whole on the surface, filled to `share`, 0...1 of its width.
  @export(interface) package func paint(on surface: Surface, x: Int32, y: Int32, filled share: Fixed) {
    paint(boundaries(), on: surface, x: x, y: y, filled: share)
  }

  /// The other stages: coverage and pixels.
  @export(interface)
  package func paint(_ boundaries: Boundaries, on surface: Surface, x: Int32, y: Int32, filled share: Fixed) {
    precondition(surface.format == format, "a surface of another format")
    let limit = share > .zero ? placement.inset + placement.side.scaled(by: share.raw, over: Fixed.one.raw) : .zero
    surface.paint(boundaries.inside, with: tables, filledTo: limit, x: x, y: y, using: mask)
    if let outline = boundaries.outline { surface.paintOutline(outline, with: tables, x: x, y: y, using: mask) }
  }
}
