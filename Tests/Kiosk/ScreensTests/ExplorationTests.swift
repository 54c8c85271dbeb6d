import GoldenFiles
import StarSlider
import Survey
import TestSupport
import Testing

@testable import Screens

/// A finger that explores, and a double tap that chooses.
@Suite struct ExplorationTests {
  private typealias Place = Point<LayoutSpace>

  /// A screen, and a finger in a time of its own.
  private final class Hand {
    let screen: Screen
    var exploration = Exploration()
    private var now: Int64 = 1
    private var contact: Int32 = 0
    private(set) var outcomes: [Screen.Outcome] = []

    init(_ screen: Screen) {
      self.screen = screen
      screen.slider?.set(nil)
      screen.show()
    }

    func wait(milliseconds: Int64) { now += milliseconds * 1_000_000 }

    func act(_ phase: TouchPhase, _ place: Place, contact other: Int32? = nil, isBrief: Bool = false) {
      if phase == .began && other == nil { contact += 1 }
      let event = TouchEvent<LayoutSpace>(phase, contact: other ?? contact, at: place)
      if let outcome = exploration.follow(event, isBrief: isBrief, on: screen, at: now) { outcomes.append(outcome) }
    }

    func tap(_ place: Place, milliseconds: Int64 = 100, to end: Place? = nil) {
      act(.began, place)
      wait(milliseconds: milliseconds)
      act(.ended, end ?? place)
    }

    func doubleTap(_ place: Place) {
      tap(place)
      wait(milliseconds: 150)
      tap(place)
    }

    /// Leaves the glass for longer than a double tap takes.
    func rest() { wait(milliseconds: 1000) }

    /// Slides from one place to another, and lifts the finger.
    func slide(_ from: Place, _ to: Place) {
      act(.began, from)
      for step in 1...20 as ClosedRange<Int32> {
        wait(milliseconds: 30)
        let (x, y) = ((to.x.raw - from.x.raw) / 20 * step, (to.y.raw - from.y.raw) / 20 * step)
        act(.moved, Place(x: from.x + Fixed(raw: x), y: from.y + Fixed(raw: y)))
      }
      act(.ended, to)
      rest()
    }
  }

  private func stars() throws -> Hand { Hand(try KeyTests().screens().screen(.question(0), language: 0)) }

  /// The middle of a star's leading or trailing half.
  private func place(_ screen: Screen, halves: Int32) throws -> Place {
    let star = try #require(screen.slider).layout.star((halves - 1) / 2)
    return Place(x: Fixed(star.minX + star.width * (halves % 2 == 0 ? 3 : 1) / 4), y: star.center.y)
  }

  private func beside(_ screen: Screen) throws -> Place {
    let place = Place(x: Fixed(screen.canvas.transform.layout.width / 2), y: Fixed(1))
    try #require(!screen.invitesTouch(at: place))
    return place
  }

  /// Wherever it begins and ends, a finger that slides chooses nothing, and leaves the focus on what it was on last.
  @Test func aSlideChoosesNothing() throws {
    let screens = try KindTests.screens(800, 480)
    let views = (0..<Int32(KindSheet.questions.count)).map { SurveyScreen.question($0) } + [.language, .reasons(0)]
    for view in views {
      let hand = Hand(screens.screen(view, language: 0))
      for from in hand.screen.buttons.indices {
        for to in hand.screen.buttons.indices {
          hand.slide(hand.screen.buttons[from].bounds.center, hand.screen.buttons[to].bounds.center)
          #expect(hand.screen.input.focus == .button(to) && hand.exploration.touched == hand.screen.focused)
        }
      }
      #expect(hand.outcomes.isEmpty && hand.screen.buttons.allSatisfy { !$0.isSelected && !$0.isPressed })
    }
  }

