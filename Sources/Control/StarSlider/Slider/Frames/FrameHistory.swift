/// The position at which the fill of a row ends.
struct FillPosition: Equatable {
  /// The value in steps; 0 for an unrated row.
  let value: Int32
  /// The index of the star with the fill edge: stars before it are full, stars after it are empty. If all are full, it is the number of
  /// stars.
  let star: Int32
  /// How far that star is filled, in pixels of its square from its leading edge.
  let fillX: Fixed

  static var none: FillPosition { FillPosition(value: -1, star: 0, fillX: .zero) }

  /// Returns how far a star of `side` pixels is filled.
  @inline(__always)
  func fillX(ofStar index: Int32, side: Int32) -> Fixed { index == star ? fillX : Fixed(index < star ? side : 0) }
}

/// Everything on which the pixels of a frame depend.
struct FrameState: Equatable {
  let fill: FillPosition
  let style: Int32

  static var unknown: FrameState { FrameState(fill: .none, style: -1) }
}

/// The states of the last frames: as many as a display may have buffers.
struct FrameHistory {
  private var frames = InlineArray<4, FrameState>(repeating: .unknown)

  var latest: FrameState { frames[0] }

  /// Returns the state of the frame that was painted `age` frames ago, where 1 is the latest, or `nil` if it is unknown.
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

/// The positions of the stars' squares on the scanout.
struct StarPlaces {
  private let first: Rect<PhysicalSpace>
  /// The distance from each star to the next, in pixels.
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
