import Display
import StarSlider

/// The motion of single stars. The star that a finger touches shrinks to 0.94 of its size. The other stars that it fills pop one after
/// another: each grows and shrinks once. On the start screen, the stars light up one after another from time to time. A frame copies or
/// mixes pictures of stars; nothing is drawn.
///
/// | state of a star | event | next state | shows |
/// | --- | --- | --- | --- |
/// | any | `press` | pressed | its value, in the size of its `StarPress` |
/// | pressed | its `StarPress` is over, or it is empty and values are whole stars | still | its value |
/// | any but pressed | `fill` made it full, and `advance` | popping, 35 ms after the star before it | its size at the time since then |
/// | popping | 220 ms have passed, or it is no longer full, or `finish` | still | its value |
/// | still, empty | the light reaches it | lit | a mix with the full star, a pop, then the full star |
/// | lit | the light has faded, or `finish` | still | its value |
/// | still, full | `turn` | turning, 40 ms after the star before it, for 160 ms | a mix with its new color |
/// | turning | all stars have turned, or `finish` | still | its value in the new style |
///
/// | state of the light | event | next state | frames |
/// | --- | --- | --- | --- |
/// | none | `light` | due after 2 s | |
/// | due | its time has come, no finger is on the stars | rising | one after another: 120 ms from star to star, 180 ms each |
/// | due | its time has come, a finger is on the stars | due after 6 s | |
/// | rising | all stars are full | held for 1.8 s | none |
/// | held | the time is up | fading for 300 ms | one after another |
/// | fading | the time is up | due 6 s after its last time | none |
/// | rising, held, fading | `finish` | due 6 s after its last time | |
/// | any | `reset` | none | |
final class StarMotion {
  /// The duration of a star's pop, in nanoseconds.
  static var popTime: Int64 { 220_000_000 }
  /// The time from one star's pop to the next star's.
  static var popStep: Int64 { 35_000_000 }
  /// The time from one lighting to the next, and to the first one.
  static var lightPeriod: Int64 { 6_000_000_000 }
  static var lightDelay: Int64 { 2_000_000_000 }
  /// How long each star takes to light up, of which a third is a mixture and the rest a pop, and the time from star to star.
  static var lightRise: Int64 { 180_000_000 }
  static var lightStep: Int64 { 120_000_000 }
  static var lightHold: Int64 { 1_800_000_000 }
  static var lightFade: Int64 { 300_000_000 }
  /// How long each star takes to turn to another color, and the time from star to star.
  static var turnTime: Int64 { 160_000_000 }
  static var turnStep: Int64 { 40_000_000 }
  /// The size at each sixteenth of a pop.
  private static let popSizes: [UInt8] = [1, 2, 3, 4, 4, 4, 4, 4, 3, 3, 3, 2, 2, 1, 1, 1]

  private enum Look: Equatable {
    case still
    case size(Int)
    case pressed(Int)
    case lit(UInt16)
    case turning(UInt16)
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
  /// When the stars last began to light up, or will.
  private var lightStart: Int64?
  /// The style to which the stars turn, and when the first one begins.
  private var turn: (style: Int, start: Int64)?
  /// Whether the light rises, is held or fades.
  private(set) var isLit = false
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
    (filled, press, lightStart, turn, next, isActive, isLit, isDue) = (0..<0, nil, nil, nil, nil, false, false, false)
    changedAt = 0
  }

  /// Lights the stars repeatedly until the next `reset`.
  func light(from now: Int64) {
    lightStart = now + Self.lightDelay
    next = lightStart
  }

  /// Turns the full stars to the colors of a style, one after another.
  func turn(to style: Int, from now: Int64) {
    turn = (style, now)
    next = now
  }

  /// When all stars are lit, and when they begin to fade, both counted from the beginning.
  private var lightTop: Int64 { Int64(max(stars.count - 1, 0)) * Self.lightStep + Self.lightRise }
  private var lightEnd: Int64 { lightTop + Self.lightHold }

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

  /// Ends all motion: the next frame shows still stars, and a pressed one at its smallest size. The next light follows later.
  func finish() {
    filled = 0..<0
    press?.finish()
    if let turn { slider.style = turn.style }
    turn = nil
    if let start = lightStart, isLit { lightStart = start + Self.lightPeriod }
    for i in stars.indices { show(pressed(i), i, pop: nil) }
    (isActive, isLit) = (false, false)
    next = lightStart
  }

