import Display
import Foundation
import Screens
import Settings
import StarSlider
import Survey
import Testing

@testable import Journal
@testable import Kiosk

/// What answers mean: the survey's version, and the order in which options were shown.
@Suite struct SurveyWordsTests {
  private static let survey = """
    [kiosk]
    motion = none
    [question way]
    kind = choice
    options = bus, train, foot
    order = random
    [question rating]
    stars = 3
    reasons = slow
    reasons-up-to = 2
    [text en]
    question way = How did you "come"?
    question rating = How was it?
    option bus = By bus
    option train = By train
    option foot = On foot
    reason slow = Slow

    """

  private static func words(_ text: String = survey) throws -> SurveyWords {
    SurveyWords(try RecordedKiosk.settings(text))
  }

  @Test func wordsAreOneLineOfJSON() throws {
    let words = try Self.words()
    #expect(words.version.count == 16 && words.version.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    #expect(
      String(decoding: words.json, as: UTF8.self) == """
        {"version":"\(words.version)","questions":[\
        {"id":"way","kind":"choice","star_count":1,"options":["bus","train","foot"],"order":"random"},\
        {"id":"rating","kind":"stars","star_count":3,"reasons":["slow"],"order":"fixed"}],\
        "languages":[{"language":"en","questions":[{"id":"way","text":"How did you \\"come\\"?"},\
        {"id":"rating","text":"How was it?"}],"options":[{"id":"bus","text":"By bus"},\
        {"id":"train","text":"By train"},{"id":"foot","text":"On foot"}],\
        "reasons":[{"id":"slow","text":"Slow"}]}]}
        """)
  }

  /// The version changes with every word, and with nothing else.
  @Test func versionStandsForTheWords() throws {
    let version = try Self.words().version
    for (old, new) in [
      ("How was it?", "How was it"), ("By bus", "By coach"), ("random", "rotate"), ("random", "fixed"),
      ("bus, train", "train, bus"), ("stars = 3", "stars = 4"), ("Slow", "Slowly"),
      (
        "[text en]",
        "[text de]\nquestion way = W\nquestion rating = R\noption bus = B\noption train = T\n"
          + "option foot = F\nreason slow = L\n[text en]"
      ),
    ] {
      #expect(try Self.words(Self.survey.replacing(old, with: new)).version != version, "\(old)")
    }
    for change in ["[theme]\nbase = dark\n", "[kiosk]\nidle = 40\nhours = Mo 08:00-18:00\n"] {
      #expect(try Self.words(change + Self.survey).version == version)
    }
  }

  /// Each answer has the version, whose words are on disk, and the order that its visitor saw.
  @Test func answersNameVersionAndOrder() throws {
    let program = try Program("starctl")
    defer { program.remove() }
    let display = try MemoryDisplay.open(size: Size(width: 320, height: 240), format: .xrgb8888)
    let journal = program.path("j.sqlite")
    let kiosk = try ScriptedVisit("", survey: Self.survey, on: display, journal: journal, then: { _ in }).kiosk
    var now = kiosk.clock.now
    func give(_ event: SurveyMachine.Event) {
      now += 1_000_000_007
      kiosk.clock.now = now
      kiosk.handle(event)
    }
    var orders: [[String]] = []
    for _ in 0..<12 {
      give(.started)
      let screen = kiosk.presenter.screen
      let places = try (0..<3 as Range<Int32>).map { option in
        (option: Int(option), bounds: try #require(screen.bounds(of: .option(option))))
      }
      let seen = places.sorted { ($0.bounds.minY, $0.bounds.minX) < ($1.bounds.minY, $1.bounds.minX) }
      orders.append(seen.map { ["bus", "train", "foot"][$0.option] })
      give(.chose(1))
      give(.rated(RatingEvent(.committed, 3, source: .touch)))
      give(.timePassed)
      now += 20_000_000_000
      give(.timePassed)
    }
    let words = try Self.words()
    let answers = try Journal.answers(at: journal)
    #expect(answers.count == 24 && answers.allSatisfy { $0.survey == words.version })
    #expect(answers.filter { $0.kind == "choice" }.map(\.shown) == orders)
    #expect(answers.filter { $0.kind == "stars" }.allSatisfy { $0.shown.isEmpty })
    #expect(answers.filter { $0.kind == "choice" }.allSatisfy { $0.chosen == ["train"] })
    #expect(Set(orders).count > 2)
    while !kiosk.configuration.isPrepared { kiosk.prepareRest() }
    kiosk.configuration.keep()
    #expect(SurveyFile(of: journal).lines == [words.json])
  }
}

extension Journal {
  fileprivate static func answers(at path: String) throws -> [Answer] {
    let reader = try JournalReader(path: path)
    var all: [Answer] = []
    while let answer = try reader.next() { all.append(answer) }
    return all
  }
}
