import Display
import Screens
import Settings
import StarSlider
import Survey
import Text

/// The screens of every kind of question on one sheet, for each theme, size and direction.
package struct KindSheet: Sendable {
  package let name: String
  let theme: Theme
  let size: Size<LayoutSpace>
  let isRightToLeft: Bool

  package static let all: [KindSheet] = {
    var sheets: [KindSheet] = []
    for (theme, colors) in [
      ("light", Theme.light), ("dark", .dark), ("contrast", .contrast), ("classic", .classic),
    ] {
      for (width, height) in [(320, 240), (800, 480), (720, 1280), (1920, 1080)] as [(Int32, Int32)] {
        for isRightToLeft in [false, true] {
          sheets.append(
            KindSheet(
              name: "kinds-\(theme)-\(width)x\(height)-\(isRightToLeft ? "rtl" : "ltr")", theme: colors,
              size: Size(width: width, height: height), isRightToLeft: isRightToLeft))
        }
      }
    }
    return sheets
  }()

  /// The questions of the sheets, with the texts in both languages.
  package static let questions: [(design: QuestionDesign, english: String, arabic: String)] = [
    (QuestionDesign(.faces, size: 5), "How was your visit today?", "كيف كانت زيارتك اليوم؟"),
    (QuestionDesign(.faces, size: 4), "How was the food?", "كيف كان الطعام؟"),
    (
      QuestionDesign(.nps, size: 10), "How likely are you to recommend us to a friend?",
      "ما مدى احتمال أن توصي بنا لصديق؟"
    ),
    (QuestionDesign(.effort, size: 7), "How easy was it to find us?", "هل كان العثور علينا سهلًا؟"),
    (QuestionDesign(.yesNo, size: 1), "Did you find what you were looking for?", "هل وجدت ما كنت تبحث عنه؟"),
    (QuestionDesign(.choice), "How did you come here?", "كيف أتيت إلى هنا؟"),
    (QuestionDesign(.choice, choosesSeveral: true), "What did you use today?", "ماذا استخدمت اليوم؟"),
    (
      QuestionDesign(.message), "We are sorry. Please talk to us at the desk.",
      "نأسف لذلك. تفضل بالحديث معنا عند المكتب."
    ),
    (
      QuestionDesign(.comment), "Would you like to tell us more? Scan this code.",
      "هل تود أن تخبرنا المزيد؟ امسح هذا الرمز."
    ),
    (QuestionDesign(.choice), "What brought you to us today?", "ما الذي أتى بك إلينا اليوم؟"),
  ]

  private static let options = [
    ["On foot", "By bus", "By train", "By car", "By bicycle"],
    ["Changing rooms", "Café", "Restrooms", "Car park", "Lifts", "Help desk"],
    ["Groceries", "Clothes", "A gift", "Electronics", "Books", "Repairs", "Returns", "Just looking"],
  ]
  private static let arabicOptions = [
    ["سيرًا على الأقدام", "بالحافلة", "بالقطار", "بالسيارة", "بالدراجة"],
    ["غرف القياس", "المقهى", "دورات المياه", "موقف السيارات", "المصاعد", "مكتب المساعدة"],
    ["بقالة", "ملابس", "هدية", "إلكترونيات", "كتب", "إصلاح", "إرجاع", "مجرد نظرة"],
  ]

  package static let english = texts(
    ScreenSheet.english, questions.map(\.english), options, ["Very bad", "Very good"],
    ["Not at all likely", "Very likely"])
  package static let arabic = texts(
    ScreenSheet.arabic, questions.map(\.arabic), arabicOptions, ["سيئة جدًا", "ممتازة"],
    ["غير محتمل إطلاقًا", "محتمل جدًا"])

  private static func texts(
    _ phrases: LocalizedPhrases, _ texts: [String], _ options: [[String]], _ faces: [String], _ likely: [String]
  ) -> LocalizedPhrases {
    var phrases = phrases
    (phrases.questions, phrases.reasons) = (texts, texts.map { _ in [] })
    var choices = options.makeIterator()
    phrases.options = questions.map { $0.design.kind == .choice ? choices.next() ?? [] : [] }
    phrases.ends = questions.map { question in
      switch question.design.kind {
      case .faces: question.design.size == 5 ? faces : []
      case .nps: likely
      case .effort: phrases.language == "ar" ? ["صعب جدًا", "سهل جدًا"] : ["Very difficult", "Very easy"]
      default: []
      }
    }
    if phrases.language == "ar" {
      for (phrase, text) in [(.next, "التالي"), (.yes, "نعم"), (.no, "لا")] as [(Phrase, String)] {
        phrases.phrases[phrase] = text
      }
    }
    return phrases
  }

  package static func design(_ theme: Theme, _ size: Size<LayoutSpace>) -> ScreenSet.Design {
    var design = ScreenSheet.design(theme, size)
    design.questions = questions.map(\.design)
    design.code = ScreenSheet.address
    return design
  }

  /// Each question with a tile that is pressed, has the focus or is chosen, and the thanks.
  package func render() throws -> Pixels {
    let transform = ScreenTransform(physical: Size(width: size.width, height: size.height), rotation: .none)
    let languages = isRightToLeft ? [Self.arabic] : [Self.english]
    let book = try ScreenSet(
      Self.design(theme, size), languages: languages, on: transform, format: .xrgb8888,
      typesetter: ScreenSheet.typesetter())
    var pictures: [[UInt8]] = []
    func add(_ view: SurveyScreen, _ change: (Screen) -> Void = { _ in }) throws {
      let screen = book.screen(view, language: 0)
      screen.show()
      change(screen)
      pictures.append(try ScreenSheet.picture(of: screen, transform.physical))
    }
    // Large screens show six questions, since comparing them takes long.
    let isLarge = size.width * size.height > 800 * 480
    for (i, question) in zip(0..<Int32(Self.questions.count), Self.questions) where !isLarge || i % 2 == 0 || i > 8 {
      try add(.question(i)) { screen in
        switch question.design.kind {
        case .message: break
        case .comment: screen.showCode(ScreenSheet.address)
        case .choice where question.design.choosesSeveral:
          for key in [Key.down, .enter, .down, .enter] { _ = screen.handle(key) }
        case .faces, .nps, .effort: for key in [Key.down, isRightToLeft ? .left : .right] { _ = screen.handle(key) }
        default:
          guard let tile = screen.bounds(of: .option(1)) else { return }
          _ = screen.handle(TouchEvent(.began, contact: 1, at: tile.center))
        }
      }
    }
    if !isLarge { try add(.thanks) }
    return ScreenSheet.sheet(pictures, width: Int(size.width), height: Int(size.height), columns: 4)
  }
}
