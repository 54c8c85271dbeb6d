import Display
import StarSlider

/// The change from one screen to another. Pictures of both are painted once at the beginning, and each frame mixes them in one pass. The
/// new screen moves up by 24 px meanwhile. The pictures use memory only until the change ends.
///
/// | state | event | next state | the next frame shows |
/// | --- | --- | --- | --- |
/// | any | `begin` | due, 1/60 s after the begin | the mixture |
/// | due | `paint` | waiting until 1/60 s after the time of the mixture | |
/// | due, waiting | `advance` before that time | the same | |
/// | due, waiting | `advance` from that time on | due | the mixture |
/// | due, waiting | `advance` with the progress at its end, at most 250 ms after the begin | over | the screen itself |
///
/// A touch or a key ends it at once (`Screen.finishMotion`).
package final class ScreenChange {
  /// The duration in nanoseconds.
  package static var duration: Int64 { 250_000_000 }
  /// The minimum time between two frames in nanoseconds, for 60 frames per second.
  package static var frame: Int64 { 16_666_667 }
  /// The distance that the new screen moves, in pixels.
  static var distance: Int32 { 24 }

  /// The pictures of the old screen and of the new one.
  private let pictures: PictureMemory
  private let transform: ScreenTransform
  private let moves: Bool
  private var isMoving = false
  private var start: Int64 = 0
  private var share: UInt16 = 0
  /// The time of the next frame.
  private(set) var next: Int64 = 0
  /// Whether a frame waits to be painted.
  private(set) var isDue = false

  /// Reserves both pictures, or returns `nil` if there is not enough memory. Without `moves`, the screens only fade.
  package init?(on transform: ScreenTransform, format: PixelFormat, moves: Bool) {
    guard let pictures = PictureMemory(2, size: transform.physical, format: format) else { return nil }
    (self.pictures, self.transform, self.moves) = (pictures, transform, moves)
  }

  /// Stores a still picture of the old screen, before its stars show another value.
  package func leave(_ screen: Screen, movedBy shift: ScreenShift) {
    screen.finishMotion()
    screen.paintStill(on: pictures[0], movedBy: shift)
  }

  /// Begins the change to a screen in its current state. The first frame is due at once. `moving` is `false` for a fade.
  func begin(_ screen: Screen, movedBy shift: ScreenShift, moving: Bool, at now: Int64) {
    screen.paintStill(on: pictures[1], movedBy: shift)
    isMoving = moves && moving
    (start, isDue, next) = (now, true, now + Self.frame)
    share = Self.progress(at: Self.frame)
  }

  /// Advances to a time. Returns whether the change is over.
  func advance(to now: Int64) -> Bool {
    if now < next { return false }
    let progress = Self.progress(at: now - start)
    (share, isDue, next) = (progress, true, now + Self.frame)
    return progress == 256
  }

  /// Releases the pictures' memory.
  func end() { pictures.discard() }

  /// Paints the mixture, which differs from the previous frame everywhere.
  func paint(on surface: Surface) -> Region<PhysicalSpace> {
    isDue = false
    let way = isMoving ? Self.distance * Int32(256 - share) / 256 : 0
    // The offset down, as the visitor sees it.
    let (x, y): (Int32, Int32) =
      switch transform.rotation {
      case .none: (0, way)
      case .quarter: (-way, 0)
      case .half: (0, -way)
      case .threeQuarters: (way, 0)
      }
    surface.mix(pictures[0], with: pictures[1], share: share, movedBy: x, y)
    return Region(surface.bounds)
  }

  /// Returns the progress at a time after the beginning, from 0 to 256: cubic-bezier(0.05, 0.7, 0.1, 1).
  package static func progress(at time: Int64) -> UInt16 {
    let place = min(max(time, 0), duration) * 32 * 256 / duration
    let (index, part) = (Int(place / 256), Int32(place % 256))
    if index == 32 { return curve[32] }
    let (from, to) = (Int32(curve[index]), Int32(curve[index + 1]))
    return UInt16(from + ((to - from) * part + 128) / 256)
  }

  /// The progress at each 1/32 of the duration.
  private static let curve: [UInt16] = [
    0, 86, 129, 155, 173, 187, 197, 206, 213, 219, 224, 228, 232, 236, 238, 241, 243,
    245, 247, 248, 250, 251, 252, 253, 254, 254, 255, 255, 255, 256, 256, 256, 256,
  ]
}

extension Screen {
  /// Shows the screen by a change from the previous screen, or from this screen's previous state; `moving` is `false` for a fade.
  package func appear(by change: ScreenChange, movedBy shift: ScreenShift, moving: Bool = true, at now: Int64) {
    change.begin(self, movedBy: shift, moving: moving, at: now)
    self.change = change
  }

  /// Whether a change to this screen is in progress.
  package var isChanging: Bool { change != nil }

  /// Ends all motion: the next frame is the still picture.
  package func finishMotion() {
    change = nil
    motion?.finish()
    finishAnimation()
  }

  /// Paints the still picture into memory that is not presented. Damage and the buffers' ages stay as they are.
  func paintStill(on whole: Surface, movedBy shift: ScreenShift) {
    if let words { words.show(slider?.value) }
    let surface = shift == .none ? whole : whole.moved(by: shift)
    paintAllButStars(whole, surface, all: true, since: .max)
    slider?.paintStill(on: surface)
  }
}
