import Screens
import Survey
import Testing

@testable import Kiosk

/// What is said of screens of every kind, in English, German and Arabic.
@Suite struct SpokenScreenTests {
  private static let keys = [
    "Choose with the arrow keys, then press Enter", "Mit den Pfeiltasten wählen, dann Eingabe drücken",
    "اختر بمفاتيح الأسهم ثم اضغط مفتاح الإدخال",
  ]

  /// A screen, and what is said of it in the three languages when a key has led to it.
  static let screens: [(view: SurveyScreen, texts: [[String]])] = [
    (
      .attract,
      [
        ["How was our service?", "Press Enter to begin"], ["Wie war unser Service?", "Zum Beginnen Eingabe drücken"],
        ["كيف كانت خدمتنا؟", "اضغط مفتاح الإدخال للبدء"],
      ]
    ),
    (
      .question(0),
      [
        ["Question 1 of 8", "How was our service?", "Stars, 1 to 5", "Not rated", keys[0]],
        ["Frage 1 von 8", "Wie war unser Service?", "Sterne, 1 bis 5", "Nicht bewertet", keys[1]],
        ["السؤال 1 من 8", "كيف كانت خدمتنا؟", "النجوم من 1 إلى 5", "دون تقييم", keys[2]],
      ]
    ),
    (
      .reasons(0),
      [
        [
          "What went wrong?", "2 answers", "Several answers are possible", "The waiting time", "Not selected", "1 of 2",
          keys[0],
        ],
        [
          "Was hat Ihnen nicht gefallen?", "2 Antworten", "Mehrere Antworten sind möglich", "Die Wartezeit",
          "Nicht ausgewählt", "1 von 2", keys[1],
        ],
        [
          "ما الذي لم يعجبك؟", "عدد الإجابات 2", "يمكن اختيار عدة إجابات", "وقت الانتظار", "غير محدد", "1 من 2",
          keys[2],
        ],
      ]
    ),
    (
      .question(1),
      [
        ["Question 2 of 8", "How was your visit?", "5 answers", "Very unhappy", "1 of 5", keys[0]],
        ["Frage 2 von 8", "Wie war Ihr Besuch?", "5 Antworten", "Sehr unzufrieden", "1 von 5", keys[1]],
        ["السؤال 2 من 8", "كيف كانت زيارتك؟", "عدد الإجابات 5", "غير راضٍ إطلاقًا", "1 من 5", keys[2]],
      ]
    ),
    (
      .question(2),
      [
        [
          "Question 3 of 8", "Would you recommend us?", "11 answers", "0: Not at all likely", "10: Very likely",
          "0 of 10", "Not at all likely", keys[0],
        ],
        [
          "Frage 3 von 8", "Empfehlen Sie uns weiter?", "11 Antworten", "0: Sicher nicht", "10: Auf jeden Fall",
          "0 von 10", "Sicher nicht", keys[1],
        ],
        [
          "السؤال 3 من 8", "هل توصي بنا؟", "عدد الإجابات 11", "0: لا أبدًا", "10: نعم بالتأكيد", "0 من 10", "لا أبدًا",
          keys[2],
        ],
      ]
    ),
    (
      .question(3),
      [
        ["Question 4 of 8", "How easy was it?", "5 answers", "1 of 5", keys[0]],
        ["Frage 4 von 8", "Wie leicht war es?", "5 Antworten", "1 von 5", keys[1]],
        ["السؤال 4 من 8", "ما مدى سهولة ذلك؟", "عدد الإجابات 5", "1 من 5", keys[2]],
      ]
    ),
    (
      .question(4),
      [
        ["Question 5 of 8", "Will you come again?", "2 answers", "Yes", "1 of 2", keys[0]],
        ["Frage 5 von 8", "Kommen Sie wieder?", "2 Antworten", "Ja", "1 von 2", keys[1]],
        ["السؤال 5 من 8", "هل ستعود؟", "عدد الإجابات 2", "نعم", "1 من 2", keys[2]],
      ]
    ),
    (
      .question(5),
      [
        ["Question 6 of 8", "How did you come?", "2 answers", "The bus", "1 of 2", keys[0]],
        ["Frage 6 von 8", "Wie sind Sie gekommen?", "2 Antworten", "Der Bus", "1 von 2", keys[1]],
        ["السؤال 6 من 8", "كيف أتيت؟", "عدد الإجابات 2", "الحافلة", "1 من 2", keys[2]],
      ]
    ),
    (
      .question(6),
      [
        [
          "Question 7 of 8", "What did you use?", "2 answers", "Several answers are possible", "The bus",
          "Not selected", "1 of 2", keys[0],
        ],
        [
          "Frage 7 von 8", "Was haben Sie benutzt?", "2 Antworten", "Mehrere Antworten sind möglich", "Der Bus",
          "Nicht ausgewählt", "1 von 2", keys[1],
        ],
        [
          "السؤال 7 من 8", "ماذا استخدمت؟", "عدد الإجابات 2", "يمكن اختيار عدة إجابات", "الحافلة", "غير محدد", "1 من 2",
          keys[2],
        ],
      ]
    ),
    (
      .question(7),
      [
        ["Question 8 of 8", "We are reading every answer.", "Next", "1 of 2", keys[0]],
        ["Frage 8 von 8", "Wir lesen jede Antwort.", "Weiter", "1 von 2", keys[1]],
        ["السؤال 8 من 8", "نقرأ كل إجابة.", "التالي", "1 من 2", keys[2]],
      ]
    ),
    (.thanks, [["Thank you!"], ["Vielen Dank!"], ["شكرًا لك!"]]),
    (.closed, [["Closed"], ["Geschlossen"], ["مغلق"]]),
    (.outOfOrder, [["Closed"], ["Geschlossen"], ["مغلق"]]),
    (.cleaning, [["Cleaning"], ["Reinigung"], ["جارٍ التنظيف"]]),
    // The operators' screens are said by name only.
    (.pin, [["Enter PIN"], ["PIN eingeben"], ["أدخل رقم PIN"]]),
    (.service, [["Service screen"], ["Servicebereich"], ["شاشة الخدمة"]]),
    (.identity, [[], [], []]),
  ]