  /// Every value is found under the finger, shown, and chosen by a double tap anywhere on the glass.
  @Test(arguments: 1...10 as ClosedRange<Int32>) func valuesAreFoundAndChosen(halves: Int32) throws {
    for isElsewhere in [false, true] {
      let hand = try stars()
      let place = try place(hand.screen, halves: halves)
      hand.slide(try self.place(hand.screen, halves: 1), place)
      let found = hand.screen.slider?.value
      #expect(hand.exploration.touched == .stars(found) && hand.screen.input.focus == .slider)
      hand.doubleTap(isElsewhere ? try self.place(hand.screen, halves: 11 - halves) : place)
      guard case .rated(let event) = hand.outcomes.first else {
        Issue.record("\(halves): \(hand.outcomes)")
        continue
      }
      #expect(event.kind == .committed && event.value == found && hand.outcomes.count == 1)
      #expect(hand.screen.slider?.value == found)
    }
  }

  /// Without a focus, a double tap chooses what is there; beside everything, nothing.
  @Test func aDoubleTapWithoutAFocus() throws {
    let hand = try stars()
    hand.doubleTap(try beside(hand.screen))
    #expect(hand.outcomes.isEmpty)
    hand.rest()
    let other = try stars()
    other.doubleTap(try place(other.screen, halves: 6))
    #expect(other.outcomes.count == 1)
    // The start screen is one target.
    let start = Hand(try KeyTests().screens().screen(.attract, language: 0))
    start.tap(start.screen.center)
    start.rest()
    #expect(start.outcomes.isEmpty)
    start.doubleTap(start.screen.center)
    #expect(start.outcomes == [.action(try #require(start.screen.tapAction))])
  }

  /// The buttons of a start screen are explored, and beside them two taps begin.
  @Test func theStartScreensButtonsAreFound() throws {
    let start = Hand(try KeyTests().screens().screen(.attract, language: 0))
    let language = try #require(start.screen.buttons.firstIndex { $0.action == .language(1) })
    let place = start.screen.buttons[language].bounds.center
    start.slide(place, place)
    #expect(start.outcomes.isEmpty && start.screen.input.focus == .button(language))
    start.doubleTap(start.screen.buttons[language].bounds.center)
    #expect(start.outcomes == [.action(.language(1))])
    start.rest()
    start.slide(place, try beside(start.screen))
    #expect(start.screen.input.focus == .hidden && start.exploration.touched == .nothing)
    start.doubleTap(try beside(start.screen))
    #expect(start.outcomes.last == .action(try #require(start.screen.tapAction)))
  }

  /// Two contacts that are no double tap.
  private struct Attempt {
    let fault: String
    /// The lengths of the first contact, the pause and the second contact, in milliseconds.
    var first: Int64 = 100
    var pause: Int64 = 100
    var second: Int64 = 100
    var firstMoves = false
    var secondMoves = false
    var end = TouchPhase.ended
    var isBrief = false
  }

  @Test func whatIsNoDoubleTap() throws {
    for attempt in [
      Attempt(fault: "the pause is long", pause: 501), Attempt(fault: "the first tap is long", first: 301),
      Attempt(fault: "the second tap is long", second: 301), Attempt(fault: "the first tap moves", firstMoves: true),
      Attempt(fault: "the second tap moves", secondMoves: true),
      Attempt(fault: "the second contact is cancelled", end: .cancelled),
      Attempt(fault: "the second contact has no duration", isBrief: true),
    ] {
      let hand = try stars()
      let (place, other) = (try place(hand.screen, halves: 4), try self.place(hand.screen, halves: 9))
      hand.tap(place, milliseconds: attempt.first, to: attempt.firstMoves ? other : nil)
      hand.wait(milliseconds: attempt.pause)
      hand.act(.began, place)
      hand.wait(milliseconds: attempt.second)
      hand.act(attempt.end, attempt.secondMoves ? other : place, isBrief: attempt.isBrief)
      try expectNothingChosen(by: hand, attempt.fault)
    }
  }

