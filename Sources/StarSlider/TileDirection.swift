import Geometry

/// Which way a star fills: as the viewer sees it or, once turned, on the scanout.
enum FillDirection: Int32, Sendable, CaseIterable {
  case right
  case down
  case left
  case up

  /// The same direction on a scanout on which the viewer's picture is turned clockwise.
  func turned(by rotation: Rotation) -> FillDirection {
    FillDirection(rawValue: (rawValue + rotation.rawValue / 90) & 3) ?? self
  }

  /// Fills along the memory of a row, so that what changes is a column.
  var isAlongRows: Bool { self == .right || self == .left }
  /// Fills towards smaller coordinates.
  var isReversed: Bool { self == .left || self == .up }
}
