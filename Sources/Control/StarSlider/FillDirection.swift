import Geometry

/// Which way a star fills: as the viewer sees it, or on the scanout after rotation.
enum FillDirection: Int32, Sendable, CaseIterable {
  // In the order of quarter turns clockwise.
  case right = 0
  case down = 1
  case left = 2
  case up = 3

  /// The viewer's direction on a scanout that is turned.
  func turned(by rotation: Rotation) -> FillDirection {
    let turns = rawValue + rotation.rawValue / 90
    return FillDirection(rawValue: turns & 3) ?? self
  }

  /// Along a row of pixels, so that what changes is a column.
  @inline(__always)
  var isAlongRows: Bool {
    switch self {
    case .right, .left: true
    case .up, .down: false
    }
  }

  /// Towards smaller coordinates.
  @inline(__always)
  var isReversed: Bool {
    switch self {
    case .left, .up: true
    case .right, .down: false
    }
  }
}
