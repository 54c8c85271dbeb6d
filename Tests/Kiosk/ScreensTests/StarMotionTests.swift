import Display
import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// Stars that pop when they are filled, light up on the start screen and turn green: every frame is right in every buffer, and the last one is the still picture.
@Suite struct StarMotionTests {
  static let start: Int64 = 5_000_000_000

  /// Two equal screens: one is painted as the kiosk does, the other as a whole in every frame.
  private struct Pair {
    let screens: [Screen]
    let buffers: Buffers
    private let reference: Buffers
    private(set) var shown: [UInt8] = []

    init(_ view: SurveyScreen, _ rotation: Rotation, _ format: PixelFormat, buffers count: Int) throws {
      // With two buffers, there is a photo behind the panel of the stars.
      let photo = count == 2 ? PictureSheet.picture(width: 320, height: 240) : nil
      let all = try (0..<2).map { _ in
        try KioskScreens(320, 240, rotation: rotation, format: format, hasMotion: true, photo: photo)
      }
      screens = all.map { $0.screen(view) }
      buffers = Buffers(count, all[0].transform.physical, format)
      reference = Buffers(1, all[0].transform.physical, format)
    }

    func act<Result>(_ body: (Screen) throws -> Result) rethrows -> Result {
      _ = try body(screens[1])
      return try body(screens[0])
    }

    /// Paints a frame if one is due. Returns whether it is right.
    mutating func paint() -> Bool {
      if !screens[0].needsPaint { return !screens[1].needsPaint }
      let before = shown
      let frame = buffers.paint(screens[0])
      screens[1].invalidate()
      let whole = reference.paint(screens[1]).pixels
      shown = frame.pixels
      return shown == whole && (before.isEmpty || buffers.agree(before, shown, outside: frame.damage))
    }

    mutating func updateSpare() -> Bool {
      if screens[0].needsPaint || shown.isEmpty { return true }
      return buffers.updateSpare(screens[0]).map { $0 == shown } ?? true
    }
  }

  private static func touch(_ screen: Screen, _ phase: TouchPhase, star: Int32, after share: Int32 = 128) -> TouchEvent<
    LayoutSpace
  > {
    let square = screen.slider!.layout.star(star)
    let x = Fixed(square.minX) + Fixed(square.width).scaled(by: share, over: 256)
    return TouchEvent(phase, contact: 1, at: Point(x: x, y: square.center.y))
  }