  private func kiosk() throws -> SpokenKiosk {
    try SpokenKiosk(
      "[voice]\nvoice = always\n" + SpokenKiosk.survey.replacing("[kiosk]\n", with: "[kiosk]\nservice-pin = 4711\n"))
  }

  @Test(arguments: screens.indices) func everyScreenIsSaid(_ index: Int) throws {
    let (view, texts) = Self.screens[index]
    let screens = try kiosk().kiosk.configuration.model.screens
    let speech = try #require(screens.speech)
    for (language, tag) in zip(0..<3 as Range<Int32>, ["en", "de", "ar"]) {
      let screen = screens.screen(view, language: language)
      screen.slider?.set(nil)
      screen.show(withFocus: true)
      let said = speech.announcement(of: .init(view, language: language, hasContrast: false), on: screen)
      #expect(said.map { $0.text } == texts[Int(language)], "\(view)")
      #expect(said.allSatisfy { $0.language == tag })
    }
  }

  /// Each language is named by its own voice.
  @Test func languagesAreSaidInThemselves() throws {
    let screens = try kiosk().kiosk.configuration.model.screens
    let screen = screens.screen(.language, language: 0)
    screen.show(withFocus: true)
    let place = ScreenSpeech.Place(.language, language: 1, hasContrast: false)
    let said = try #require(screens.speech).announcement(of: place, on: screen)
    #expect(
      said == [
        Utterance("de", "Sprache"), Utterance("en", "English"), Utterance("de", "1 von 3"),
        Utterance("de", Self.keys[1]),
      ])
    let before = screen.focused
    _ = screen.handle(.down)
    _ = screen.handle(.down)
    let change = try #require(screens.speech).change(from: before, to: screen.focused, at: place, on: screen)
    #expect(change == [Utterance("ar", "العربية"), Utterance("de", "3 von 3")])
  }

  /// Halves are said as the language writes them.
  @Test func halvesHaveTheLanguagesComma() throws {
    let text = "[voice]\nvoice = always\n[slider]\nstep = half\nminimum = 0.5\n" + SpokenKiosk.survey
    let screens = try SpokenKiosk(text).kiosk.configuration.model.screens
    for (language, words) in zip(
      0..<3 as Range<Int32>, [["3.5 of 5", "Good"], ["3,5 von 5", "Gut"], ["3.5 من 5", "جيدة"]])
    {
      let screen = screens.screen(.question(0), language: language)
      screen.show(withFocus: true)
      screen.slider?.set(6)
      let before = screen.focused
      screen.slider?.set(7)
      let place = ScreenSpeech.Place(.question(0), language: language, hasContrast: false)
      let said = try #require(screens.speech).change(from: before, to: screen.focused, at: place, on: screen)
      #expect(said.map { $0.text } == words)
      let lowest = ["Stars, 0.5 to 5", "Sterne, 0,5 bis 5", "النجوم من 0.5 إلى 5"][Int(language)]
      #expect(try #require(screens.speech).announcement(of: place, on: screen).map { $0.text }.contains(lowest))
    }
  }

  /// Nothing that an operator types or reads is said.
  @Test(arguments: [SurveyScreen.pin, .service]) func operatorsScreensAreSilent(_ view: SurveyScreen) throws {
    let screens = try kiosk().kiosk.configuration.model.screens
    let screen = screens.screen(view, language: 0)
    screen.show(withFocus: true)
    let place = ScreenSpeech.Place(view, language: 0, hasContrast: false)
    for _ in 0..<20 {
      let before = screen.focused
      _ = screen.step(by: 1)
      #expect(before != screen.focused)
      #expect(try #require(screens.speech).change(from: before, to: screen.focused, at: place, on: screen).isEmpty)
    }
  }

  @Test func closedKioskSaysWhenItOpens() throws {
    let screens = try kiosk().kiosk.configuration.model.screens
    let place = ScreenSpeech.Place(
      .closed, language: 1, hasContrast: false, opening: OpeningHours.Opening(weekday: 0, minute: 480))
    let said = try #require(screens.speech).announcement(of: place, on: screens.screen(.closed, language: 1))
    #expect(
      said.map { $0.text.replacing("\u{a0}", with: " ") } == ["Geschlossen", "Wieder geöffnet: Montag, 8:00 Uhr"])
  }

  @Test func aKioskThatDoesNotSpeakHasNoTexts() throws {
    for text in ["", "[voice]\nsounds = yes\n"] {
      let kiosk = try SpokenKiosk(text + SpokenKiosk.survey).kiosk
      #expect(kiosk.configuration.model.screens.speech == nil)
      #expect((kiosk.presenter.speech == nil) == text.isEmpty)
    }
  }
}
