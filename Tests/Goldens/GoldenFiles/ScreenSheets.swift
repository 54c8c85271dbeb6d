import Display
import Scenes
import Screens
import Settings
import StarSlider
import Survey
import Text

/// All screens of a kiosk on one sheet, for each theme, size and direction.
///
/// The pixels also depend on Debian 12's versions of the Noto fonts, FreeType and HarfBuzz.
package struct ScreenSheet: Sendable {
  package let name: String
  let theme: Theme
  let size: Size<LayoutSpace>
  let isRightToLeft: Bool
  /// What the thank-you screen shows as a code, alone on its sheet.
  var address: String?

  package static let all: [ScreenSheet] = {
    var sheets: [ScreenSheet] = []
    for (theme, colors) in [
      ("light", Theme.light), ("dark", .dark), ("contrast", .contrast), ("classic", .classic),
    ] {
      for (width, height) in [(320, 240), (800, 480), (720, 1280), (1920, 1080)] as [(Int32, Int32)] {
        for isRightToLeft in [false, true] {
          sheets.append(
            ScreenSheet(
              name: "screens-\(theme)-\(width)x\(height)-\(isRightToLeft ? "rtl" : "ltr")", theme: colors,
              size: Size(width: width, height: height), isRightToLeft: isRightToLeft))
        }
      }
    }
    return sheets + codes
  }()

  /// The thank-you screen with a code.
  private static let codes = [
    ("light", Theme.light, 320, 240, false), ("dark", .dark, 800, 480, false), ("light", .light, 720, 1280, true),
    ("classic", .classic, 320, 240, true),
  ].map { (theme, colors, width, height, isRightToLeft) in
    ScreenSheet(
      name: "code-\(theme)-\(width)x\(height)-\(isRightToLeft ? "rtl" : "ltr")", theme: colors,
      size: Size(width: Int32(width), height: Int32(height)), isRightToLeft: isRightToLeft,
      address: address)
  }

  static let address = "https://example.org/comment?v=00000000-0000-4000-8000-000000000000&k=gate-7"

  package static let english = withWords(
    englishPhrases, ["Very poor", "Poor", "Fair", "Good", "Excellent"])
  package static let arabic = withWords(arabicPhrases, ["سيئة جدًا", "سيئة", "مقبولة", "جيدة", "ممتازة"])

  private static func withWords(_ phrases: LocalizedPhrases, _ words: [String]) -> LocalizedPhrases {
    var phrases = phrases
    phrases.starWords = words
    return phrases
  }

  private static let englishPhrases = LocalizedPhrases(
    language: "en", phrases: PhraseTexts(), questions: ["How was our service?", "How clean was the shop?"],
    reasons: [["The waiting time", "The staff", "The prices", "The opening hours", "Something else"], []])
  private static let arabicPhrases = LocalizedPhrases(
    language: "ar",
    phrases: PhraseTexts([
      "العربية", "المس الشاشة للبدء", "ما الذي لم يعجبك؟", "تم", "ابدأ من جديد", "شكرًا لك!", "هل ما زلت هنا؟", "مغلق",
      "جارٍ التنظيف", "أخبرنا المزيد: امسح هذا الرمز", "التالي", "نعم", "لا",
      "نفتح مجددًا: {day}،\u{a0}{time}", "الاثنين",
    ]), questions: ["كيف كانت خدمتنا؟", "ما مدى نظافة المتجر؟"],
    reasons: [["وقت الانتظار", "تعامل الموظفين", "الأسعار", "ساعات العمل", "شيء آخر"], []])

  /// Returns a typesetter with Noto Sans for both scripts, whatever fonts are installed.
  package static func typesetter() throws -> Typesetter {
    let folder = "/usr/share/fonts/truetype/noto/"
    return try Typesetter(
      fonts: [.file(folder + "NotoSans-Regular.ttf"), .file(folder + "NotoSansArabic-Regular.ttf")],
      headings: [.file(folder + "NotoSans-Bold.ttf"), .file(folder + "NotoSansArabic-Bold.ttf")])
  }

  /// Returns the design of the sheets: half stars and a theme.
  package static func design(_ theme: Theme, _ size: Size<LayoutSpace>) -> ScreenSet.Design {
    guard let scale = try? Scale(starCount: 5, step: .half) else { preconditionFailure("five stars are a scale") }
    let metrics = Metrics(size, hasLargeText: theme.isBold)
    let side = metrics.starSize(scale.starCount)
    let slider = SliderConfiguration(scale: scale, face: theme.face(ofSize: side), spacing: theme.gap(ofStar: side))
    return ScreenSet.Design(theme: theme, metrics: metrics, slider: slider, thanks: theme.thanksFace(ofSize: side))
  }

  /// The states: start, languages, question, an answer and its countdown, the same with keys, reasons, chosen reasons, thanks,
  /// closed, cleaning. Of large screens only the answer, the last question, chosen reasons, and thanks.
  package func render() throws -> Pixels {
    let transform = ScreenTransform(
      physical: Size(width: size.width, height: size.height), rotation: .none)
    let languages = isRightToLeft ? [Self.arabic, Self.english] : [Self.english, Self.arabic]
    var design = Self.design(theme, size)
    design.code = address
    let book = try ScreenSet(
      design, languages: languages, on: transform, format: .xrgb8888, typesetter: Self.typesetter())
    var pictures: [[UInt8]] = []
    let opening = OpeningHours.Opening(weekday: 0, minute: 480)
    func add(_ view: SurveyScreen, value: Int32? = nil, _ change: (Screen) -> Void = { _ in }) throws {
      let closed = view == .closed ? try book.closed(until: opening, language: 0, Self.typesetter()) : nil
      let screen = closed ?? book.screen(view, language: 0)
      screen.show()
      screen.slider?.set(value)
      change(screen)
      pictures.append(try Self.picture(of: screen, transform.physical))
    }
    if let address {
      try add(.thanks) { $0.showCode(address) }
      return Self.sheet(pictures, width: Int(size.width), height: Int(size.height))
    }
    let isLarge = size.width * size.height > 800 * 480
    if !isLarge {
      try add(.attract)
      try add(.language) { _ = $0.handle(Key.right) }
      try add(.question(0))
    }
    try add(.question(0), value: 7) { $0.setCountdown(10) }
    try add(.question(1), value: 3) { _ = $0.handle(Key.right) }
    if !isLarge { try add(.reasons(0)) }
    try add(.reasons(0)) { screen in
      for key in [Key.down, .enter, .down, .enter, .left] { _ = screen.handle(key) }
      screen.setCountdown(4)
    }
    try add(.thanks, value: 9)
    if !isLarge {
      try add(.closed)
      try add(.cleaning) { $0.setCountdown(27) }
    }
    return Self.sheet(pictures, width: Int(size.width), height: Int(size.height))
  }

  static func picture(of screen: Screen, _ size: Size<PhysicalSpace>) throws -> [UInt8] {
    guard let display = MemoryDisplay(size: size, format: .xrgb8888), let frame = try display.nextFrame() else {
      preconditionFailure("memory lends frames")
    }
    try display.present(screen.paint(frame))
    guard let scanout = display.scanout else { preconditionFailure("a frame was presented") }
    return scanout.rgb
  }

  /// Arranges the pictures in rows, with gaps.
  static func sheet(_ pictures: [[UInt8]], width: Int, height: Int, columns: Int = 5) -> Pixels {
    let (columns, gap) = (min(columns, pictures.count), 8)
    let rows = (pictures.count + columns - 1) / columns
    let (wide, high) = (columns * (width + gap) - gap, rows * (height + gap) - gap)
    var rgb = [UInt8](repeating: 0x80, count: wide * high * 3)
    for (i, picture) in pictures.enumerated() {
      let (left, top) = (i % columns * (width + gap), i / columns * (height + gap))
      for y in 0..<height {
        let to = ((top + y) * wide + left) * 3
        rgb.replaceSubrange(to..<to + width * 3, with: picture[y * width * 3..<(y + 1) * width * 3])
      }
    }
    return Pixels(rgb: rgb, width: wide, height: high)
  }
}

extension Surface {
  /// Returns all pixels, three bytes each.
  var rgb: [UInt8] {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(Int(size.width) * Int(size.height) * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = color(x: x, y: y)
        rgb += [color.red, color.green, color.blue]
      }
    }
    return rgb
  }
}

extension PhraseTexts {
  /// Creates texts in the order of the phrases.
  package init(_ texts: [String]) {
    self.init()
    for (phrase, text) in zip(Phrase.allCases, texts) { self[phrase] = text }
  }
}
