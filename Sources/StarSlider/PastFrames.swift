import Geometry
import Rating

/// What a frame shows: all that its pixels depend on.
struct Appearance: Equatable {
  /// In steps; unrated shows as 0.
  var value: Int32
  /// Which of the faces.
  var look: Int32
  /// The star in which the fill ends: those before it are full, those after it empty. The number of stars where all are full.
  var star: Int32
  /// How far that star is filled, pixels of its square.
  var boundary: Fixed

  /// How far any star is filled, of `side` pixels.
  @inline(__always)
  func boundary(ofStar index: Int32, side: Int32) -> Fixed {
    index == star ? boundary : Fixed(index < star ? side : 0)
  }
}

/// What the last frames showed; as many as a display may have buffers.
struct PastFrames {
  /// No slider looks like this.
  private static var nothing: Appearance { Appearance(value: -1, look: -1, star: 0, boundary: .zero) }

  /// In a circle: each frame takes the oldest one's place.
  private var frames = InlineArray<4, Appearance>(repeating: nothing)
  /// The place of the last one.
  private var newest = 0

  /// The frame before.
  @inline(__always)
  var latest: Appearance { frames[unchecked: newest] }

  /// The frame that was painted `age` frames ago, 1 being the latest; `nil` where that is not known.
  func frame(_ age: Int) -> Appearance? {
    if age < 1 || age > frames.count { return nil }
    let frame = frames[(newest &- age &+ 1) & 3]
    return frame.look < 0 ? nil : frame
  }

  @inline(__always)
  mutating func add(_ frame: Appearance) {
    newest = (newest &+ 1) & 3
    frames[unchecked: newest] = frame
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
