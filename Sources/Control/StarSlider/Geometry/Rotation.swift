/// The clockwise rotation of the viewer's picture on the scanout, in degrees.
public enum Rotation: Int32, Sendable, CaseIterable {
  /// Not rotated.
  case none = 0
  /// 90 degrees clockwise.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// 270 degrees clockwise.
  case threeQuarters = 270

  /// Whether the viewer's width is the scanout's height.
  public var swapsAxes: Bool { self == .quarter || self == .threeQuarters }
}

extension Rotation {
  /// The rotation that reverses this one.
  var inverse: Rotation {
    switch self {
    case .none, .half: self
    case .quarter: .threeQuarters
    case .threeQuarters: .quarter
    }
  }

  /// Returns the position of a point after the rotation, in a picture of the rotated size.
  func rotated<From, To>(_ p: Point<From>, onto size: Size<To>) -> Point<To> {
    let (width, height) = (Fixed(size.width), Fixed(size.height))
    return switch self {
    case .none: Point(x: p.x, y: p.y)
    case .quarter: Point(x: width - p.y, y: p.x)
    case .half: Point(x: width - p.x, y: height - p.y)
    case .threeQuarters: Point(x: p.y, y: height - p.x)
    }
  }

  /// Returns the position of a rectangle after the rotation, in a picture of the rotated size.
  func rotated<From, To>(_ r: Rect<From>, onto size: Size<To>) -> Rect<To> {
    let (w, h) = (size.width, size.height)
    return switch self {
    case .none: Rect(minX: r.minX, minY: r.minY, maxX: r.maxX, maxY: r.maxY)
    case .quarter: Rect(minX: w - r.maxY, minY: r.minX, maxX: w - r.minY, maxY: r.maxX)
    case .half: Rect(minX: w - r.maxX, minY: h - r.maxY, maxX: w - r.minX, maxY: h - r.minY)
    case .threeQuarters: Rect(minX: r.minY, minY: h - r.maxX, maxX: r.maxY, maxY: h - r.minX)
    }
  }
}
