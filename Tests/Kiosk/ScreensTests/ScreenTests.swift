import Display
import Geometry
import GoldenFiles
import Raster
import Rating
import Screens
import StarSlider
import Survey
import TestSupport
import Testing
import Text

/// What visitors can do with screens, by finger and by key, on any screen.
@Suite struct ScreenTests {
  static let sizes: [(Int32, Int32)] = [
    (320, 240), (240, 320), (480, 272), (800, 480), (480, 800), (1024, 600), (720, 1280), (1920, 1080),
  ]

  /// Every button that a screen has.
  static func actions(_ view: SurveyMachine.View) -> [Action] {
    switch view {
    case .attract: [.start]
    case .language: [.language(0), .language(1)]
    case .question: [.startOver]
    case .reasons: (0..<5).map { .reason($0) } + [.done, .startOver]
    case .thanks, .closed, .cleaning: []
    }
  }

  @Test(arguments: sizes) func everyButtonIsHitInItsMiddle(width: Int32, height: Int32) throws {
    let book = try Book(width, height)
    let all = Rect(book.transform.layout)
    for view in Book.views {
      for language in [Int32(0), 1] {
        var places: [Rect<LayoutSpace>] = []
        for action in Self.actions(view) where action != .start {
          let screen = book.screen(view, language: language)
          let place = try #require(screen.place(of: action), "\(view) \(action)")
          #expect(all.contains(place))
          #expect(min(place.width, place.height) >= 24)
          #expect(places.allSatisfy { $0.intersection(place).isEmpty })
          if let stars = screen.slider?.layout.bounds { #expect(stars.intersection(place).isEmpty) }
          places.append(place)
          #expect(screen.handle(TouchEvent(.began, contact: 1, at: place.center)) == nil)
          #expect(screen.handle(TouchEvent(.ended, contact: 1, at: place.center)) == .action(action))
          // A finger that slides off, or is taken away, chooses nothing.
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

  @Test func wordsThatReadFromTheRightAreMirrored() throws {
    let book = try Book()
    for action in Self.actions(.reasons(0)) {
      let ltr = try #require(book.screen(.reasons(0), language: 0).place(of: action))
      let rtl = try #require(book.screen(.reasons(0), language: 1).place(of: action))
      #expect(abs(rtl.minX - (800 - ltr.maxX)) <= 1 && rtl.minY == ltr.minY, "\(action)")
    }
    let stars = try #require(book.screen(.question(0), language: 1).slider)
    #expect(stars.layout.star(0).minX > stars.layout.star(4).minX)
  }

  @Test func theStartScreenIsAButton() throws {
    let screen = try Book().screen(.attract)
    let star = try #require(screen.slider?.layout.star(3).center)
    #expect(screen.handle(TouchEvent(.began, contact: 1, at: star)) == nil)
    #expect(screen.handle(TouchEvent(.began, contact: 2, at: star)) == nil)
    #expect(screen.handle(TouchEvent(.ended, contact: 2, at: star)) == nil)
    #expect(screen.handle(TouchEvent(.ended, contact: 1, at: star)) == .action(.start))
    #expect(screen.slider?.value == nil)
    #expect(screen.handle(Key.left) == nil)
    #expect(screen.handle(Key.enter) == .action(.start))
  }

  @Test func fingersRateBesideButtons() throws {
    let screen = try Book().screen(.question(0))
    let star = try #require(screen.slider?.layout.star(2).center)
    #expect(screen.handle(TouchEvent(.began, contact: 1, at: star)) != nil)
    guard case .rated(let event) = screen.handle(TouchEvent(.ended, contact: 1, at: star)) else {
      Issue.record("nothing was rated")
      return
    }
    #expect(event.kind == .committed && event.value == 6)
  }

  /// From the first key on, arrows reach every button, and enter does what it says.
  @Test(arguments: sizes) func keysReachEverything(width: Int32, height: Int32) throws {
    let book = try Book(width, height)
    for view in [SurveyMachine.View.language, .question(0), .reasons(0)] {
      for language in [Int32(0), 1] {
        for action in Self.actions(view) {
          let found = try Self.way(to: action, view, language, book)
          #expect(found, "\(view) \(action) in \(width)x\(height)")
        }
      }
    }
  }

  /// Looks for the shortest way by arrows, of up to six.
  static func way(to action: Action, _ view: SurveyMachine.View, _ language: Int32, _ book: Book) throws -> Bool {
    let arrows: [Key] = [.left, .right, .up, .down]
    var ways: [[Key]] = [[]]
    for _ in 0...6 {
      for way in ways {
        let screen = book.screen(view, language: language)
        // The first key shows where the focus is.
        #expect(screen.handle(Key.enter) == nil)
        for key in way { _ = screen.handle(key) }
        if screen.handle(Key.enter) == .action(action) { return true }
      }
      if ways.count > 256 { break }
      ways = ways.flatMap { way in arrows.map { way + [$0] } }
    }
    return false
  }

  @Test func keysRate() throws {
    let screen = try Book().screen(.question(0))
    #expect(screen.handle(Key.right) == nil)
    #expect(screen.slider?.value == nil)
    for _ in 0..<3 { _ = screen.handle(Key.right) }
    guard case .rated(let event) = screen.handle(Key.enter) else {
      Issue.record("nothing was rated")
      return
    }
    #expect(event.kind == .committed && event.value == screen.slider?.value && event.source == .key)
    // A finger takes the focus away.
    let buffers = Buffers(1, Size(width: 800, height: 480), .xrgb8888)
    let focused = buffers.paint(screen).pixels
    _ = screen.handle(TouchEvent(.began, contact: 1, at: Point(x: Fixed(1), y: Fixed(1))))
    #expect(buffers.paint(screen).pixels != focused)
  }

  /// What a screen looks like in a buffer that nobody has seen.
  private static func picture(of screen: Screen) -> [UInt8] {
    screen.invalidate()
    return Buffers(1, Size(width: 800, height: 480), .xrgb8888).paint(screen).pixels
  }

  /// Whatever the last visitor left, the next one finds the screen as it was made.
  @Test func aScreenBeginsAnew() throws {
    let book = try Book()
    let acts: [(SurveyMachine.View, (Screen) -> Void)] = [
      (.reasons(0), { _ = $0.handle(TouchEvent(.began, contact: 1, at: $0.place(of: .done)!.center)) }),
      (
        .reasons(0),
        { screen in
          let reason = screen.place(of: .reason(1))!.center
          for phase in [TouchPhase.began, .ended] { _ = screen.handle(TouchEvent(phase, contact: 1, at: reason)) }
        }
      ),
      (.reasons(0), { _ = $0.handle(Key.down) }),
      (.question(0), { $0.count(7) }),
      (.thanks, { $0.lightUp(to: 10, at: 0) }),
    ]
    for (i, (view, act)) in acts.enumerated() {
      let screen = book.screen(view)
      let fresh = Self.picture(of: screen)
      act(screen)
      let isOther = Self.picture(of: screen) != fresh
      #expect(isOther || screen.deadline != nil, "act \(i)")
      screen.show()
      let isFresh = Self.picture(of: screen) == fresh
      #expect(isFresh && screen.deadline == nil, "act \(i)")
    }
  }

  /// Whoever switches away with a finger on a button comes back to one that nobody touches.
  @Test func aTouchThatIsTakenBackIsNotSeen() throws {
    let screen = try Book().screen(.question(0))
    let fresh = Self.picture(of: screen)
    let button = try #require(screen.place(of: .startOver)).center
    _ = screen.handle(TouchEvent(.began, contact: 1, at: button))
    let isPressed = Self.picture(of: screen) != fresh
    #expect(screen.cancelTouch() == nil)
    let isFresh = Self.picture(of: screen) == fresh
    #expect(isPressed && isFresh)
    #expect(screen.handle(TouchEvent(.ended, contact: 1, at: button)) == nil)
  }

  /// Reasons stay chosen; what leads to another screen is done and looks as before, should the screen stay.
  @Test func onlyReasonsStayChosen() throws {
    let book = try Book()
    for (view, action) in [
      (SurveyMachine.View.reasons(0), Action.reason(1)), (.reasons(0), .done), (.reasons(0), .startOver),
      (.language, .language(1)), (.question(0), .startOver),
    ] {
      let screen = book.screen(view)
      let fresh = Self.picture(of: screen)
      let place = try #require(screen.place(of: action)).center
      for phase in [TouchPhase.began, .ended] { _ = screen.handle(TouchEvent(phase, contact: 1, at: place)) }
      let isSame = Self.picture(of: screen) == fresh
      #expect(isSame == (action != .reason(1)), "\(action)")
    }
  }

  /// A star may be as small as it is allowed to be, and not smaller.
  @Test func theSmallestStars() throws {
    func book(least: Int32) throws -> ScreenSet {
      var design = KeyTests.design(KeyTests.wide)
      design.slider = SliderConfiguration(
        scale: Scale()!, face: design.slider.face, spacing: 0, minimumStarSize: least)
      return try ScreenSet(stars: design, on: KeyTests.transform(KeyTests.wide), format: .xrgb8888)
    }
    let side = try #require(try book(least: 5).screen(.question(0), language: 0).slider).layout.starSize
    _ = try book(least: side)
    #expect(throws: ScreenSet.Failure.self) { try book(least: side + 1) }
  }

  // MARK: What the check says

  @Test func contrast() {
    #expect(Contrast(.black, .white).words == "21.00")
    #expect(Contrast(.white, .white).words == "1.00")
    // WebAIM's checker: 4.54, and 4.47 for the next lighter grey.
    #expect(Contrast(Color(rgb: 0x76_7676), .white).words == "4.54")
    #expect(Contrast(Color(rgb: 0x77_7777), .white).words == "4.47")
    #expect(Theme.light.faults.isEmpty && Theme.contrast.faults.isEmpty)
    var pale = Theme.light
    pale.text = Color(rgb: 0xaa_aaaa)
    #expect(
      pale.faults == [
        ScreenFault(
          .colors(.text, .background), "text on background: a contrast of 2.32 to 1; WCAG 2.2 wants 4.50 or more")
      ])
  }

  @Test func targetsInMillimetres() throws {
    #expect(Metrics(Size(width: 800, height: 480)).leastTarget == 24)
    // 154 x 86 mm, the Raspberry Pi's 7 inches: 51 px are a centimetre.
    #expect(Metrics(Size(width: 800, height: 480), millimetres: (154, 86)).leastTarget == 46)
    // Where pixels are no squares, a millimetre has as many as along the coarser side.
    for (size, millimetres) in [((Int32(800), Int32(480)), (Int32(154), Int32(129))), ((480, 800), (129, 154))] {
      let metrics = Metrics(Size(width: size.0, height: size.1), millimetres: millimetres)
      #expect(metrics.pixelsPerCentimetre == 37)
    }
    #expect(try Book().screens.faults.isEmpty)
    #expect(try Book(320, 240).screens.faults.isEmpty)
    // Ten stars across a phone's width: 320 px on 50 mm.
    let small = try Book(320, 240, millimetres: (width: 50, height: 37)).screens.faults
    #expect(small.contains { $0.subject == .stars && $0.reason.contains("mm") }, "\(small)")
  }

  @Test func wordsThatDoNotFitOrCannotBeWritten() throws {
    var wording = ScreenSheet.english
    wording.startOver = String(repeating: "Begin all over again ", count: 12)
    wording.thanks = "謝謝"
    let faults = try Book(320, 240, wordings: [wording]).screens.faults
    #expect(
      faults.contains {
        $0.subject == .words(.startOver, language: "en") && $0.reason.contains("does not fit into")
      }, "\(faults)")
    // Noto Sans has none of it; whether another installed font does is fontconfig's to say.
    let missing = try ScreenSheet.typesetter().missing(in: "\u{10FFFF}", language: "en")
    #expect(missing.count == 1)
  }
}
