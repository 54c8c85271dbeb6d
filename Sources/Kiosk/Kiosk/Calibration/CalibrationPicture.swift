import Display
import Geometry
import Raster
import Touch

/// What `calibrate` shows: a cross where to touch, and a mark for every target that has been touched.
struct CalibrationPicture: Equatable {
  /// The target to be touched, an index.
  let target: Int
  /// A finger is on it.
  let isPressed: Bool
  /// The last touch was not taken.
  let isRepeated: Bool

  init(_ session: CalibrationSession) {
    target = session.target
    isPressed = session.state == .pressed
    isRepeated = session.hint != nil
  }

  private static let paper = Color(rgb: 0xff_ffff)
  private static let ink = Color(rgb: 0x1f_2328)
  private static let touched = Color(rgb: 0x2e_a043)
  private static let again = Color(rgb: 0xd1_242f)
  private static let done = Color(rgb: 0xc9_d1d9)

  /// Draws all of it. Lengths go by the screen's shorter side, so that it looks alike on all.
  func paint(_ surface: Surface, _ targets: [Point<PhysicalSpace>]) {
    surface.fill(surface.bounds, with: Self.paper)
    let unit = max(min(surface.size.width, surface.size.height) / 120, 1)
    for i in 0..<target { box(surface, targets[i], unit, unit, Self.done) }
    let color = isPressed ? Self.touched : isRepeated ? Self.again : Self.ink
    let thin = max(unit / 4, 1)
    box(surface, targets[target], 8 * unit, thin, color)
    box(surface, targets[target], thin, 8 * unit, color)
    // The place itself, in a ring of paper: where the finger's middle should be.
    box(surface, targets[target], 2 * unit, 2 * unit, Self.paper)
    box(surface, targets[target], unit, unit, color)
  }

  /// A rectangle around a point, so many pixels to each side of the point's own.
  private func box(_ surface: Surface, _ middle: Point<PhysicalSpace>, _ x: Int32, _ y: Int32, _ color: Color) {
    surface.fill(
      Rect(
        minX: middle.x.floor - x, minY: middle.y.floor - y, maxX: middle.x.floor + x + 1,
        maxY: middle.y.floor + y + 1), with: color)
  }
}
