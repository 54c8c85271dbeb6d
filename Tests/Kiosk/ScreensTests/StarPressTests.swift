import AllocationCounter
import Display
import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// The star under a finger.
@Suite struct StarPressTests {
  private static let start: Int64 = 5_000_000_000
  private static let frame = ScreenChange.frame

  /// Every row of the table: the press after some events, each at its time after the first `advance`.
  @Test func transitions() {
    enum Event {
      case advance(Int64)
      case release
      case finish
    }
    let ms: Int64 = 1_000_000
    for (events, isHeld, depth, isMoving) in [
      ([], true, 0, true),
      ([.advance(0)], true, 0, true),
      ([.advance(0), .advance(40 * ms)], true, 3, true),
      ([.advance(0), .advance(80 * ms)], true, 6, false),
      ([.advance(0), .advance(80 * ms), .advance(900 * ms)], true, 6, false),
      ([.finish], true, 6, false),
      ([.advance(0), .finish], true, 6, false),
      ([.advance(0), .advance(80 * ms), .finish], true, 6, false),
      ([.release], false, 0, false),
      ([.advance(0), .advance(40 * ms), .release], false, 3, true),
      ([.advance(0), .advance(80 * ms), .release], false, 6, true),
      ([.advance(0), .advance(80 * ms), .release, .advance(500 * ms)], false, 6, true),
      ([.advance(0), .advance(80 * ms), .release, .advance(500 * ms), .advance(540 * ms)], false, 3, true),
      ([.advance(0), .advance(80 * ms), .release, .advance(500 * ms), .advance(580 * ms)], false, 0, false),
      ([.advance(0), .advance(40 * ms), .release, .advance(50 * ms), .advance(90 * ms)], false, 0, false),
      ([.advance(0), .advance(80 * ms), .release, .finish], false, 0, false),
      ([.advance(0), .advance(80 * ms), .release, .advance(90 * ms), .finish], false, 0, false),
      ([.advance(0), .advance(80 * ms), .release, .advance(90 * ms), .release, .advance(130 * ms)], false, 3, true),
      ([.release, .release], false, 0, false),
    ] as [([Event], Bool, Int32, Bool)] {
      var press = StarPress(2)
      for event in events {
        switch event {
        case .advance(let time): press.advance(to: Self.start + time)
        case .release: press.release()
        case .finish: press.finish()
        }
      }
      #expect(
        press.isHeld == isHeld && press.depth == depth && press.isMoving == isMoving
          && press.isOver == (!isHeld && depth == 0), "\(events): \(press)")
    }
  }

  private static func touch(_ phase: TouchPhase, _ place: Point<LayoutSpace>) -> TouchEvent<LayoutSpace> {
    TouchEvent(phase, contact: 1, at: place)
  }

  /// Advances and paints until nothing moves. Returns the frames and the time.
  private static func settle(
    _ screen: Screen, _ buffers: Buffers, from start: Int64
  ) -> (frames: [(pixels: [UInt8], damage: Region<PhysicalSpace>)], now: Int64) {
    var (frames, now): ([(pixels: [UInt8], damage: Region<PhysicalSpace>)], Int64) = ([], start)
    repeat {
      screen.update(at: now)
      if screen.needsPaint { frames.append(buffers.paint(screen)) }
      now = max(now, screen.deadline ?? now)
    } while screen.deadline != nil
    return (frames, now)
  }

  /// The part of a picture in which it differs from another.
  private static func extent(_ a: [UInt8], _ b: [UInt8], _ area: Rect<PhysicalSpace>) -> Rect<PhysicalSpace> {
    var extent = Rect<PhysicalSpace>.empty
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX {
        let i = Int(y * 800 + x) * 4
        if a[i..<i + 3] != b[i..<i + 3] { extent = extent.union(Rect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)) }
      }
    }
    return extent
  }

  /// The touched star shrinks to 0.94 within 80 ms and stays so without a timer. It grows as it shrank once the finger is lifted.
  @Test(arguments: [Step.whole, .half, .continuous], [0, 1] as [Int32])
  func touchedStarShrinks(step: Step, language: Int32) throws {
    let screens = try KioskScreens(step: step, hasMotion: true)
    let screen = screens.screen(.question(0), language: language)
    let slider = try #require(screen.slider)
    slider.set(4 * step.perStar)
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    let (margin, third) = (try #require(screen.animation.stars).pictures.margin, slider.layout.star(2))
    let before = buffers.paint(screen).pixels
    // Right of the middle: a touch that sets a new value, of which the star is full where steps are halves.
    let x = third.minX + third.width * (language == 0 ? 3 : 1) / 4
    _ = screen.handle(Self.touch(.began, Point(x: Fixed(x), y: third.center.y)))
    #expect(screen.deadline == 0 && screen.needsPaint)
    let still = buffers.paint(screen).pixels
    #expect(still != before)
    let (frames, now) = Self.settle(screen, buffers, from: Self.start)
    #expect(now - Self.start <= ButtonPress.duration + Self.frame && frames.count == 3 && !screen.isMoving)
    let place = screens.transform.toPhysical(third)
    let square = place.inset(by: -margin)
    #expect(frames.allSatisfy { square.contains($0.damage.bounds) })
    // The star is what differs from the ground.
    let ground = still.indices.map { still[$0 % 4] }
    let widths = ([still] + frames.map(\.pixels)).map { Self.extent($0, ground, square).width }
    #expect(widths == widths.sorted(by: >) && abs(widths[0] * 94 / 100 - widths[3]) <= 2, "\(widths)")
    screen.update(at: now + 5_000_000_000)
    #expect(!screen.needsPaint && screen.deadline == nil)
    // A buffer of any age gets the pressed star.
    #expect(buffers.updateSpare(screen).map { $0 == frames.last?.pixels } ?? true)
    let outcome = screen.handle(Self.touch(.ended, Point(x: Fixed(x), y: third.center.y)))
    #expect(outcome == .rated(RatingEvent(.committed, slider.value, step: step, source: .touch)))
    let (back, end) = Self.settle(screen, buffers, from: now + 5_000_000_000)
    #expect(back.count == 3 && back.last?.pixels == still)
    #expect(end - now - 5_000_000_000 <= ButtonPress.duration + Self.frame)
    screen.update(at: end + 1_000_000_000)
    #expect(!screen.needsPaint && screen.deadline == nil)
  }

  /// A finger that moves on drags: once the star that it leaves has grown, a frame paints what it would without motion.
  @Test func fingerThatMovesOnDrags() throws {
    let all = try [true, false].map { try KioskScreens(step: .quarter, hasMotion: $0) }
    let pair = all.map { $0.screen(.question(0)) }
    let buffers = all.map { Buffers(2, $0.transform.physical, .xrgb8888) }
    let layout = try #require(pair[0].slider).layout
    func drag(_ phase: TouchPhase, quarter: Int32) {
      let place = Point<LayoutSpace>(
        x: Fixed(layout.star(1).minX + layout.starSize * (2 * quarter + 1) / 8), y: layout.star(1).center.y)
      for screen in pair { _ = screen.handle(Self.touch(phase, place)) }
    }
    for i in 0..<2 { _ = buffers[i].paint(pair[i]) }
    drag(.began, quarter: 2)
    for i in 0..<2 { _ = buffers[i].paint(pair[i]) }
    let now = Self.settle(pair[0], buffers[0], from: Self.start).now
    // Within the star, to another value: it grows.
    drag(.moved, quarter: 1)
    #expect(pair[0].deadline == 0)
    let (frames, _) = Self.settle(pair[0], buffers[0], from: now + 1)
    #expect(frames.count >= 3 && frames.last?.pixels == buffers[1].paint(pair[1]).pixels)
    for quarter in [0, 2, 1, 0] as [Int32] {
      drag(.moved, quarter: quarter)
      let frames = (0..<2).map { buffers[$0].paint(pair[$0]) }
      #expect(frames[0].pixels == frames[1].pixels && frames[0].damage.bounds == frames[1].damage.bounds)
      #expect(!frames[0].damage.bounds.isEmpty && pair[0].deadline == nil)
    }
  }

  /// A second finger and a key end the motion at its end, at which the star stays while the first finger does. The next touch finds all still.
  @Test func nextTouchEndsMotion() throws {
    let screens = try KioskScreens(hasMotion: true)
    let screen = screens.screen(.question(0))
    let star = try #require(screen.slider).layout.star(3)
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    _ = buffers.paint(screen)
    _ = screen.handle(Self.touch(.began, star.center))
    let still = buffers.paint(screen).pixels
    screen.update(at: Self.start)
    screen.update(at: Self.start + 20_000_000)
    _ = screen.handle(TouchEvent(.began, contact: 2, at: try #require(screen.slider).layout.star(0).center))
    #expect(screen.deadline == nil && screen.needsPaint)
    let pressed = buffers.paint(screen).pixels
    let area = screens.transform.toPhysical(star)
    let change = Self.extent(pressed, still, Rect(screens.transform.physical))
    #expect(!change.isEmpty && area.contains(change))
    _ = screen.handle(Key.left)
    #expect(screen.deadline == nil)
    _ = screen.handle(Self.touch(.ended, star.center))
    screen.update(at: Self.start + 30_000_000)
    #expect(screen.isMoving)
    _ = screen.handle(TouchEvent(.ended, contact: 2, at: star.center))
    // Beside the row.
    _ = screen.handle(Self.touch(.began, Point(x: 1, y: 1)))
    #expect(!screen.isMoving && buffers.paint(screen).pixels == still)
    // Lost contacts.
    _ = screen.handle(Self.touch(.ended, Point(x: 1, y: 1)))
    _ = screen.handle(Self.touch(.began, star.center))
    screen.update(at: Self.start + 60_000_000)
    screen.update(at: Self.start + 200_000_000)
    #expect(buffers.paint(screen).pixels == pressed)
    _ = screen.cancelTouch()
    _ = Self.settle(screen, buffers, from: Self.start + 210_000_000)
    #expect(buffers.paint(screen).pixels == still && screen.deadline == nil)
  }

  /// Presses, and the frames of the stars that shrink and grow, allocate nothing.
  @Test(arguments: [Step.whole, .half]) func pressAllocatesNothing(step: Step) throws {
    let screens = try KioskScreens(step: step, hasMotion: true)
    let screen = screens.screen(.question(0))
    let display = try #require(MemoryDisplay(size: screens.transform.physical, format: .xrgb8888, buffers: 2))
    let places = (0..<5).map { screen.slider!.layout.star($0).center }
    for _ in 0..<2 { try Self.show(screen, on: display) }
    _ = screen.handle(Self.touch(.began, Point(x: 1, y: 1)))
    _ = screen.handle(Self.touch(.ended, Point(x: 1, y: 1)))
    try Self.press(screen, on: display, at: places[0], from: Self.start)
    allocation_counter_start()
    var frames = 0
    for (i, place) in places.enumerated() {
      frames += try Self.press(screen, on: display, at: place, from: Self.start + Int64(i + 1) * 1_000_000_000)
    }
    let count = allocation_counter_stop()
    #expect(count == 0 && frames >= 30)
  }

  @inline(never) private static func show(_ screen: Screen, on display: MemoryDisplay) throws(DisplayError) {
    guard let frame = try display.nextFrame() else { return }
    try display.present(screen.paint(frame))
  }

  /// Touches a place for 0.2 s. Returns the number of frames in 0.4 s.
  @discardableResult @inline(never) private static func press(
    _ screen: Screen, on display: MemoryDisplay, at place: Point<LayoutSpace>, from start: Int64
  ) throws(DisplayError) -> Int {
    var frames = 0
    for i in 0..<24 as Range<Int64> {
      if i == 0 { _ = screen.handle(touch(.began, place)) }
      if i == 12 { _ = screen.handle(touch(.ended, place)) }
      screen.update(at: start + i * frame)
      if !screen.needsPaint { continue }
      try show(screen, on: display)
      frames += 1
    }
    return frames
  }
}
