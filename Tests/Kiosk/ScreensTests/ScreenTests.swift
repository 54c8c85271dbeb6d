import Display
import GoldenFiles
import Screens
import StarSlider
import Survey
import TestSupport
import Testing
import Text

/// Operation of screens of all sizes by touch and keys.
@Suite struct ScreenTests {
  static let sizes: [(Int32, Int32)] = [
    (320, 240), (240, 320), (480, 272), (800, 480), (480, 800), (1024, 600), (720, 1280), (1920, 1080),
  ]

  /// Returns the actions of a screen's buttons.
  static func actions(_ view: SurveyScreen, language: Int32 = 0) -> [Action] {
    switch view {
    case .attract: [.start]
    case .language: [.language(0), .language(1)]
    case .question: [.language(1 - language)]
    case .reasons: (0..<5).map { .option($0) } + [.done, .startOver]
    case .pin: (1...9).map { .digit($0) } + [.erase, .digit(0), .done, .startOver, .clean]
    case .service:
      [
        .service(.testAnswer), .service(.calibrate), .service(.restart), .clean, .service(.dim), .service(.brighten),
        .startOver,
      ]
    case .thanks, .closed, .cleaning, .outOfOrder, .identity: []
    }
  }

  @Test(arguments: sizes) func everyButtonHandlesTaps(width: Int32, height: Int32) throws {
    let screens = try KioskScreens(width, height)
    let all = Rect(screens.transform.layout)
    for view in KioskScreens.views {
      for language in [Int32(0), 1] {
        var places: [Rect<LayoutSpace>] = []
        for action in Self.actions(view, language: language) where action != .start {
          let screen = screens.screen(view, language: language)
          let place = try #require(screen.bounds(of: action), "\(view) \(action)")
          #expect(all.contains(place))
          #expect(min(place.width, place.height) >= 24)
          #expect(places.allSatisfy { $0.intersection(place).isEmpty })
          if let stars = screen.slider?.layout.bounds { #expect(stars.intersection(place).isEmpty) }
          places.append(place)
          #expect(screen.handle(TouchEvent(.began, contact: 1, at: place.center)) == nil)
          #expect(screen.handle(TouchEvent(.ended, contact: 1, at: place.center)) == .action(action))
          // A contact that leaves the button or is cancelled has no effect.
          let outside = Point<LayoutSpace>(x: Fixed(place.minX - 1), y: Fixed(place.minY - 1))
          _ = screen.handle(TouchEvent(.began, contact: 2, at: place.center))
          _ = screen.handle(TouchEvent(.moved, contact: 2, at: outside))
          #expect(screen.handle(TouchEvent(.ended, contact: 2, at: outside)) == nil)
          _ = screen.handle(TouchEvent(.began, contact: 3, at: place.center))
          #expect(screen.handle(TouchEvent(.cancelled, contact: 3, at: place.center)) == nil)
        }
      }
    }
  }

  @Test func rightToLeftScreensAreMirrored() throws {
    let screens = try KioskScreens()
    for action in Self.actions(.reasons(0)) {
      let ltr = try #require(screens.screen(.reasons(0), language: 0).bounds(of: action))
      let rtl = try #require(screens.screen(.reasons(0), language: 1).bounds(of: action))
      // "Start over" is as wide as its text, at the leading edge.
      let isAtEdge = action == .startOver
      #expect(
        abs(isAtEdge ? rtl.maxX - (800 - ltr.minX) : rtl.minX - (800 - ltr.maxX)) <= 1 && rtl.minY == ltr.minY,
        "\(action)")
    }
    let stars = try #require(screens.screen(.question(0), language: 1).slider)
    #expect(stars.layout.star(0).minX > stars.layout.star(4).minX)
  }

