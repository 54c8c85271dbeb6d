/// The direction in which a star fills: as the viewer sees it, or on the scanout after rotation.
enum FillDirection: Int32, Sendable, CaseIterable {
  // The cases are in the order of clockwise quarter turns.
  case right = 0
  case down = 1
  case left = 2
  case up = 3

  /// Returns the direction on a rotated scanout.
  func rotated(by rotation: Rotation) -> FillDirection {
    let turns = rawValue + rotation.rawValue / 90
    return FillDirection(rawValue: turns & 3) ?? self
  }

  /// Whether the star fills along a row of pixels, so that whole columns change.
  @inline(__always)
  var isAlongRows: Bool {
    switch self {
    case .right, .left: true
    case .up, .down: false
    }
  }

  /// Whether the star fills towards smaller coordinates.
  @inline(__always)
  var isReversed: Bool {
    switch self {
    case .left, .up: true
    case .right, .down: false
    }
  }
}
