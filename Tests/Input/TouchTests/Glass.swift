import StarSlider
import Touch

/// A model of a panel that is glued to a screen, in floating point and without the code under test: it maps a place on the
/// scanout to the device's report.
struct Glass {
  /// From the device's shares to the screen's, as in LIBINPUT_CALIBRATION_MATRIX, for axes that run right and down.
  var matrix: [Double] = [1, 0, 0, 0, 1, 0]
  /// The two ends of the device's range.
  var rangeX: (Int32, Int32) = (0, 4095)
  var rangeY: (Int32, Int32) = (0, 4095)
  var swapsAxes = false
  var invertsX = false
  var invertsY = false
  var screen = Size<PhysicalSpace>(width: 800, height: 480)

  /// The axes that the kernel reports.
  var axes: (x: AxisInfo, y: AxisInfo) {
    (AxisInfo(minimum: rangeX.0, maximum: rangeX.1), AxisInfo(minimum: rangeY.0, maximum: rangeY.1))
  }

  /// The quirks of a profile for it.
  var quirks: AxisQuirks {
    var quirks = AxisQuirks()
    quirks.swapsAxes = swapsAxes
    quirks.invertsX = invertsX
    quirks.invertsY = invertsY
    return quirks
  }

  var text: String { matrix.map { "\($0)" }.joined(separator: " ") }

  func raw(_ place: Point<PhysicalSpace>) -> Point<RawSpace> {
    let x = Double(place.x.raw) / 256 / Double(screen.width) - matrix[2]
    let y = Double(place.y.raw) / 256 / Double(screen.height) - matrix[5]
    let determinant = matrix[0] * matrix[4] - matrix[1] * matrix[3]
    let across = (matrix[4] * x - matrix[1] * y) / determinant
    let down = (matrix[0] * y - matrix[3] * x) / determinant
    func value(_ share: Double, _ range: (Int32, Int32), _ isInverted: Bool) -> Fixed {
      let along = (isInverted ? 1 - share : share) * Double(range.1 - range.0 + 1) - 0.5
      return Fixed(min(max(range.0 + Int32(along.rounded()), range.0), range.1))
    }
    return Point(
      x: value(swapsAxes ? down : across, rangeX, invertsX), y: value(swapsAxes ? across : down, rangeY, invertsY))
  }

  /// Touches the targets of a session one after the other, and returns its state.
  func calibrate(_ count: Int32, _ rotation: Rotation) -> CalibrationSession.State? {
    let transform = ScreenTransform(physical: screen, rotation: rotation)
    guard var session = CalibrationSession(targets: count, on: transform, axes: axes, now: 0) else { return nil }
    for i in 0..<Int(count) {
      let place = raw(session.targets[i])
      for (phase, time) in [(TouchPhase.began, Int64(0)), (.moved, 30_000_000), (.ended, 60_000_000)] {
        session.handle(TouchEvent(phase, contact: Int32(i) + 1, at: place, time: time), now: Int64(i))
      }
    }
    return session.state
  }

  /// Every way to glue a panel on: 5 skews, 3 ranges, swapped or not, each axis inverted or not.
  static var all: [Glass] {
    var all: [Glass] = []
    for matrix in [
      [1, 0, 0, 0, 1, 0], [1.12, 0.02, -0.06, -0.03, 1.15, -0.05], [0.9, 0, 0.05, 0, 0.92, 0.04],
      [-1.05, 0, 1.02, 0, -1.08, 1.03], [2.1, 0.05, -0.6, 0.1, 1.9, -0.5],
    ] {
      for (rangeX, rangeY) in [
        ((Int32(0), Int32(799)), (Int32(0), Int32(479))), ((0, 4095), (0, 4095)), ((-300, 3900), (180, 3820)),
      ] {
        for bits in 0..<8 {
          all.append(
            Glass(
              matrix: matrix, rangeX: rangeX, rangeY: rangeY, swapsAxes: bits & 1 != 0, invertsX: bits & 2 != 0,
              invertsY: bits & 4 != 0))
        }
      }
    }
    return all
  }
}