  @Test func twoFingersAreNoDoubleTap() throws {
    let hand = try stars()
    let (place, other) = (try place(hand.screen, halves: 4), try self.place(hand.screen, halves: 9))
    hand.act(.began, place)
    hand.act(.began, other, contact: 100)
    hand.wait(milliseconds: 100)
    hand.act(.ended, other, contact: 100)
    hand.act(.ended, place)
    try expectNothingChosen(by: hand, "two fingers")
  }

  /// Checks that nothing is chosen, and that the next double tap counts.
  private func expectNothingChosen(by hand: Hand, _ name: String) throws {
    #expect(hand.outcomes.isEmpty, "\(name)")
    hand.rest()
    hand.doubleTap(try place(hand.screen, halves: 2))
    #expect(hand.outcomes.count == 1, "\(name)")
  }

  /// A contact that does not count returns the focus and the value.
  @Test func aCancelledContactChangesNothing() throws {
    for (phase, isBrief) in [(TouchPhase.cancelled, false), (.ended, true)] {
      let hand = try stars()
      hand.slide(try place(hand.screen, halves: 2), try place(hand.screen, halves: 7))
      let (focus, value) = (hand.screen.input.focus, hand.screen.slider?.value)
      hand.act(.began, hand.screen.buttons[0].bounds.center)
      #expect(hand.screen.input.focus == .button(0))
      hand.act(phase, hand.screen.buttons[0].bounds.center, isBrief: isBrief)
      #expect(
        hand.screen.input.focus == focus && hand.screen.slider?.value == value && hand.exploration.touched == .nothing)
    }
  }

  /// An oracle for random contacts: only two taps in a row choose, and they choose what Enter chooses where the focus was before them.
  @Test func randomContacts() throws {
    var random = SplitMix64(seed: 41)
    let screens = try KindTests.screens(800, 480)
    var chosen = 0
    for round in 0..<300 {
      let view = SurveyScreen.question(random.int32(in: 0...Int32(KindSheet.questions.count - 1)))
      let (hand, twin) = (Hand(screens.screen(view, language: 0)), try twin(of: view))
      var before = (focus: Screen.Focus.hidden, value: Int32?.none, selected: [Bool]())
      var isSecond = false
      for _ in 0..<8 {
        let place = Place(x: Fixed(random.int32(in: 0...799)), y: Fixed(random.int32(in: 0...479)))
        let end = random.oneIn(3) ? Place(x: Fixed(random.int32(in: 0...799)), y: place.y) : place
        let (length, pause) = (Int64(random.int32(in: 1...600)), Int64(random.int32(in: 1...1000)))
        let isTap = length <= 300 && abs((end.x - place.x).floor) <= 480 / 16
        if !isSecond { before = state(of: hand.screen) }
        let (count, focus) = (hand.outcomes.count, state(of: hand.screen))
        hand.act(.began, place)
        hand.wait(milliseconds: length)
        if end != place { hand.act(.moved, end) }
        hand.act(.ended, end)
        if isSecond && isTap {
          if before.focus == .hidden { before = focus }
          twin.screen.slider?.set(before.value)
          twin.screen.setFocus(before.focus)
          for (button, isSelected) in zip(twin.screen.buttons, before.selected) { button.isSelected = isSelected }
          let expected = twin.screen.handle(.enter)
          #expect(
            hand.outcomes.count == count + (expected == nil ? 0 : 1)
              && (expected == nil || hand.outcomes.last == expected))
          chosen += hand.outcomes.count - count
          isSecond = false
        } else {
          #expect(hand.outcomes.count == count, "round \(round)")
          isSecond = isTap && pause <= 500
        }
        hand.wait(milliseconds: pause)
      }
    }
    #expect(chosen > 50)
  }

  private func state(of screen: Screen) -> (focus: Screen.Focus, value: Int32?, selected: [Bool]) {
    (screen.input.focus, screen.slider?.value, screen.buttons.map { $0.isSelected })
  }

  private func twin(of view: SurveyScreen) throws -> Hand {
    Hand(try KindTests.screens(800, 480).screen(view, language: 0))
  }
}
