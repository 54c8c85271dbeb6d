import GoldenFiles
import StarSlider
import Survey
import Testing

@testable import Screens

/// Keypads with four keys: previous, next, choose and back reach everything on every screen.
@Suite struct StepTests {
  /// Every view of the survey of all kinds, each in both languages.
  private func screens() throws -> [Screen] {
    let screens = try KindTests.screens(800, 480)
    let views = (0..<Int32(KindSheet.questions.count)).map { SurveyScreen.question($0) } + [.language, .reasons(0)]
    let stars = try KeyTests().screens().screen(.question(0), language: 0)
    return [0, 1].flatMap { language in views.map { screens.screen($0, language: language) } } + [stars]
  }

  @Test(arguments: [1, -1] as [Int32]) func stepsReachEveryPlaceAndReturn(direction: Int32) throws {
    for screen in try screens() {
      screen.slider?.set(nil)
      screen.show(withFocus: true)
      let first = screen.input.focus
      var (buttons, values): (Set<Int>, Set<Int32>) = ([], [])
      let places = screen.buttons.count + Int(screen.slider?.layout.scale.maximum ?? 0) + 2
      for _ in 0..<places {
        if case .button(let i) = screen.input.focus { buttons.insert(i) }
        if let value = screen.slider?.value { values.insert(value) }
        let before = (screen.input.focus, screen.slider?.value)
        _ = screen.step(by: direction)
        #expect(screen.buttons.count == 1 && !screen.isRated || (screen.input.focus, screen.slider?.value) != before)
      }
      #expect(buttons.count == screen.buttons.count)
      if screen.isRated, direction > 0, let scale = screen.slider?.layout.scale {
        #expect(values.count == Int(scale.maximum))
      }
      #expect(first != .hidden)
    }
  }

  /// A value can be lowered again, below which the previous place follows.
  @Test func starsAreLeftAtBothEnds() throws {
    let screen = try KeyTests().screens().screen(.question(0), language: 0)
    #expect(screen.isRated && !screen.buttons.isEmpty)
    screen.slider?.set(nil)
    screen.show(withFocus: true)
    let maximum = try #require(screen.slider?.layout.scale.maximum)
    for value in 1...maximum {
      _ = screen.step(by: 1)
      #expect(screen.slider?.value == value && screen.input.focus == .slider)
    }
    _ = screen.step(by: 1)
    #expect(screen.input.focus == .button(0) && screen.slider?.value == maximum)
    _ = screen.step(by: -1)
    #expect(screen.input.focus == .slider)
    for _ in 0..<maximum { _ = screen.step(by: -1) }
    let lowest = try #require(screen.slider?.layout.scale.minimum)
    #expect(screen.slider?.value == lowest)
    while screen.input.focus == .slider { _ = screen.step(by: -1) }
    #expect(screen.input.focus == .button(screen.buttons.count - 1))
    guard
      case .rated? = { () -> Screen.Outcome? in
        while screen.input.focus != .slider { _ = screen.step(by: 1) }
        _ = screen.step(by: 1)
        return screen.handle(.enter)
      }()
    else {
      Issue.record("Enter does not confirm the value")
      return
    }
  }

  /// After a touch, the first step only shows the focus. A start screen takes Enter.
  @Test func firstStepShowsTheFocus() throws {
    for screen in try screens() where !screen.buttons.isEmpty {
      screen.slider?.set(nil)
      screen.show()
      #expect(screen.step(by: 1) == nil && screen.input.focus == screen.firstFocus && screen.slider?.value == nil)
    }
    let start = try KindTests.screens(800, 480).screen(.attract, language: 0)
    start.show(withFocus: true)
    #expect(start.step(by: 1) == nil && start.step(by: -1) == nil && start.goBack() == nil)
    #expect(start.handle(.enter) == .action(.start))
  }

  /// No single key discards a visit.
  @Test func backStartsOverWhenPressedTwice() throws {
    for screen in try screens() where screen.buttons.contains(where: { $0.action == .startOver }) {
      screen.show(withFocus: true)
      #expect(screen.goBack() == nil)
      #expect(screen.goBack() == .action(.startOver))
      // In between, another key takes the question back.
      screen.show(withFocus: true)
      #expect(screen.goBack() == nil && screen.step(by: -1) == nil && screen.goBack() == nil)
    }
  }
}
