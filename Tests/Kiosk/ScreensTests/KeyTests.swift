import Display
import GoldenFiles
import Pictures
import Screens
import Settings
import StarSlider
import Survey
import Testing
import Text

/// Operation of screens by keys.
@Suite struct KeyTests {
  static let arrows: [Key] = [.left, .right, .up, .down]

  static func design(_ size: Size<LayoutSpace>) -> ScreenSet.Design {
    let face = Face(empty: Theme.light.background, background: Theme.light.background, stroke: Theme.light.text)
    return ScreenSet.Design(
      theme: .light, metrics: Metrics(size),
      slider: SliderConfiguration(scale: try! Scale(), face: face), thanks: face)
  }

  static func transform(_ size: Size<LayoutSpace>) -> ScreenTransform {
    ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: .none)
  }

  static let wide = Size<LayoutSpace>(width: 800, height: 480)

  /// Returns the screen of a kiosk without text.
  func plain() throws -> Screen {
    let screens = try ScreenSet(stars: Self.design(Self.wide), on: Self.transform(Self.wide), format: .xrgb8888)
    return screens.screen(.question(0), language: 0)
  }

  func screens(reasons: Int = 3, _ size: Size<LayoutSpace> = wide, isRightToLeft: Bool = false) throws -> ScreenSet {
    let typesetter = try Typesetter(fonts: [.file("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")])
    let languages = ["en", "fr"].map { tag in
      LocalizedPhrases(
        language: tag, isRightToLeft: isRightToLeft,
        phrases: PhraseTexts([tag, "Go", "What?", "Done", "Again", "Thanks", "There?", "Closed", "Clean", "More"]),
        questions: ["How?"], reasons: [(0..<reasons).map { "R\($0)" }])
    }
    return try ScreenSet(
      Self.design(size), languages: languages, on: Self.transform(size), format: .xrgb8888, typesetter: typesetter)
  }

  /// Paints a screen and returns it as PNG.
  func picture(of screen: Screen, _ size: Size<LayoutSpace> = wide) throws -> [UInt8] {
    let display = try #require(
      MemoryDisplay(size: Size(width: size.width, height: size.height), format: .xrgb8888))
    let frame = try #require(try display.nextFrame())
    screen.invalidate()
    try display.present(screen.paint(frame))
    return try PNG.encode(try #require(display.scanout))
  }

  @Test(arguments: KeyTests.arrows) func firstArrowChangesStarsWithoutButtons(key: Key) throws {
    let screen = try plain()
    screen.show()
    guard case .rated(let event) = screen.handle(key) else {
      Issue.record("the first arrow was swallowed")
      return
    }
    #expect(event.kind == .editing)
    #expect(screen.handle(.enter) == .rated(RatingEvent(.committed, event.value, source: .key)))
  }

  @Test func everyArrowChangesStarsWithoutButtons() throws {
    let screen = try plain()
    screen.show()
    screen.slider?.set(nil)
    for _ in 0..<4 { _ = screen.handle(.right) }
    #expect(screen.slider?.value == 4)
    _ = screen.handle(.up)
    #expect(screen.slider?.value == 5)
    _ = screen.handle(.down)
    _ = screen.handle(.left)
    #expect(screen.slider?.value == 3)
  }

  @Test func firstEnterDoesNotConfirm() throws {
    let screen = try plain()
    screen.show()
    screen.slider?.set(3)
    let unfocused = try picture(of: screen)
    #expect(screen.handle(.enter) == nil)
    #expect(try picture(of: screen) != unfocused)
    #expect(screen.handle(.enter) == .rated(RatingEvent(.committed, 3, source: .key)))
  }

  @Test func enterStartsWithoutFocus() throws {
    let screen = try screens().screen(.attract, language: 0)
    screen.show(withFocus: true)
    for key in Self.arrows { #expect(screen.handle(key) == nil) }
    #expect(screen.handle(.enter) == .action(.start))
  }

  @Test func firstKeyShowsFocusBesideButtons() throws {
    let screen = try screens().screen(.question(0), language: 0)
    screen.show()
    screen.slider?.set(nil)
    let unfocused = try picture(of: screen)
    #expect(screen.handle(.right) == nil && screen.slider?.value == nil)
    #expect(try picture(of: screen) != unfocused)
    guard case .rated(let event) = screen.handle(.right) else {
      Issue.record("the second key was swallowed")
      return
    }
    #expect(event.value == 1)
  }

  @Test func screensCanStartWithTheFocus() throws {
    let screens = try screens()
    for view in [SurveyScreen.language, .question(0), .reasons(0)] {
      let screen = screens.screen(view, language: 0)
      screen.show()
      let unfocused = try picture(of: screen)
      screen.show(withFocus: true)
      #expect(try picture(of: screen) != unfocused)
      // A touch hides the focus.
      _ = screen.handle(TouchEvent(.began, contact: 1, at: Point(x: Fixed(0), y: Fixed(0))))
      _ = screen.handle(TouchEvent(.cancelled, contact: 1, at: Point(x: Fixed(0), y: Fixed(0))))
      #expect(try picture(of: screen) == unfocused)
    }
  }

  @Test(arguments: [SurveyScreen.thanks, .closed, .cleaning]) func screensWithoutActionsHaveNoFocus(
    view: SurveyScreen
  ) throws {
    let screen = try screens().screen(view, language: 0)
    screen.show()
    let unfocused = try picture(of: screen)
    screen.show(withFocus: true)
    #expect(try picture(of: screen) == unfocused)
    for key in Key.allCases { #expect(screen.handle(key) == nil) }
    #expect(try picture(of: screen) == unfocused)
  }

  /// Left and right move the focus within the row, if there is anything on that side.
  @Test(arguments: [Size<LayoutSpace>(width: 320, height: 240), wide, Size(width: 720, height: 1280)], [false, true])
  func leftAndRightStayInRow(size: Size<LayoutSpace>, isRightToLeft: Bool) throws {
    var inRows = 0
    for count in [1, 2, 3, 5, 7, 12] {
      let screens = try screens(reasons: count, size, isRightToLeft: isRightToLeft)
      for view in [SurveyScreen.language, .question(0), .reasons(0)] {
        let screen = screens.screen(view, language: 0)
        let actions: [Action] =
          [.language(0), .language(1), .done, .startOver] + (0..<Int32(count)).map { .option($0) }
        let places = actions.compactMap { action in screen.bounds(of: action).map { (action, $0) } }
        for (path, at) in ways(on: screen) {
          guard let here = screen.bounds(of: at) else { continue }
          for key in [Key.left, .right] {
            func isAhead(_ there: Rect<LayoutSpace>) -> Bool {
              key == .left ? there.center.x < here.center.x : there.center.x > here.center.x
            }
            let row = places.filter { isAhead($0.1) && $0.1.minY < here.maxY && here.minY < $0.1.maxY }
            if row.isEmpty { continue }
            inRows += 1
            // The nearest place in the row.
            let nearest = row.map { abs(($0.1.center.x - here.center.x).raw) }.min()
            let expected = row.filter { abs(($0.1.center.x - here.center.x).raw) == nearest }.map { $0.0 }
            screen.show(withFocus: true)
            for step in path + [key] { _ = screen.handle(step) }
            guard case .action(let reached)? = Self.enter(screen) else {
              Issue.record("\(key) from \(at) leads nowhere")
              continue
            }
            #expect(expected.contains(reached), "\(view), \(count) reasons: \(key) from \(at)")
          }
        }
      }
    }
    #expect(inRows > 20)
  }

  /// Returns the outcome of the enter key. The first one only highlights "Start over".
  static func enter(_ screen: Screen) -> Screen.Outcome? { screen.handle(.enter) ?? screen.handle(.enter) }

  /// Returns the keys that lead to each button.
  private func ways(on screen: Screen) -> [([Key], Action)] {
    var found: [([Key], Action)] = []
    var seen: Set<Screen.Outcome> = []
    var paths: [[Key]] = [[]]
    while !paths.isEmpty {
      let path = paths.removeFirst()
      screen.show(withFocus: true)
      screen.slider?.set(2)
      for key in path { _ = screen.handle(key) }
      guard let outcome = Self.enter(screen), seen.insert(outcome).inserted else { continue }
      if case .action(let action) = outcome { found.append((path, action)) }
      paths += Self.arrows.map { path + [$0] }
    }
    return found
  }

  /// Returns the outcomes of the enter key at all places that arrows reach.
  func reached(on screen: Screen) -> Set<Screen.Outcome> {
    var found: Set<Screen.Outcome> = []
    var paths: [[Key]] = [[]]
    while let path = paths.popLast() {
      screen.show(withFocus: true)
      screen.slider?.set(2)
      for key in path { _ = screen.handle(key) }
      guard let outcome = Self.enter(screen), found.insert(outcome).inserted else { continue }
      paths += Self.arrows.map { path + [$0] }
    }
    return found
  }

  /// No single key ends a visit, wherever the focus is: "Start over" asks for Enter twice, and an arrow between them takes the first one back.
  @Test(arguments: [false, true]) func noKeyDiscardsVisit(isRightToLeft: Bool) throws {
    let screen = try screens(isRightToLeft: isRightToLeft).screen(.reasons(0), language: 0)
    let (path, _) = try #require(ways(on: screen).first { $0.1 == .startOver })
    screen.show(withFocus: true)
    for key in path { #expect(screen.handle(key) == nil) }
    let focused = try picture(of: screen)
    #expect(screen.handle(.enter) == nil)
    #expect(try picture(of: screen) != focused)
    _ = screen.handle(.up)
    let left = try picture(of: screen)
    screen.show(withFocus: true)
    for key in path + [.up] { _ = screen.handle(key) }
    #expect(try picture(of: screen) == left)
    screen.show(withFocus: true)
    for key in path { _ = screen.handle(key) }
    #expect(screen.handle(.enter) == nil)
    #expect(screen.handle(.enter) == .action(.startOver))
  }

  @Test(arguments: [Size<LayoutSpace>(width: 320, height: 240), wide, Size(width: 720, height: 1280)], [false, true])
  func arrowsReachAllWidgets(size: Size<LayoutSpace>, isRightToLeft: Bool) throws {
    for count in [1, 3, 7, 12] {
      let screens = try screens(reasons: count, size, isRightToLeft: isRightToLeft)
      let reasons = (0..<Int32(count)).map { Screen.Outcome.action(.option($0)) }
      #expect(
        reached(on: screens.screen(.reasons(0), language: 0)) == Set(reasons + [.action(.done), .action(.startOver)]))
      if count > 1 { continue }
      #expect(
        reached(on: screens.screen(.language, language: 0)) == [.action(.language(0)), .action(.language(1))])
      #expect(reached(on: screens.screen(.question(0), language: 0)).contains(.action(.language(1))))
    }
  }
}
