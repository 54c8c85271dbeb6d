import Display
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
    for time in stride(from: 0, through: ScreenChange.duration, by: 100_000) {
      let progress = ScreenChange.progress(at: time)
      #expect(progress >= last && progress <= 256)
      last = progress
    }
    #expect(ScreenChange.progress(at: -1) == 0 && ScreenChange.progress(at: 0) == 0)
    #expect(ScreenChange.progress(at: ScreenChange.duration) == 256 && ScreenChange.progress(at: .max / 10_000) == 256)
    #expect(ScreenChange.progress(at: ScreenChange.duration / 4) == 213)
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
      if view == .thanks { screen.lightUp(to: 6, at: Self.start) }
      screen.appear(by: change, movedBy: .none, at: Self.start)
      let buffers = Buffers(2, screens.transform.physical, .xrgb8888)
      #expect(buffers.paint(screen).pixels != still)
      #expect(try act(screen) == expected)
      #expect(!screen.isChanging && screen.deadline == nil && screen.needsPaint)
      #expect(buffers.paint(screen).pixels == still)
      _ = screen.cancelTouch()
    }
  }
}