  /// Drags, updates and repaints in any order: in every format, rotation and number of buffers, each frame is the one painted anew.
  @Test(arguments: PixelFormat.allCases) func everyFrameIsRight(_ format: PixelFormat) throws {
    for rotation in Rotation.allCases {
      for count in 1...3 {
        var pair = try Pair(.question(0), rotation, format, buffers: count)
        var (now, state, moving, isDown) = (Self.start, UInt64(count), 0, false)
        func random(_ count: Int64) -> Int64 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Int64(state >> 33) % count
        }
        for _ in 0..<250 {
          now += random(30_000_000)
          switch random(8) {
          case 0:
            let phase = isDown ? (random(3) == 0 ? TouchPhase.cancelled : .ended) : .began
            let (star, share) = (Int32(random(5)), Int32(random(256)))
            isDown.toggle()
            _ = pair.act { $0.handle(Self.touch($0, phase, star: star, after: share)) }
          case 1, 2:
            let (star, share) = (Int32(random(5)), Int32(random(256)))
            _ = pair.act { $0.handle(Self.touch($0, .moved, star: star, after: share)) }
          default: break
          }
          pair.act { $0.update(at: now) }
          if pair.screens[0].isMoving { moving += 1 }
          let isRight = pair.paint()
          #expect(isRight, "\(rotation) \(count)")
          if !isRight { return }
          if random(3) == 0 {
            let isSpareRight = pair.updateSpare()
            #expect(isSpareRight, "\(rotation) \(count)")
          }
        }
        #expect(moving > 50)
      }
    }
  }

  /// A touch on the fourth star: the stars before it pop one after the other while it is pressed. A finger that moves on lets it grow, and
  /// only the star that it fills pops. In the end all is still.
  @Test func starsPopAlongTheRow() throws {
    let screens = try KioskScreens(800, 480, hasMotion: true)
    let screen = screens.screen(.question(0))
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    _ = buffers.paint(screen)
    _ = screen.handle(Self.touch(screen, .began, star: 3))
    #expect(screen.deadline == 0 && screen.needsPaint)
    var last = buffers.paint(screen).pixels
    let filled = last
    var moved: [Int64: Set<Int>] = [:]
    screen.update(at: Self.start)
    while screen.deadline != nil {
      if screen.needsPaint {
        let frame = buffers.paint(screen)
        for star in 0..<5 {
          let center = try #require(screen.slider).layout.star(Int32(star))
          let square = screens.transform.toPhysical(center.inset(by: -8))
          for i in 0..<frame.damage.count where square.contains(frame.damage[i]) {
            moved[(try #require(screen.deadline) - Self.start) / 1_000_000, default: []].insert(star)
          }
        }
        last = frame.pixels
      }
      screen.update(at: try #require(screen.deadline))
    }
    last = buffers.paint(screen).pixels
    #expect(last != filled && !screen.needsPaint)
    for star in 0..<3 {
      let times = moved.filter { $0.value.contains(star) }.keys.sorted()
      let (first, end) = (try #require(times.first), try #require(times.last))
      let start = Int64(star) * 35
      #expect(first >= start && first <= start + 50 && end - first <= 240 && times.count >= 5, "\(star): \(times)")
    }
    let pressed = moved.filter { $0.value.contains(3) }.keys.sorted()
    #expect(pressed.count == 3 && pressed.allSatisfy { $0 <= 100 }, "\(pressed)")
    #expect(moved.values.allSatisfy { !$0.contains(4) })
    _ = screen.handle(Self.touch(screen, .moved, star: 4))
    screen.update(at: Self.start * 2)
    let others = try #require(screen.slider).layout.star(0).union(try #require(screen.slider).layout.star(2))
    var (frames, now) = (0, Self.start * 2)
    repeat {
      let damage = buffers.paint(screen).damage
      #expect((0..<damage.count).allSatisfy { damage[$0].intersection(screens.transform.toPhysical(others)).isEmpty })
      now = try #require(screen.deadline)
      screen.update(at: now)
      frames += 1
    } while screen.deadline != nil
    #expect(frames >= 10 && now - Self.start * 2 <= StarMotion.popTime + 2 * ScreenChange.frame)
    _ = screen.handle(Self.touch(screen, .moved, star: 3))
    screen.update(at: now)
    #expect(screen.deadline == nil && buffers.paint(screen).pixels == filled)
  }

  /// A touch ends pops at once: the frame after it is the still picture, and the value counts.
  @Test func touchEndsPops() throws {
    let screens = try KioskScreens(800, 480, hasMotion: true)
    let screen = screens.screen(.question(0))
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    _ = buffers.paint(screen)
    _ = screen.handle(Self.touch(screen, .began, star: 3))
    let still = buffers.paint(screen).pixels
    screen.update(at: Self.start)
    screen.update(at: Self.start + 80_000_000)
    #expect(buffers.paint(screen).pixels != still && screen.isMoving)
    _ = screen.handle(Self.touch(screen, .ended, star: 3))
    // Nothing new is full.
    #expect(screen.handle(Self.touch(screen, .began, star: 3)) == nil)
    #expect(!screen.isMoving && buffers.paint(screen).pixels == still)
    screen.update(at: Self.start + 90_000_000)
    #expect(!screen.needsPaint)
  }

  /// The stars light up one after another every 6 s, stay lit for 1.8 s without a wakeup, and fade; none without motion.
  @Test func startScreenLightsUp() throws {
    let screens = try KioskScreens(800, 480, hasMotion: true)
    let screen = screens.screen(.attract)
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    let still = buffers.paint(screen).pixels
    #expect(screen.deadline == nil)
    screen.invite(from: Self.start, value: nil)
    let slider = try #require(screen.slider)
    let row = screens.transform.toPhysical(slider.layout.row.inset(by: -8))
    let rise = 4 * StarMotion.lightStep + StarMotion.lightRise
    for light in 0..<3 as Range<Int64> {
      let begin = Self.start + StarMotion.lightDelay + light * StarMotion.lightPeriod
      #expect(screen.deadline == begin && !screen.isMoving)
      screen.update(at: begin - 1)
      #expect(screen.deadline == begin && !screen.needsPaint)
      var moments: [Int64] = []
      var now = begin
      while true {
        now = try #require(screen.deadline)
        if now >= begin + StarMotion.lightPeriod { break }
        screen.update(at: now)
        moments.append(now - begin)
        if !screen.needsPaint { continue }
        let frame = buffers.paint(screen)
        #expect(row.contains(frame.damage.bounds))
      }
      let rising = moments.filter { $0 < rise + ScreenChange.frame }
      #expect(rising.count >= 38 && rising.count <= 42)
      let fading = moments.dropFirst(rising.count)
      #expect(fading.first == rise + StarMotion.lightHold && fading.count >= 18 && fading.count <= 20)
      for _ in 0..<2 { #expect(buffers.paint(screen).pixels == still) }
    }
    // While they are lit, they have the colors of full stars.
    let begin = try #require(screen.deadline)
    screen.update(at: begin)
    screen.update(at: begin + rise)
    let lit = buffers.paint(screen).pixels
    slider.set(slider.layout.scale.maximum)
    screen.invalidate()
    _ = buffers.paint(screen)
    #expect(buffers.paint(screen).pixels == lit)
    slider.set(nil)
    // A finger on a star ends it, and it comes again.
    _ = screen.handle(Self.touch(screen, .began, star: 2))
    #expect(screen.deadline.map { $0 < begin + StarMotion.lightPeriod } == true)
    #expect(screen.handle(Self.touch(screen, .ended, star: 2)) != nil)
    screen.finishMotion()
    #expect(screen.deadline == begin + StarMotion.lightPeriod)
    let plain = try KioskScreens(800, 480).screen(.attract)
    plain.invite(from: Self.start, value: nil)
    #expect(plain.deadline == nil)
  }

  /// The stars of the thank-you screen turn from amber to green, star by star, and none is empty in between.
  @Test func starsTurn() throws {
    let screens = try KioskScreens(800, 480, hasMotion: true)
    let screen = screens.screen(.thanks)
    let slider = try #require(screen.slider)
    slider.set(6)
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    let green = buffers.paint(screen).pixels
    screen.show()
    slider.set(6)
    screen.thank(from: Self.start)
    let amber = buffers.paint(screen).pixels
    #expect(amber != green && screen.deadline == Self.start)
    // In the upper arms of the stars, above the tick.
    let places = (0..<3).map { star -> Int in
      let middle = screens.transform.toPhysical(slider.layout.star(Int32(star))).center
      return Int((middle.y.floor - slider.layout.starSize / 4) * 800 + middle.x.floor) * 4
    }
    var (last, frames) = (amber, 0)
    while let now = screen.deadline {
      screen.update(at: now)
      let pixels = buffers.paint(screen).pixels
      for (star, i) in places.enumerated() {
        // Blue and red only move from amber to green.
        for channel in [0, 2] {
          let (a, b) = (min(amber[i + channel], green[i + channel]), max(amber[i + channel], green[i + channel]))
          #expect((a...b).contains(pixels[i + channel]), "star \(star)")
        }
      }
      (last, frames) = (pixels, frames + 1)
    }
    #expect(last == green && frames >= 14 && frames <= 18)
    screen.show()
    slider.set(6)
    screen.thank(from: Self.start)
    screen.finishMotion()
    #expect(buffers.paint(screen).pixels == green && screen.deadline == nil)
  }
}
