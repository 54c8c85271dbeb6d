#if KIOSK_SCREENS
  import Basics
  import Display
  import StarSlider
  import Screens
  import Settings
  import Survey
  import Text

  /// The kiosk of `Samples/kiosk`: two questions in English and Arabic with stars, and reasons for the first one.
  final class SampleKiosk {
    let screen: Screen
    let transform: ScreenTransform
    let metrics: Metrics
    let theme = Theme.light
    let typesetter: Typesetter
    let languages = [english, arabic]
    private let screens: ScreenSet

    init(_ options: Options) throws(ProgramError) {
      screen = try Screen(options)
      transform = ScreenTransform(physical: screen.display.size, rotation: .none)
      metrics = Metrics(transform.layout)
      guard let scale = try? Scale(starCount: 5, step: .whole) else { preconditionFailure("five stars are a scale") }
      let side = metrics.starSize(scale.starCount)
      let slider = SliderConfiguration(scale: scale, face: theme.face(ofSize: side), spacing: theme.gap(ofStar: side))
      var design = ScreenSet.Design(
        theme: theme, metrics: metrics, slider: slider, thanks: theme.thanksFace(ofSize: side))
      design.hasMotion = true
      // The fonts of a configuration that does not name any.
      do throws(TextError) {
        typesetter = try Typesetter(fonts: [.family("sans-serif")], headings: [.family("sans-serif:semibold")])
      } catch { throw .failure(error.message) }
      do throws(ScreenError) {
        screens = try ScreenSet(
          design, languages: languages, on: transform, format: screen.display.format, typesetter: typesetter)
      } catch { throw .failure(error.message) }
    }

    /// Returns a screen in English, in the state after a visitor has rated with two stars.
    func shown(_ view: SurveyScreen) -> Screens.Screen {
      let screen = screens.screen(view, language: 0)
      screen.show()
      screen.slider?.set(2)
      return screen
    }

    private static let english = phrases(
      "en", [], ["How was our service?", "How clean was the shop?"], ["The waiting time", "The staff", "The prices"],
      ["Very poor", "Poor", "Fair", "Good", "Excellent"])
    private static let arabic = phrases(
      "ar",
      [
        "العربية", "المس الشاشة للبدء", "ما الذي لم يعجبك؟", "تم", "ابدأ من جديد", "شكرًا لك!", "هل ما زلت هنا؟", "مغلق",
        "جارٍ التنظيف",
      ],
      ["كيف كانت خدمتنا؟", "ما مدى نظافة المتجر؟"], ["وقت الانتظار", "تعامل الموظفين", "الأسعار"],
      ["سيئة جدًا", "سيئة", "مقبولة", "جيدة", "ممتازة"])

    /// Returns the phrases of a language. `own` contains translations of the first phrases, in their order.
    private static func phrases(
      _ language: String, _ own: [String], _ questions: [String], _ reasons: [String], _ stars: [String]
    ) -> LocalizedPhrases {
      var texts = PhraseTexts()
      for (phrase, text) in zip(Phrase.allCases, own) { texts[phrase] = text }
      var phrases = LocalizedPhrases(
        language: language, phrases: texts, questions: questions, reasons: [reasons, []])
      phrases.starWords = stars
      return phrases
    }
  }
#endif