  /// A tap on a star of the start screen is an answer; a tap anywhere else opens the question.
  @Test func startScreenIsTheQuestion() throws {
    let screen = try KioskScreens().screen(.attract)
    let star = try #require(screen.slider?.layout.star(3).center)
    guard case .rated(let editing) = screen.handle(TouchEvent(.began, contact: 1, at: star)),
      case .rated(let event) = screen.handle(TouchEvent(.ended, contact: 1, at: star))
    else {
      Issue.record("nothing was rated")
      return
    }
    #expect(editing.kind == .editing && event.kind == .committed && event.value == 8)
    let above = Point<LayoutSpace>(x: star.x, y: Fixed(20))
    #expect(screen.handle(TouchEvent(.began, contact: 1, at: above)) == nil)
    #expect(screen.handle(TouchEvent(.began, contact: 2, at: above)) == nil)
    #expect(screen.handle(TouchEvent(.ended, contact: 2, at: above)) == nil)
    #expect(screen.handle(TouchEvent(.ended, contact: 1, at: above)) == .action(.start))
    #expect(screen.handle(Key.left) == nil)
    #expect(screen.handle(Key.enter) == .action(.start))
  }

  @Test func starsWorkBesideButtons() throws {
    let screen = try KioskScreens().screen(.question(0))
    let star = try #require(screen.slider?.layout.star(2).center)
    #expect(screen.handle(TouchEvent(.began, contact: 1, at: star)) != nil)
    guard case .rated(let event) = screen.handle(TouchEvent(.ended, contact: 1, at: star)) else {
      Issue.record("nothing was rated")
      return
    }
    #expect(event.kind == .committed && event.value == 6)
  }

  /// Arrow keys reach every button.
  @Test(arguments: sizes) func keysReachAllButtons(width: Int32, height: Int32) throws {
    let screens = try KioskScreens(width, height)
    for view in [SurveyScreen.language, .question(0), .reasons(0)] {
      for language in [Int32(0), 1] {
        for action in Self.actions(view, language: language) {
          let found = try Self.way(to: action, view, language, screens)
          #expect(found, "\(view) \(action) in \(width)x\(height)")
        }
      }
    }
  }

  /// Searches for the shortest path of up to six arrow keys.
  static func way(to action: Action, _ view: SurveyScreen, _ language: Int32, _ screens: KioskScreens) throws
    -> Bool
  {
    let arrows: [Key] = [.left, .right, .up, .down]
    var ways: [[Key]] = [[]]
    for _ in 0...6 {
      for way in ways {
        let screen = screens.screen(view, language: language)
        // The first key shows the focus.
        #expect(screen.handle(Key.enter) == nil)
        for key in way { _ = screen.handle(key) }
        if KeyTests.enter(screen) == .action(action) { return true }
      }
      if ways.count > 256 { break }
      ways = ways.flatMap { way in arrows.map { way + [$0] } }
    }
    return false
  }

  @Test func keysChangeRating() throws {
    let screen = try KioskScreens().screen(.question(0))
    #expect(screen.handle(Key.right) == nil)
    #expect(screen.slider?.value == nil)
    for _ in 0..<3 { _ = screen.handle(Key.right) }
    guard case .rated(let event) = screen.handle(Key.enter) else {
      Issue.record("nothing was rated")
      return
    }
    #expect(event.kind == .committed && event.value == screen.slider?.value && event.source == .key)
    // A touch hides the focus.
    let buffers = Buffers(1, Size(width: 800, height: 480), .xrgb8888)
    let focused = buffers.paint(screen).pixels
    _ = screen.handle(TouchEvent(.began, contact: 1, at: Point(x: Fixed(1), y: Fixed(1))))
    #expect(buffers.paint(screen).pixels != focused)
  }

  /// Paints a screen into a new buffer.
  private static func picture(of screen: Screen) -> [UInt8] {
    screen.invalidate()
    return Buffers(1, Size(width: 800, height: 480), .xrgb8888).paint(screen).pixels
  }

