import Display
import StarSlider
import Touch

/// The screen of `calibrate`: a cross at the next target, and a mark at every target that has been touched.
struct CalibrationPicture: Equatable {
  /// The index of the next target.
  let target: Int
  /// Whether a finger is on the target.
  let isPressed: Bool
  /// Whether the last touch was rejected.
  let isRepeated: Bool

  init(_ session: CalibrationSession) {
    target = session.target
    isPressed = session.state == .pressed
    isRepeated = session.hint != nil
  }

  private static let background = Color(rgb: 0xff_ffff)
  private static let ink = Color(rgb: 0x1f_2328)
  private static let touched = Color(rgb: 0x2e_a043)
  private static let again = Color(rgb: 0xd1_242f)
  private static let done = Color(rgb: 0xc9_d1d9)

  /// Draws the whole screen. Lengths are proportional to its shorter side.
  func paint(_ surface: Surface, _ targets: [Point<PhysicalSpace>]) {
    surface.fill(surface.bounds, with: Self.background)
    let unit = max(min(surface.size.width, surface.size.height) / 120, 1)
    for i in 0..<target { box(surface, targets[i], unit, unit, Self.done) }
    let color = isPressed ? Self.touched : isRepeated ? Self.again : Self.ink
    let thin = max(unit / 4, 1)
    box(surface, targets[target], 8 * unit, thin, color)
    box(surface, targets[target], thin, 8 * unit, color)
    // The target itself, in a ring of background.
    box(surface, targets[target], 2 * unit, 2 * unit, Self.background)
    box(surface, targets[target], unit, unit, color)
  }

  /// Fills a rectangle that extends `x` and `y` pixels from its center pixel in each direction.
  private func box(_ surface: Surface, _ center: Point<PhysicalSpace>, _ x: Int32, _ y: Int32, _ color: Color) {
    surface.fill(
      Rect(
        minX: center.x.floor - x, minY: center.y.floor - y, maxX: center.x.floor + x + 1,
        maxY: center.y.floor + y + 1), with: color)
  }
}
