import Display
import StarSlider

/// The motion of single stars. The star that a finger touches shrinks to 0.94 of its size. The other stars that it fills pop one after
/// another: each grows and shrinks once. A glint runs along the empty stars of the start screen. A frame copies or mixes pictures of
/// stars; nothing is drawn.
///
/// | state of a star | event | next state | shows |
/// | --- | --- | --- | --- |
/// | any | `press` | pressed | its value, in the size of its `StarPress` |
/// | pressed | its `StarPress` is over, or it is empty and values are whole stars | still | its value |
/// | any but pressed | `fill` made it full, and `advance` | popping, 35 ms after the star before it | its size at the time since then |
/// | popping | 220 ms have passed, or it is no longer full, or `finish` | still | its value |
/// | still, empty | the glint reaches it | lit | a mix with the full star |
/// | lit | the glint has left it, or `finish` | still | its value |
///
/// | state of the glint | event | next state |
/// | --- | --- | --- |
/// | none | `glint` | due after 6 s |
/// | due | its time has come | running for 1.2 s |
/// | running | 1.2 s have passed, or `finish` | due 6 s after its last time |
/// | any | `reset` | none |
final class StarMotion {
  /// The duration of a star's pop, in nanoseconds.
  static var popTime: Int64 { 220_000_000 }
  /// The time from one star's pop to the next star's.
  static var popStep: Int64 { 35_000_000 }
  static var glintTime: Int64 { 1_200_000_000 }
  static var glintPeriod: Int64 { 6_000_000_000 }
  /// How long the glint takes to pass over each star.
  private static var glintOnStar: Int64 { 400_000_000 }
  /// The glint's share of the full star in an empty one, in 1/256.
  private static var glintShare: Int64 { 160 }
  /// The size at each sixteenth of a pop.
  private static let popSizes: [UInt8] = [1, 2, 3, 4, 4, 4, 4, 4, 3, 3, 3, 2, 2, 1, 1, 1]

  private enum Look: Equatable {
    case still
    case size(Int)
    case pressed(Int)
    case lit(UInt16)
  }

  private struct Star {
    var look = Look.still
    /// When the star pops; `nil` means never.
    var pop: Int64?
    /// Whether its look has changed since it was last painted.
    var isChanged = false
    /// The last frame in which it changed.
    var changedAt: Int64 = 0
  }

  private let slider: StarSlider
  let pictures: StarPictures
  private var stars: [Star]
  /// The stars that became full since the last `advance`.
  private var filled: Range<Int32> = 0..<0
  private var press: StarPress?
  private var glintStart: Int64?
  /// Whether a star changes its size or its light now, or will pop later.
  private(set) var isActive = false
  /// Whether a frame waits to be painted.
  private(set) var isDue = false
  /// The time of the next `advance`, in nanoseconds of the monotonic clock.
  private(set) var next: Int64?
  /// The last frame in which a star changed.
  private var changedAt: Int64 = 0

  init(_ slider: StarSlider, _ pictures: StarPictures) {
    (self.slider, self.pictures) = (slider, pictures)
    stars = [Star](repeating: Star(), count: Int(slider.layout.scale.starCount))
  }

  // MARK: Events

  /// Drops all motion, because the whole screen is painted again.
  func reset() {
    for i in stars.indices { stars[i] = Star() }
    (filled, press, glintStart, next, isActive, isDue, changedAt) = (0..<0, nil, nil, nil, false, false, 0)
  }

  /// Shows a glint repeatedly until the next `reset`.
  func glint(from now: Int64) {
    glintStart = now + Self.glintPeriod
    next = glintStart
  }

  var fullStars: Int32 { slider.fullStars }

  /// Records that a visitor has changed the value; `old` stars were full before.
  func fill(from old: Int32) {
    let full = slider.fullStars
    if full == old { return }
    let first = filled.isEmpty ? old : filled.lowerBound
    filled = min(first, full)..<full
    if !filled.isEmpty { next = 0 }
  }

  /// Records that a finger has touched a place in the row. The star there does not pop.
  func press(at point: Point<LayoutSpace>) {
    guard let star = slider.star(at: point) else { return }
    press = StarPress(star)
    next = 0
  }

  /// Records that the finger was lifted or has changed the value.
  func release() {
    if press?.isHeld != true { return }
    press?.release()
    next = 0
  }

  /// Ends all motion: the next frame shows still stars, and a pressed one at its smallest size. The next glint follows later.
  func finish() {
    filled = 0..<0
    press?.finish()
    if let start = glintStart, isActive { glintStart = start + Self.glintPeriod }
    for i in stars.indices { show(pressed(i), i, pop: nil) }
    isActive = false
    next = glintStart
  }

