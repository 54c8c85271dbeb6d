import Display
import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// Changes of screen: their course, their pixels, and their end.
@Suite struct ScreenChangeTests {
  private static let start: Int64 = 5_000_000_000

  /// The curve rises from 0 to 256 and is as steep at first as cubic-bezier(0.05, 0.7, 0.1, 1).
  @Test func progressFollowsTheCurve() {
    var last: UInt16 = 0
    for part in 0...256 as ClosedRange<Int64> {
      let progress = ScreenChange.progress(at: part)
      #expect(progress >= last && progress <= 256)
      last = progress
    }
    #expect(ScreenChange.progress(at: -1) == 0 && ScreenChange.progress(at: 0) == 0)
    #expect(ScreenChange.progress(at: 256) == 256 && ScreenChange.progress(at: 10_000) == 256)
    #expect(ScreenChange.progress(at: 64) == 213)
  }

  /// In every format, rotation and number of buffers, the frames of a change differ from both screens, and the one after it is the
  /// still picture; so are those after that.
  @Test(arguments: PixelFormat.allCases)
  func endsWithTheStillPicture(_ format: PixelFormat) throws {
    for rotation in Rotation.allCases {
      let screens = try KioskScreens(320, 240, rotation: rotation, format: format)
      let change = try #require(ScreenChange(on: screens.transform, format: format, moves: true))
      let ways: [(SurveyScreen, SurveyScreen)] = [
        (.attract, .question(0)), (.question(0), .reasons(0)), (.reasons(0), .thanks),
      ]
      for (from, to) in ways {
        for count in 1...3 {
          let buffers = Buffers(count, screens.transform.physical, format)
          let old = screens.screen(from)
          let before = buffers.paint(old).pixels
          change.leave(old, movedBy: .none)
          let new = screens.screen(to)
          let still = Buffers(1, screens.transform.physical, format).paint(new).pixels
          new.invalidate()
          new.appear(by: change, movedBy: .none, at: Self.start)
          var frames = 0
          while new.isChanging {
            if new.needsPaint {
              let (pixels, damage) = buffers.paint(new)
              #expect(pixels != before && pixels != still && damage.bounds == Rect(screens.transform.physical))
              frames += 1
            }
            #expect(!new.needsPaint)
            new.update(at: try #require(new.deadline))
          }
          #expect(frames >= 12 && frames <= 16)
          #expect(new.needsPaint && new.deadline == nil)
          for _ in 0...count { #expect(buffers.paint(new).pixels == still) }
          #expect(!new.needsPaint)
        }
      }
    }
  }

  /// The first frame is due at once; then at most 60 a second, with no wakeup between; none after the end.
  @Test func framesAreAtLeast16MillisecondsApart() throws {
    let screens = try KioskScreens(320, 240)
    let change = try #require(ScreenChange(on: screens.transform, format: .xrgb8888, moves: false))
    change.leave(screens.screen(.attract), movedBy: .none)
    let screen = screens.screen(.question(0))
    screen.appear(by: change, movedBy: .none, at: Self.start)
    #expect(screen.needsPaint)
    var last = Self.start
    while let deadline = screen.deadline {
      #expect(deadline - last >= 1_000_000_000 / 60)
      screen.update(at: deadline - 1)
      #expect(screen.deadline == deadline)
      screen.update(at: deadline)
      last = deadline
    }
    #expect(last - Self.start <= ScreenChange.duration + ScreenChange.frame)
  }

  /// A touch and a key end the change and the stars' animation, and are handled as without them.
  @Test(arguments: [true, false])
  func inputEndsMotion(byTouch: Bool) throws {
    let screens = try KioskScreens(320, 240)
    let change = try #require(ScreenChange(on: screens.transform, format: .xrgb8888, moves: true))
    for view in [SurveyScreen.question(0), .thanks] {
      func act(_ screen: Screen) throws -> Screen.Outcome? {
        let place =
          view == .thanks ? Point(x: .zero, y: .zero) : try #require(screen.slider).layout.star(2).center
        return byTouch ? screen.handle(TouchEvent(.began, contact: 1, at: place)) : screen.handle(Key.right)
      }
      let plain = screens.screen(view)
      if view == .thanks { plain.slider?.set(6) }
      let expected = try act(plain)
      let still = Buffers(1, screens.transform.physical, .xrgb8888).paint(plain).pixels
      // Screens share their stars, which would wait for the end of this contact.
      _ = plain.cancelTouch()
      change.leave(screens.screen(.attract), movedBy: .none)
      let screen = screens.screen(view)
      if view == .thanks {
        screen.slider?.set(6)
        screen.thank(from: Self.start)
      }
      screen.appear(by: change, movedBy: .none, at: Self.start)
      let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
      #expect(buffers.paint(screen).pixels != still)
      #expect(try act(screen) == expected)
      #expect(!screen.isChanging && screen.deadline == nil && screen.needsPaint)
      #expect(buffers.paint(screen).pixels == still)
      _ = screen.cancelTouch()
    }
  }

  /// The stars of a question stay as they are while the thank-you screen replaces it, and no frame shows ink of both headings.
  @Test func theRowStays() throws {
    let screens = try KioskScreens(800, 480, hasMotion: true)
    let change = try #require(ScreenChange(on: screens.transform, format: .xrgb8888, moves: true))
    let old = screens.screen(.question(0))
    let slider = try #require(old.slider)
    slider.set(6)
    let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
    let before = buffers.paint(old).pixels
    change.leave(old, movedBy: .none)
    let new = screens.screen(.thanks)
    slider.set(6)
    new.thank(from: Self.start + change.length)
    let after = Buffers(1, screens.transform.physical, .xrgb8888).paint(new).pixels
    new.appear(by: change, movedBy: .none, at: Self.start)
    let row = slider.layout.row
    let ground = before[0..<3]
    func inks(_ pixels: [UInt8], _ place: Int) -> Bool { pixels[place..<place + 3] != ground }
    var frames = 0
    while new.isChanging {
      if new.needsPaint {
        let pixels = buffers.paint(new).pixels
        // The middle of the row, without the squares that the heading above shares.
        for y in row.minY + 8..<row.maxY - 8 {
          let line = Int(y) * 800 * 4..<Int(y + 1) * 800 * 4
          #expect(pixels[line] == before[line], "row \(y), frame \(frames)")
        }
        var (olds, news) = (0, 0)
        for place in stride(from: 0, to: Int(row.minY - 30) * 800 * 4, by: 4) where inks(pixels, place) {
          if inks(before, place) && !inks(after, place) { olds += 1 }
          if inks(after, place) && !inks(before, place) { news += 1 }
        }
        let time = Int64(frames + 1) * ScreenChange.frame
        #expect(time >= ScreenChange.fadeOut || news == 0, "frame \(frames)")
        frames += 1
      }
      new.update(at: try #require(new.deadline))
    }
    #expect(frames >= 12)
  }

  /// After an answer, the old screen is held for 320 ms in one frame: the chosen star is larger, and empty stars are paler.
  @Test func starsAreHeld() throws {
    let screens = try KioskScreens(800, 480, hasMotion: true)
    let change = try #require(ScreenChange(on: screens.transform, format: .xrgb8888, moves: true))
    let (old, buffers) = (screens.screen(.question(0)), Buffers(2, screens.transform.physical, .xrgb8888))
    let slider = try #require(old.slider)
    let place = slider.layout.star(2).center
    _ = old.handle(TouchEvent(.began, contact: 1, at: Point(x: place.x + Fixed(40), y: place.y)))
    _ = old.handle(TouchEvent(.ended, contact: 1, at: Point(x: place.x + Fixed(40), y: place.y)))
    old.finishMotion()
    let before = buffers.paint(old).pixels
    let held = try Self.held(old, change, screens.screen(.reasons(0)), buffers)
    func pixel(_ pixels: [UInt8], _ x: Int32, _ y: Int32) -> [UInt8] {
      let i = Int(y * 800 + x) * 4
      return Array(pixels[i..<i + 3])
    }
    let (full, empty) = (slider.layout.star(1).center, slider.layout.star(4).center)
    #expect(pixel(held, full.x.floor, full.y.floor) == pixel(before, full.x.floor, full.y.floor))
    let (pale, ground) = (pixel(before, empty.x.floor, empty.y.floor), pixel(before, 1, 1))
    let mixed = zip(pale, ground).map { UInt8((UInt16($0) * 141 + UInt16($1) * 115) >> 8) }
    #expect(pixel(held, empty.x.floor, empty.y.floor) == mixed)
    // The upper tip of the chosen star has grown into the background.
    let tip = (place.x.floor, slider.layout.star(2).minY - 2)
    #expect(pixel(before, tip.0, tip.1) == ground && pixel(held, tip.0, tip.1) != ground)
  }

  /// The word of the answer is larger meanwhile, and the only one.
  @Test(arguments: [(320, 240), (800, 480), (480, 800), (1920, 1080)] as [(Int32, Int32)], [0, 1] as [Int32])
  func wordIsHeld(size: (width: Int32, height: Int32), language: Int32) throws {
    let screens = try KioskScreens(size.width, size.height, hasMotion: true)
    let change = try #require(ScreenChange(on: screens.transform, format: .xrgb8888, moves: true))
    let (old, buffers) = (
      screens.screen(.question(0), language: language), Buffers(2, screens.transform.physical, .xrgb8888)
    )
    let (words, foot) = (try #require(old.words), try #require(old.bounds(of: .language(1 - language))))
    for star in 0..<5 as Range<Int32> {
      screens.set.screen(.question(0), language: language).show()
      let place = try #require(old.slider).layout.star(star).center
      for phase in [TouchPhase.began, .ended] { _ = old.handle(TouchEvent(phase, contact: 1, at: place)) }
      old.finishMotion()
      let (word, live) = (try #require(words.words[Int(star)].held).place, words.words[Int(star)].live.place)
      #expect(word.height > live.height && word.width > live.width && word.maxY <= foot.minY, "\(star)")
      let pixels = try Self.held(old, change, screens.screen(.reasons(0), language: language), buffers)
      func isInk(_ x: Int32, _ y: Int32) -> Bool {
        let (row, place) = (Int(y * size.width) * 4, Int(y * size.width + x) * 4)
        return pixels[place..<place + 3] != pixels[row..<row + 3]
      }
      let area = Rect<PhysicalSpace>(minX: 0, minY: words.bounds.minY, maxX: size.width, maxY: word.maxY)
      var (inside, outside) = (0, 0)
      for y in area.minY..<area.maxY {
        for x in 0..<size.width where isInk(x, y) {
          if word.contains(Rect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)) { inside += 1 } else { outside += 1 }
        }
      }
      #expect(inside > 0 && outside == 0, "\(star)")
    }
  }

  /// The chosen tile is filled, and the others are paler.
  @Test func tileIsHeld() throws {
    let size = Size<PhysicalSpace>(width: 800, height: 480)
    let set = try KindTests.screens(800, 480)
    let change = try #require(
      ScreenChange(on: ScreenTransform(physical: size, rotation: .none), format: .xrgb8888, moves: true))
    let scale = try #require(KindSheet.questions.firstIndex { $0.design.kind == .nps })
    let (old, new) = (set.screen(.question(Int32(scale)), language: 0), set.screen(.thanks, language: 0))
    old.show()
    let buffers = Buffers(2, size, .xrgb8888)
    let before = buffers.paint(old).pixels
    let (chosen, other) = (try #require(old.bounds(of: .option(7))), try #require(old.bounds(of: .option(2))))
    for phase in [TouchPhase.began, .ended] { _ = old.handle(TouchEvent(phase, contact: 1, at: chosen.center)) }
    new.show()
    let held = try Self.held(old, change, new, buffers)
    func colors(_ pixels: [UInt8], _ area: Rect<LayoutSpace>) -> Set<[UInt8]> {
      var colors: Set<[UInt8]> = []
      for y in area.minY..<area.maxY {
        for x in area.minX..<area.maxX { colors.insert(Array(pixels[Int(y * 800 + x) * 4..<Int(y * 800 + x) * 4 + 3])) }
      }
      return colors
    }
    func darkest(_ colors: Set<[UInt8]>) -> Int { colors.map { $0.reduce(0) { $0 + Int($1) } }.min() ?? 0 }
    #expect(colors(held, chosen).contains([0x91, 0x4f, 0x1e]) && colors(held, chosen) != colors(before, chosen))
    #expect(darkest(colors(held, other)) > darkest(colors(before, other)) + 100)
  }

  /// A contact of no duration is no answer on the start screen: it is not held, and no star is shown as chosen.
  @Test(arguments: [true, false]) func briefContactsAreNotHeld(hasMotion: Bool) throws {
    let screens = try KioskScreens(800, 480, hasMotion: hasMotion)
    let change = try #require(ScreenChange(on: screens.transform, format: .xrgb8888, moves: hasMotion))
    let (old, buffers) = (screens.screen(.attract), Buffers(2, screens.transform.physical, .xrgb8888))
    old.invite(from: Self.start, value: nil)
    let before = buffers.paint(old).pixels
    let place = try #require(old.slider).layout.star(3).center
    _ = old.handle(TouchEvent(.began, contact: 1, at: place))
    #expect(buffers.paint(old).pixels != before)
    #expect(old.handle(TouchEvent(.ended, contact: 1, at: place), isBrief: true) == .action(.start))
    change.leave(old, movedBy: .none)
    #expect(change.length == ScreenChange.duration)
    change.end()
    #expect(buffers.paint(old).pixels == before)
  }

  /// Returns the frame of a hold, which is the only one.
  private static func held(
    _ old: Screen, _ change: ScreenChange, _ new: Screen, _ buffers: Buffers
  ) throws -> [UInt8] {
    change.leave(old, movedBy: .none)
    #expect(change.length == ScreenChange.holdTime + ScreenChange.duration)
    new.appear(by: change, movedBy: .none, at: start)
    let held = buffers.paint(new).pixels
    #expect(!new.needsPaint && new.deadline == start + ScreenChange.holdTime)
    new.update(at: start + ScreenChange.holdTime - 1)
    #expect(!new.needsPaint)
    new.update(at: start + ScreenChange.holdTime)
    #expect(new.needsPaint)
    new.finishMotion()
    return held
  }
}
