import StarSlider
import Survey
import TestSupport
import Testing
import Touch

@testable import Kiosk
@testable import Screens

/// What star-voice reads while a visitor answers on the glass without seeing it.
@Suite(.serialized) struct SpokenTouchTests {
  private static let onDemand = "[voice]\nvoice = on-demand\n" + SpeechLoopTests.survey

  /// Places beside all targets, another one each time, because no hand finds the same one twice.
  private struct Corner {
    private var taps: Int32 = 0

    var next: Point<LayoutSpace> {
      mutating get {
        taps += 1
        return Point(x: Fixed(790 - 23 * (taps % 4)), y: Fixed(470 - 3 * (taps % 5)))
      }
    }
  }

  private func star(_ visit: SpokenKiosk, _ star: Int32) throws -> Point<LayoutSpace> {
    let bounds = try #require(visit.kiosk.presenter.screen.slider).layout.star(star - 1)
    return Point(x: Fixed(bounds.maxX - bounds.width / 4), y: bounds.center.y)
  }

  private func button(_ visit: SpokenKiosk, _ number: Int) throws -> Point<LayoutSpace> {
    let buttons = visit.kiosk.presenter.screen.buttons
    try #require(buttons.indices.contains(number))
    return buttons[number].bounds.center
  }

  private func hertz(_ lines: [String]) -> [Int] {
    lines.filter { $0.hasSuffix(" 40") }.compactMap { Int($0.split(separator: " ")[1]) }
  }

  private func words(_ lines: [String]) -> [String] { lines.filter { !$0.hasPrefix("tone") } }