  func advance(to now: Int64) {
    guard let next, now >= next else { return }
    press?.advance(to: now)
    if press?.isOver == true { press = nil }
    for (place, star) in filled.enumerated() where press?.star != star {
      stars[Int(star)].pop = now + Int64(place) * Self.popStep
    }
    filled = 0..<0
    if let turn, now - turn.start >= Int64(slider.touchedStars) * Self.turnStep + Self.turnTime {
      slider.style = turn.style
      self.turn = nil
    }
    isActive = press?.isMoving == true || turn != nil
    let wake = advanceLight(to: now)
    for i in stars.indices {
      let pop = stars[i].pop.flatMap { now - $0 < Self.popTime ? $0 : nil }
      show(look(of: i, pop, at: now), i, pop: pop)
      if pop != nil { isActive = true }
    }
    self.next = isActive ? now + ScreenChange.frame : wake
  }

  /// Returns when the light changes next; it sets `isActive` if each frame changes it.
  private func advanceLight(to now: Int64) -> Int64? {
    guard var start = lightStart else { return nil }
    if now - start >= lightEnd + Self.lightFade || now >= start && !isLit && slider.isActive {
      start += ((now - start) / Self.lightPeriod + 1) * Self.lightPeriod
    }
    lightStart = start
    let time = now - start
    isLit = time >= 0
    if time < 0 { return start }
    if time >= lightTop && time < lightEnd { return start + lightEnd }
    isActive = true
    return nil
  }

  private func look(of star: Int, _ pop: Int64?, at now: Int64) -> Look {
    if let turn {
      let time = max(now - turn.start - Int64(star) * Self.turnStep, 0)
      return Int32(star) < slider.fullStars ? .turning(UInt16(min(time * 256 / Self.turnTime, 256))) : .still
    }
    if let pop { return now < pop ? .still : .size(Int(Self.popSizes[Int((now - pop) * 16 / Self.popTime)])) }
    return Int32(star) >= slider.touchedStars ? light(of: star, at: now) ?? pressed(star) : pressed(star)
  }

  private func pressed(_ star: Int) -> Look {
    guard let press, press.star == star, press.depth > 0 else { return .still }
    let sizes = Int32(StarPictures.pressedSizes)
    return .pressed(Int((press.depth * sizes + ButtonPress.depth - 1) / ButtonPress.depth))
  }

  /// Returns the light of a star at a time; `nil` for none.
  private func light(of star: Int, at now: Int64) -> Look? {
    guard isLit, let lightStart else { return nil }
    let time = now - lightStart
    if time >= lightEnd { return .lit(UInt16((lightEnd + Self.lightFade - time) * 256 / Self.lightFade)) }
    let (own, mixture) = (time - Int64(star) * Self.lightStep, Self.lightRise / 3)
    if own < 0 { return nil }
    if own < mixture { return .lit(UInt16(own * 256 / mixture)) }
    if own >= Self.lightRise { return .lit(256) }
    return .size(Int(Self.popSizes[Int((own - mixture) * 16 / (Self.lightRise - mixture))]))
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
    case .size: Int32(star) < slider.fullStars || isLit && Int32(star) >= slider.touchedStars
    case .pressed: pictures.hasPartialStars || Int32(star) < slider.fullStars
    case .lit: Int32(star) >= slider.touchedStars
    case .turning: Int32(star) < slider.fullStars
    }
  }

  private func paint(_ star: Int, _ square: Rect<LayoutSpace>, _ canvas: Canvas, on surface: Surface) {
    let place = canvas.transform.toPhysical(square)
    switch stars[star].look {
    case .size(let size) where surface.bounds.contains(place): pictures.paint(size: size, on: surface.part(place))
    case .pressed(let size) where surface.bounds.contains(place):
      pictures.paint(Int32(star), of: slider, pressedTo: size, on: surface.part(place))
    case .turning(let share) where surface.bounds.contains(place):
      pictures.paint(thanks: share, on: surface.part(place))
    case .lit(let share) where surface.bounds.contains(place): pictures.paint(share: share, on: surface.part(place))
    default:
      canvas.frame(square, thickness: pictures.margin, with: canvas.theme.background, on: surface)
      slider.paintStar(Int32(star), on: surface)
    }
  }
}