  /// `show` resets a screen.
  @Test func showResetsTheScreen() throws {
    let screens = try KioskScreens()
    let acts: [(SurveyScreen, (Screen) -> Void)] = [
      (.reasons(0), { _ = $0.handle(TouchEvent(.began, contact: 1, at: $0.bounds(of: .done)!.center)) }),
      (
        .reasons(0),
        { screen in
          let reason = screen.bounds(of: .option(1))!.center
          for phase in [TouchPhase.began, .ended] { _ = screen.handle(TouchEvent(phase, contact: 1, at: reason)) }
        }
      ),
      (.reasons(0), { _ = $0.handle(Key.down) }),
      (.question(0), { $0.setCountdown(7) }),
      (.question(1), { _ = $0.handle(Key.down) }),
    ]
    for (i, (view, act)) in acts.enumerated() {
      let screen = screens.screen(view)
      let fresh = Self.picture(of: screen)
      act(screen)
      let isOther = Self.picture(of: screen) != fresh
      #expect(isOther || screen.deadline != nil, "act \(i)")
      screen.show()
      let isFresh = Self.picture(of: screen) == fresh
      #expect(isFresh && screen.deadline == nil, "act \(i)")
    }
  }

  /// A cancelled touch releases its button.
  @Test func cancelledTouchesReleaseButtons() throws {
    let screen = try KioskScreens().screen(.question(0))
    let fresh = Self.picture(of: screen)
    let button = try #require(screen.bounds(of: .language(1))).center
    _ = screen.handle(TouchEvent(.began, contact: 1, at: button))
    let isPressed = Self.picture(of: screen) != fresh
    #expect(screen.cancelTouch() == nil)
    let isFresh = Self.picture(of: screen) == fresh
    #expect(isPressed && isFresh)
    #expect(screen.handle(TouchEvent(.ended, contact: 1, at: button)) == nil)
  }

  /// Only the buttons of reasons are toggles.
  @Test func onlyReasonButtonsStaySelected() throws {
    let screens = try KioskScreens()
    for (view, action) in [
      (SurveyScreen.reasons(0), Action.option(1)), (.reasons(0), .done), (.reasons(0), .startOver),
      (.language, .language(1)), (.question(0), .language(1)),
    ] {
      let screen = screens.screen(view)
      let fresh = Self.picture(of: screen)
      let place = try #require(screen.bounds(of: action)).center
      for phase in [TouchPhase.began, .ended] { _ = screen.handle(TouchEvent(phase, contact: 1, at: place)) }
      let isSame = Self.picture(of: screen) == fresh
      #expect(isSame == (action != .option(1)), "\(action)")
    }
  }

  /// Every screen with a pixel for each star shows stars, with texts and without.
  @Test(arguments: [1, 2, 5, 7, 12, 20, 33, 60] as [Int32]) func everyScreenWithRoomShowsStars(height: Int32) throws {
    for width in [5, 6, 8, 10, 13, 20, 40, 90] as [Int32] {
      let size = Size<LayoutSpace>(width: width, height: height)
      let transform = ScreenTransform(physical: Size(width: width, height: height), rotation: .none)
      let design = ScreenSheet.design(.light, size)
      let sets = [
        try ScreenSet(stars: design, on: transform, format: .xrgb8888), try KioskScreens(width, height).set,
      ]
      for (i, set) in sets.enumerated() {
        let screen = set.screen(.question(0), language: 0)
        func picture(_ value: Int32?) -> [UInt8] {
          screen.show()
          screen.slider?.set(value)
          return Buffers(1, transform.physical, .xrgb8888).paint(screen).pixels
        }
        #expect(picture(nil) != picture(10), "\(width)x\(height), \(i)")
      }
    }
  }

  @Test func screensWithoutAPixelForEachStarAreErrors() throws {
    for width in [3, 4] as [Int32] {
      #expect(throws: ScreenError.self) { try KioskScreens(width, 40) }
    }
  }
}
