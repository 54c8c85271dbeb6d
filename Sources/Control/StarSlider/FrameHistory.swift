import Geometry
import Rating

/// Where the fill of a row ends.
struct FillPosition: Equatable {
  /// In steps; unrated shows as 0.
  let value: Int32
  /// The star in which it ends: those before it are full, those after it empty. The number of stars where all are full.
  let star: Int32
  /// How far that star is filled, pixels of its square.
  let boundary: Fixed

  /// No value's.
  static var none: FillPosition { FillPosition(value: -1, star: 0, boundary: .zero) }

  /// How far any star is filled, of `side` pixels.
  @inline(__always)
  func boundary(ofStar index: Int32, side: Int32) -> Fixed {
    index == star ? boundary : Fixed(index < star ? side : 0)
  }
}

/// What a frame shows: all that its pixels depend on.
struct FrameState: Equatable {
  let end: FillPosition
  /// Which of the faces.
  let look: Int32
}

/// What the last frames showed; as many as a display may have buffers.
struct FrameHistory {
  /// No slider looks like this.
  private static var nothing: FrameState { FrameState(end: .none, look: -1) }

  /// The frame before.
  private(set) var latest = nothing
  private var older = (nothing, nothing, nothing)

  /// The frame that was painted `age` frames ago, 1 being the latest; `nil` where that is not known.
  func frame(_ age: Int) -> FrameState? {
    let frame: FrameState
    switch age {
    case 1: frame = latest
    case 2: frame = older.0
    case 3: frame = older.1
    case 4: frame = older.2
    default: return nil
    }
    return frame.look < 0 ? nil : frame
  }

  @inline(__always)
  mutating func add(_ frame: FrameState) {
    older = (latest, older.0, older.1)
    latest = frame
  }
}

/// Where the stars' squares are on the scanout.
struct StarPlaces {
  private let x: Int32
  private let y: Int32
  /// From each star to the next, pixels.
  private let stepX: Int32
  private let stepY: Int32

  init(_ layout: SliderLayout, _ transform: ScreenTransform) {
    let first = transform.toPhysical(layout.star(0))
    (x, y) = (first.minX, first.minY)
    let second = layout.scale.starCount > 1 ? transform.toPhysical(layout.star(1)) : first
    (stepX, stepY) = (second.minX - first.minX, second.minY - first.minY)
  }

  /// The left top corner of a star.
  @inline(__always)
  func place(_ star: Int32) -> (x: Int32, y: Int32) { (x &+ star &* stepX, y &+ star &* stepY) }
}
