import Geometry
import Rating

/// Where the fill of a row ends.
struct FillPosition: Equatable {
  /// In steps; an unrated row shows 0.
  let value: Int32
  /// The star with the fill edge: those before it are full, those after it empty. The number of stars if all are full.
  let star: Int32
  /// How far that star is filled, in pixels of its square from its leading edge.
  let fillX: Fixed

  static var none: FillPosition { FillPosition(value: -1, star: 0, fillX: .zero) }

  /// Returns how far a star of `side` pixels is filled.
  @inline(__always)
  func fillX(ofStar index: Int32, side: Int32) -> Fixed { index == star ? fillX : Fixed(index < star ? side : 0) }
}

/// All that the pixels of a frame depend on.
struct FrameState: Equatable {
  let fill: FillPosition
  let style: Int32

  static var unknown: FrameState { FrameState(fill: .none, style: -1) }
}

/// What the last frames showed: as many as a display may have buffers.
struct FrameHistory {
  private var frames = InlineArray<4, FrameState>(repeating: .unknown)

  var latest: FrameState { frames[0] }

  /// Returns the state of the frame that was painted `age` frames ago, 1 being the latest, or `nil` if it is unknown.
  func frame(age: Int) -> FrameState? {
    age >= 1 && age <= 4 && frames[age - 1].style >= 0 ? frames[age - 1] : nil
  }

  @inline(__always) mutating func add(_ frame: FrameState) {
    frames[3] = frames[2]
    frames[2] = frames[1]
    frames[1] = frames[0]
    frames[0] = frame
  }
}

/// The places of the stars' squares on the scanout.
struct StarPlaces {
  private let first: Rect<PhysicalSpace>
  /// From each star to the next, pixels.
  private let stepX: Int32
  private let stepY: Int32

  init(_ layout: SliderLayout, _ transform: ScreenTransform) {
    first = transform.toPhysical(layout.star(0))
    let second = layout.scale.starCount > 1 ? transform.toPhysical(layout.star(1)) : first
    (stepX, stepY) = (second.minX - first.minX, second.minY - first.minY)
  }

  @inline(__always) func place(ofStar star: Int32) -> (x: Int32, y: Int32) {
    (first.minX &+ star &* stepX, first.minY &+ star &* stepY)
  }
}
