import Display
import StarSlider

/// The change from one screen to another: the old one fades out, then the new one fades in and moves up by 24 px. What is the same on both
/// stays. After an answer, the old screen is held for a moment first, with the answer emphasized. Pictures of both screens are painted once at
/// the beginning, and each frame mixes one of them with what is between them. The pictures use memory only until the change ends.
///
/// | state | event | next state | the next frame shows |
/// | --- | --- | --- | --- |
/// | any | `begin`, after an answer | due | the old screen with the answer, for 320 ms |
/// | any | `begin`, else | due, 1/60 s after the begin | the mixture |
/// | due | `paint` | waiting until 1/60 s after the time of the mixture, or until the end of the hold | |
/// | due, waiting | `advance` before that time | the same | |
/// | due, waiting | `advance` from that time on | due | the mixture |
/// | due, waiting | `advance` once the new screen is whole, at most 90 + 160 ms after the hold | over | the screen itself |
///
/// A touch or a key ends it at once (`Screen.finishMotion`).
package final class ScreenChange {
  /// How one picture becomes the other.
  package enum Style: Sendable {
    /// The old one fades out, then the new one fades in.
    case through
    /// Both are mixed: for slides, which cover the screen.
    case across
  }

  /// The durations of the hold, of the fade out and of the fade in, in nanoseconds.
  package static var holdTime: Int64 { 320_000_000 }
  static var fadeOut: Int64 { 90_000_000 }
  static var fadeIn: Int64 { 160_000_000 }
  /// The duration without a hold.
  package static var duration: Int64 { fadeOut + fadeIn }
  /// How long it takes at most until a visitor reads the thank-you screen, in nanoseconds.
  package static var longest: Int64 { holdTime + duration }
  /// The minimum time between two frames in nanoseconds, for 60 frames per second.
  package static var frame: Int64 { 16_666_667 }
  /// The distance that the new screen moves, in pixels.
  static var distance: Int32 { 24 }

  /// The pictures of the old screen, of the new one, and of what is between them: the background with all that stays.
  private let pictures: PictureMemory
  private let transform: ScreenTransform
  private let moves: Bool
  private var style = Style.through
  /// The parts that are the same on both screens, on the scanout.
  private var still: [Rect<PhysicalSpace>] = []
  /// The answer on the old screen; `nil` if the change does not follow an answer.
  private var held: HeldAnswer?
  /// When the fade out begins.
  private var start: Int64 = 0
  /// The time of the frame that is due or was painted last, since `start`; negative during the hold.
  private var time: Int64 = 0
  /// The time of the next frame.
  private(set) var next: Int64 = 0
  /// Whether a frame waits to be painted.
  private(set) var isDue = false

  /// Reserves the pictures, or returns `nil` if there is not enough memory. Without `moves`, the screens only fade.
  package init?(on transform: ScreenTransform, format: PixelFormat, moves: Bool) {
    guard let pictures = PictureMemory(3, size: transform.physical, format: format) else { return nil }
    (self.pictures, self.transform, self.moves) = (pictures, transform, moves)
  }

  /// Stores a still picture of the old screen, before its stars show another value.
  package func leave(_ screen: Screen, movedBy shift: ScreenShift) {
    screen.finishMotion()
    screen.paintStill(on: pictures[0], movedBy: shift)
    screen.paintGround(on: pictures[2], movedBy: shift)
    held = screen.heldAnswer(movedBy: shift)
  }

  /// Begins the change to a screen in its current state. The first frame is due at once.
  func begin(_ screen: Screen, movedBy shift: ScreenShift, _ style: Style, at now: Int64) {
    screen.paintStill(on: pictures[1], movedBy: shift)
    self.style = style
    still = style == .through ? keepEqualParts() : []
    let hold = held == nil ? 0 : Self.holdTime
    start = now + hold
    (time, next) = hold > 0 ? (-hold, start) : (Self.frame, now + Self.frame)
    isDue = true
  }

  /// How long the change takes after its begin, in nanoseconds.
  package var length: Int64 { (held == nil ? 0 : Self.holdTime) + Self.duration }

  /// Advances to a time. Returns whether the change is over.
  func advance(to now: Int64) -> Bool {
    if now < next { return false }
    (time, isDue, next) = (now - start, true, now + Self.frame)
    return time >= 0 && share == 256 && (style == .across || time >= Self.fadeOut)
  }

  /// The share of the picture that appears, or of what is between both, at the time of the frame.
  private var share: UInt16 {
    if style == .across { return Self.progress(at: time * 256 / Self.duration) }
    if time < Self.fadeOut { return UInt16(time * 256 / Self.fadeOut) }
    return Self.progress(at: (time - Self.fadeOut) * 256 / Self.fadeIn)
  }

  /// Releases the pictures' memory, and the old screen's answer.
  func end() {
    pictures.discard()
    held = nil
  }

  /// Paints the frame, which differs from the previous one everywhere.
  func paint(on surface: Surface) -> Region<PhysicalSpace> {
    isDue = false
    let (old, new, between) = (pictures[0], pictures[1], pictures[2])
    if time < 0 {
      surface.copy(old)
      held?.paint(on: surface, over: between)
    } else if style == .across {
      surface.mix(old, with: new, share: share)
    } else if time < Self.fadeOut {
      surface.mix(old, with: between, share: share)
    } else {
      let (x, y) = offset(moves ? Self.distance * Int32(256 - share) / 256 : 0)
      surface.mix(between, with: new, share: share, movedBy: x, y)
      for part in still { surface.copy(part, of: between) }
    }
    return Region(surface.bounds)
  }

  /// Returns an offset down, as the visitor sees it, on the scanout.
  private func offset(_ way: Int32) -> (x: Int32, y: Int32) {
    switch transform.rotation {
    case .none: (0, way)
    case .quarter: (-way, 0)
    case .half: (0, -way)
    case .threeQuarters: (way, 0)
    }
  }

  /// Moves the parts that are equal on both screens from the new picture to the one between. Returns their places.
  private func keepEqualParts() -> [Rect<PhysicalSpace>] {
    let (old, new, between) = (pictures[0], pictures[1], pictures[2])
    let parts = EqualParts(old, new, on: between).places
    for part in parts {
      new.copy(part, of: between)
      between.copy(part, of: old)
    }
    return parts
  }

  /// Returns the progress at 1/256 of the way, from 0 to 256: cubic-bezier(0.05, 0.7, 0.1, 1).
  package static func progress(at part: Int64) -> UInt16 {
    let place = min(max(part, 0), 256) * 32
    let (index, rest) = (Int(place / 256), Int32(place % 256))
    if index == 32 { return curve[32] }
    let (from, to) = (Int32(curve[index]), Int32(curve[index + 1]))
    return UInt16(from + ((to - from) * rest + 128) / 256)
  }

  /// The progress at each 1/32 of the way.
  private static let curve: [UInt16] = [
    0, 86, 129, 155, 173, 187, 197, 206, 213, 219, 224, 228, 232, 236, 238, 241, 243,
    245, 247, 248, 250, 251, 252, 253, 254, 254, 255, 255, 255, 256, 256, 256, 256,
  ]
}

extension Screen {
  /// Shows the screen by a change from the previous screen, or from this screen's previous state.
  package func appear(
    by change: ScreenChange, movedBy shift: ScreenShift, _ style: ScreenChange.Style = .through, at now: Int64
  ) {
    change.begin(self, movedBy: shift, style, at: now)
    animation.change = change
  }

  /// Whether a change to this screen is in progress.
  package var isChanging: Bool { animation.change != nil }

  /// Ends all motion: the next frame is the still picture.
  package func finishMotion() { animation.finish() }

  /// Paints the still picture into memory that is not presented. Damage and the buffers' ages stay as they are.
  func paintStill(on whole: Surface, movedBy shift: ScreenShift) {
    if let words { words.show(slider?.value) }
    let surface = shift == .none ? whole : whole.moved(by: shift)
    paintAllButStars(whole, surface, all: true, since: .max)
    slider?.paintStill(on: surface)
    _ = tick?.paint(canvas.plain, on: surface)
  }

  /// Paints the background alone into memory that is not presented.
  func paintGround(on whole: Surface, movedBy shift: ScreenShift) {
    canvas.paintGround(whole, shift == .none ? whole : whole.moved(by: shift), panel)
  }
}