  func advance(to now: Int64) {
    guard let next, now >= next else { return }
    press?.advance(to: now)
    if press?.isOver == true { press = nil }
    for (place, star) in filled.enumerated() where press?.star != star {
      stars[Int(star)].pop = now + Int64(place) * Self.popStep
    }
    filled = 0..<0
    if let start = glintStart, now - start >= Self.glintTime {
      glintStart = start + ((now - start - Self.glintTime) / Self.glintPeriod + 1) * Self.glintPeriod
    }
    isActive = (glintStart.map { now >= $0 } ?? false) || press?.isMoving == true
    for i in stars.indices {
      let pop = stars[i].pop.flatMap { now - $0 < Self.popTime ? $0 : nil }
      show(look(of: i, pop, at: now), i, pop: pop)
      if pop != nil { isActive = true }
    }
    self.next = isActive ? now + ScreenChange.frame : glintStart
  }

  private func look(of star: Int, _ pop: Int64?, at now: Int64) -> Look {
    if let pop { return now < pop ? .still : .size(Int(Self.popSizes[Int((now - pop) * 16 / Self.popTime)])) }
    let share = glint(on: star, at: now)
    return share > 0 && Int32(star) >= slider.touchedStars ? .lit(share) : pressed(star)
  }

  private func pressed(_ star: Int) -> Look {
    guard let press, press.star == star, press.depth > 0 else { return .still }
    let sizes = Int32(StarPictures.pressedSizes)
    return .pressed(Int((press.depth * sizes + ButtonPress.depth - 1) / ButtonPress.depth))
  }

  /// Returns the glint's share of a star at a time, which follows a parabola.
  private func glint(on star: Int, at now: Int64) -> UInt16 {
    guard let glintStart else { return 0 }
    let stagger = (Self.glintTime - Self.glintOnStar) / Int64(max(stars.count - 1, 1))
    let place = (now - glintStart - Int64(star) * stagger) * 256 / Self.glintOnStar
    return place <= 0 || place >= 256 ? 0 : UInt16((Self.glintShare * 4 * place * (256 - place)) >> 16)
  }

  private func show(_ look: Look, _ star: Int, pop: Int64?) {
    stars[star].pop = pop
    if stars[star].look == look { return }
    stars[star].look = look
    stars[star].isChanged = true
    isDue = true
  }

  // MARK: Frames

  /// Whether no star has moved since a frame, so that painting the slider suffices.
  func isStill(since frame: Int64) -> Bool { !isActive && !isDue && changedAt <= frame }

  /// Paints the stars that move, and those that moved since the frame `oldest`, over the slider.
  ///
  /// - Returns: The damage since the previous frame.
  func paint(_ canvas: Canvas, on surface: Surface, since oldest: Int64, frame: Int64) -> Region<PhysicalSpace> {
    var damage = Region<PhysicalSpace>()
    for i in stars.indices {
      if !isInPlace(i) {
        if press?.star == Int32(i) { press = nil }
        show(.still, i, pop: nil)
      }
      let square = slider.layout.star(Int32(i)).inset(by: -pictures.margin)
      if stars[i].isChanged {
        stars[i].isChanged = false
        (stars[i].changedAt, changedAt) = (frame, frame)
        damage.add(canvas.transform.toPhysical(square))
      }
      if stars[i].look != .still || stars[i].changedAt > oldest { paint(i, square, canvas, on: surface) }
    }
    isDue = false
    return damage
  }

  /// Whether the picture that a star shows still matches its value.
  private func isInPlace(_ star: Int) -> Bool {
    switch stars[star].look {
    case .still: true
    case .size: Int32(star) < slider.fullStars
    case .pressed: pictures.hasPartialStars || Int32(star) < slider.fullStars
    case .lit: Int32(star) >= slider.touchedStars
    }
  }

  private func paint(_ star: Int, _ square: Rect<LayoutSpace>, _ canvas: Canvas, on surface: Surface) {
    let place = canvas.transform.toPhysical(square)
    switch stars[star].look {
    case .size(let size) where surface.bounds.contains(place): pictures.paint(size: size, on: surface.part(place))
    case .pressed(let size) where surface.bounds.contains(place):
      pictures.paint(Int32(star), of: slider, pressedTo: size, on: surface.part(place))
    case .lit(let share) where surface.bounds.contains(place): pictures.paint(share: share, on: surface.part(place))
    default:
      canvas.frame(square, thickness: pictures.margin, with: canvas.theme.background, on: surface)
      slider.paintStar(Int32(star), on: surface)
    }
  }
}