  @Test func wholeVisit() throws {
    var corner = Corner()
    let visit = try SpokenKiosk(Self.onDemand)
    #expect(visit.press(.speech).last == "say en Or slide a finger over the screen, and tap twice to choose")
    // One tap does not begin.
    let place = corner.next
    visit.touch(.began, place)
    visit.pass(milliseconds: 100)
    visit.touch(.ended, place)
    visit.pass(milliseconds: 1000)
    #expect(visit.kiosk.machine.screen == .attract)
    #expect(
      words(visit.doubleTap(corner.next)) == [
        "say en Question 1 of 2", "say en How was our service?", "say en Stars, 1 to 5",
        "say en Choose with the arrow keys, then press Enter",
      ])
    // The tone rises with the finger; the words come when it rests.
    let found = visit.slide(try star(visit, 1), try star(visit, 2))
    #expect(hertz(found) == [277, 370] && words(found) == ["stop", "say en 2 of 5", "say en Poor"])
    let higher = visit.slide(try star(visit, 3), try star(visit, 5))
    #expect(hertz(higher) == [494, 659, 880])
    #expect(words(higher).suffix(2) == ["say en 5 of 5", "say en Excellent"])
    #expect(visit.kiosk.machine.screen == .question(0))
    _ = visit.slide(try star(visit, 5), try star(visit, 2))
    // Two taps anywhere choose what was said last.
    #expect(words(visit.doubleTap(try star(visit, 4))).first == "say en What went wrong?")
    #expect(
      words(visit.slide(try button(visit, 0), try button(visit, 1))) == [
        "stop", "say en The staff", "say en Not selected", "say en 2 of 2",
      ])
    #expect(words(visit.doubleTap(corner.next)) == ["say en Selected"])
    visit.pass(milliseconds: 1000)
    #expect(words(visit.doubleTap(corner.next)) == ["say en Not selected"])
    visit.pass(milliseconds: 1000)
    let done = try #require(visit.kiosk.presenter.screen.bounds(of: .done)).center
    #expect(words(visit.slide(corner.next, done)).suffix(2) == ["say en Done", "say en 1 of 2"])
    #expect(words(visit.doubleTap(done)).contains("say en What did you use?"))
    visit.pass(milliseconds: 1000)
    // Beside everything, nothing is said.
    #expect(words(visit.slide(Point(x: 400, y: 1), Point(x: 420, y: 1))) == ["stop"])
    // Starting over takes a second double tap, wherever it is.
    let over = try #require(visit.kiosk.presenter.screen.bounds(of: .startOver)).center
    _ = visit.slide(over, over)
    #expect(words(visit.doubleTap(corner.next)) == ["say en Press Enter again to start over"])
    visit.pass(milliseconds: 1000)
    #expect(words(visit.doubleTap(corner.next)).isEmpty && visit.kiosk.machine.screen == .attract)
    #expect(visit.status.faults.names.isEmpty)
  }

  /// A tap that is followed by another is not said, and a finger that moves on silences what was said before.
  @Test func wordsWaitForRest() throws {
    let visit = try SpokenKiosk(Self.onDemand)
    visit.press(.speech, .enter)
    #expect(words(visit.touch(.began, try star(visit, 2))) == ["stop"])
    #expect(visit.pass(milliseconds: 249).isEmpty)
    #expect(words(visit.pass(milliseconds: 2)) == ["say en 2 of 5", "say en Poor"])
    #expect(words(visit.touch(.moved, try star(visit, 3))) == ["stop"])
    #expect(words(visit.touch(.moved, try star(visit, 4))).isEmpty)
    #expect(words(visit.pass(milliseconds: 300)) == ["say en 4 of 5", "say en Good"])
    // The same value again: no tone, no word.
    #expect(visit.touch(.moved, try star(visit, 4)).isEmpty && visit.pass(milliseconds: 300).isEmpty)
    visit.touch(.ended, try star(visit, 4))
    #expect(visit.pass(milliseconds: 1000).isEmpty && visit.kiosk.machine.screen == .question(0))
    // A finger that returns hears it again.
    visit.touch(.began, try star(visit, 4))
    #expect(words(visit.pass(milliseconds: 300)) == ["say en 4 of 5", "say en Good"])
  }

  /// In a kiosk that speaks to everyone, a finger rates at once, and hears the value while it rests.
  @Test func kioskThatAlwaysSpeaks() throws {
    let visit = try SpokenKiosk("[voice]\nvoice = always\n" + SpeechLoopTests.survey)
    visit.press(.enter)
    let begun = visit.touch(.began, try star(visit, 3))
    #expect(hertz(begun) == [494] && words(begun) == ["stop"])
    #expect(words(visit.pass(milliseconds: 300)) == ["say en 3 of 5", "say en Fair"])
    #expect(hertz(visit.touch(.moved, try star(visit, 4))) == [659])
    #expect(words(visit.touch(.ended, try star(visit, 4))).contains("say en Question 2 of 2"))
  }

  /// A finger that is down when speech begins or ends chooses nothing.
  @Test func aContactDoesNotChangeItsMeaning() throws {
    let visit = try SpokenKiosk(Self.onDemand)
    visit.press(.enter)
    visit.touch(.began, try star(visit, 3))
    visit.press(.speech)
    visit.touch(.moved, try star(visit, 4))
    visit.touch(.ended, try star(visit, 4))
    #expect(visit.kiosk.machine.screen == .question(0) && visit.kiosk.presenter.screen.slider?.value == nil)
    visit.keypad.hasHeadphones = true
    visit.pass(milliseconds: 500)
    visit.touch(.began, try star(visit, 3))
    visit.keypad.hasHeadphones = false
    visit.pass(milliseconds: 500)
    visit.touch(.ended, try star(visit, 3))
    #expect(visit.kiosk.machine.screen == .question(0))
    // Without speech, a tap counts at once.
    visit.touch(.began, try star(visit, 5))
    visit.pass(milliseconds: 50)
    visit.touch(.ended, try star(visit, 5))
    #expect(visit.kiosk.machine.screen == .question(1))
  }

  /// The PIN is entered by touch, without a word about its digits.
  @Test func privateScreensAreNotExplored() throws {
    let visit = try SpokenKiosk(Self.onDemand.replacing("[kiosk]\n", with: "[kiosk]\nservice-pin = 1234\n"))
    visit.press(.speech)
    visit.kiosk.handle(.service)
    #expect(visit.kiosk.machine.screen == .pin)
    visit.pass(milliseconds: 100)
    let digit = try #require(visit.kiosk.presenter.screen.bounds(of: .digit(7))).center
    visit.touch(.began, digit)
    visit.pass(milliseconds: 60)
    #expect(words(visit.touch(.ended, digit)).allSatisfy { !$0.hasPrefix("say") })
    #expect(visit.kiosk.machine.entry.count == 1)
  }
}
