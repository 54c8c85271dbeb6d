import Basics
import Display
import StarSlider
import Survey
import Text

package enum ScreenFault: Sendable {
  /// The screen has fewer pixels than the row has stars.
  case tooSmall(stars: Int32)
  case memory
  /// A text cannot be set. The subject is a font or a library.
  case text
}

package typealias ScreenError = Failure<ScreenFault>

extension Failure where Kind == ScreenFault {
  package init(_ error: TextError) {
    self.init(
      .text, error.operation, error.subject, errno: error.errno, reason: error.reason, suggestion: error.suggestion)
  }
}

/// All screens of a kiosk in all languages. They are laid out and rendered once, so that a screen appears at once and the fonts can be
/// closed.
///
/// At the start, only the first language is made before the first frame, without the pictures of moving stars. The caller then calls
/// `makeNextLanguage` while the kiosk is idle. Checking the screens for problems (`warnings`) takes a third as long as making them, so it
/// waits as well.
package final class ScreenSet {
  /// The properties that all screens share.
  package struct Design {
    package var theme: Theme
    package var metrics: Metrics
    package var slider: SliderConfiguration
    /// The face of the stars on the thank-you screen.
    package var thanks: Face
    /// The image above the text of the start screen.
    package var logo: Image?
    /// The picture that the closed kiosk shows; `nil` for words.
    package var closedPicture: Image?
    /// The image behind all screens; `nil` for the theme's background.
    package var photo: Image?
    /// Whether the start screen shows slides.
    package var hasSlides = false
    /// A sample address of the same length as those in codes; `nil` without codes.
    package var code: String?
    /// Whether there is a service screen, and whether its keypad has a button for the cleaning.
    package var (hasService, hasCleaning) = (false, true)
    /// Whether there is a screen with the kiosk's name and address.
    package var hasIdentity = false
    /// The face of the stars on a start screen without motion: pale, so that they do not look like an answer. `nil` if there is none.
    package var invitation: Face?
    /// Whether stars pop and light up, and buttons shrink under a finger.
    package var hasMotion = false
    /// How each question is answered. Questions beyond the end of the array have stars.
    package var questions: [QuestionDesign] = []

    package init(theme: Theme, metrics: Metrics, slider: SliderConfiguration, thanks: Face, logo: Image? = nil) {
      self.theme = theme
      self.metrics = metrics
      self.slider = slider
      self.thanks = thanks
      self.logo = logo
    }

    /// The further styles of the stars, in the order of `Screen.thanks` and `Screen.lit`.
    var styles: [Face] { [thanks] + (invitation.map { [$0] } ?? []) }

    /// The problems of rows of stars, each reported once.
    fileprivate func warnings(of sliders: [StarSlider], _ builder: ScreenBuilder) -> [ScreenWarning] {
      var warnings: [ScreenWarning] = []
      var sides: [Int32] = []
      for slider in sliders where !sides.contains(slider.layout.starSize) {
        let side = slider.layout.starSize
        sides.append(side)
        builder.checkTarget(Size(width: side, height: side), .stars, "a star")
        warnings += starWarnings(slider).filter { !warnings.contains($0) }
      }
      return warnings
    }

    /// The contrasts of the stars, and of those on the thank-you screen.
    fileprivate var starContrasts: [MeasuredContrast] {
      let contrast = Contrast(thanks.fill, thanks.background)
      return slider.contrasts + [
        MeasuredContrast(contrast, atLeast: .components, "thanks", on: "background", isText: false)
      ]
    }

    /// The problems of the stars besides their colors' contrast: looking alike, and sizes below the minimum.
    fileprivate func starWarnings(_ slider: StarSlider) -> [ScreenWarning] {
      var warnings = self.slider.likenessWarning.map { [$0] } ?? []
      let (side, least) = (slider.layout.starSize, self.slider.minimumStarSize)
      if side < least {
        warnings.append(
          ScreenWarning(.stars, "the screen has room for stars of \(side) px only; minimum-star-size is \(least) px"))
      }
      if !self.slider.faces.allSatisfy({ $0.showsValue(inCellOf: side) }) {
        warnings.append(ScreenWarning(.stars, Face.hiddenFill(side: side)))
      }
      return warnings
    }
  }

  /// The screens of one language.
  struct LocalizedScreens {
    var attract: Screen
    var questions: [Screen]
    var reasons: [Screen?]
    var thanks: Screen
    var closed: Screen
    var outOfOrder: Screen
    var cleaning: Screen
  }

  /// The screens of each language made so far, in the order of the languages.
  private var localizedScreens: [LocalizedScreens]
  /// Makes the screens of the next language; `nil` once all are made, because it keeps fonts open.
  private var maker: LanguageMaker?
  /// Checks the screens for problems; `nil` afterwards.
  private var judge: (() -> (warnings: [ScreenWarning], measures: ScreenMeasures))?
  private var judged: (warnings: [ScreenWarning], measures: ScreenMeasures)
  private let languageScreen: Screen?
  private let service: ServiceScreens?
  private let identity: Screen?
  /// The picture of the closed kiosk without words, for all languages.
  private let closedPicture: Screen?
  /// What the screen of the closed kiosk is made of; `nil` without texts.
  private let closing: (languages: [LocalizedPhrases], canvas: Canvas, metrics: Metrics)?
  /// What visitors hear of the screens; `nil` if the kiosk does not speak.
  package let speech: ScreenSpeech?

  /// Creates the screens of a kiosk without text: the stars, as large as the screen allows.
  @export(interface) package init(
    stars design: Design, on transform: ScreenTransform, format: PixelFormat
  ) throws(ScreenError) {
    let places = [SliderConfiguration.bounds(onScreen: transform.layout), Rect(transform.layout)]
    let builder = SliderBuilder(design, on: transform, format: format) { _ in places }
    let slider = try builder.slider(design.slider, isRightToLeft: design.slider.layoutDirection == .rightToLeft)
    let canvas = Canvas(transform: transform, format: format, theme: design.theme, ring: design.metrics.ring)
    let stars = Screen(canvas, slider: slider)
    let dark = Screen(canvas)
    localizedScreens = [
      LocalizedScreens(
        attract: stars, questions: [stars], reasons: [nil],
        thanks: Screen(canvas, slider: slider, style: Screen.thanks), closed: dark,
        outOfOrder: Screen(outOfOrder: canvas, widgets: []), cleaning: dark)
    ]
    (languageScreen, service, identity) = (nil, nil, nil)
    closedPicture = design.closedPicture.map { canvas.screen(of: $0) }
    (closing, speech) = (nil, nil)
    judged = ([], ScreenMeasures(design.metrics))
    judge = {
      var measures = ScreenMeasures(design.metrics)
      let side = slider.layout.starSize
      measures.add(target: Size(width: side, height: side))
      return (measures.add(design.starContrasts) + design.starWarnings(slider), measures)
    }
  }

  /// Creates the screens of a survey. Each of `languages` must have the survey's questions and reasons.
  ///
  /// - Parameters:
  ///   - isSpoken: Whether visitors can hear the screens.
  ///   - all: Whether to make the screens of every language now; otherwise only those of the first one.
  @export(interface) package init(
    _ design: Design, languages: [LocalizedPhrases], on transform: ScreenTransform, format: PixelFormat,
    typesetter: Typesetter, isSpoken: Bool = false, all: Bool = true
  ) throws(ScreenError) {
    var theme = design.theme
    // The strokes of the smallest text are too thin for a pale color.
    if design.metrics.word.largest < 16 { theme.secondary = theme.text }
    var canvas = Canvas(transform: transform, format: format, theme: theme, ring: design.metrics.ring)
    canvas.hasMotion = design.hasMotion
    if let photo = design.photo { try canvas.stand(on: photo) }
    let builder = ScreenBuilder(canvas, design.metrics, typesetter)
    let hasWords = languages.contains { !$0.starWords.isEmpty }
    let sliders = SliderBuilder(design, on: transform, format: format) { configuration in
      Stack(design.metrics, Stack.Content(configuration, words: hasWords), isRightToLeft: false)
        .placesForStars(ring: canvas.ring)
    }
    languageScreen = languages.count > 1 ? try builder.languageScreen(languages) : nil
    let maker = LanguageMaker(design, languages, builder, sliders, hasStarWords: hasWords)
    localizedScreens = [try maker.screens(ofLanguage: 0)]
    service = design.hasService ? try maker.serviceScreens() : nil
    identity = design.hasIdentity ? try builder.identityScreen() : nil
    closedPicture = design.closedPicture.map { canvas.plain.screen(of: $0) }
    closing = (languages, canvas, design.metrics)
    speech = isSpoken ? ScreenSpeech(design, languages) : nil
    self.maker = maker
    judged = ([], builder.measures)
    judge = { [theme = canvas.theme, ground = canvas.hardestGround] in
      let stars = sliders.all.isEmpty ? [] : design.starContrasts
      let contrast = builder.measures.add(theme.contrasts(on: ground) + DrawnText.contrasts(builder.texts) + stars)
      return (contrast + design.warnings(of: sliders.all, builder) + builder.warnings, builder.measures)
    }
    if all { while try makeNextLanguage() {} }
  }

  /// Makes the screens of one more language, if there is one, and the pictures of moving stars. Returns whether another one remains.
  @export(interface) package func makeNextLanguage() throws(ScreenError) -> Bool {
    guard let maker else { return false }
    if localizedScreens.count < maker.languages.count {
      localizedScreens.append(try maker.screens(ofLanguage: localizedScreens.count))
    }
    maker.preparePictures()
    if localizedScreens.count == maker.languages.count {
      maker.writeTextCache()
      self.maker = nil
    }
    return self.maker != nil
  }

  /// Shows the screens of the first language for those that are not made, because a font or memory is missing.
  package func endWithFirstLanguage() {
    guard let maker else { return }
    while localizedScreens.count < maker.languages.count { localizedScreens.append(localizedScreens[0]) }
    self.maker = nil
  }

  /// The usability problems of the screens; empty until all languages are made. The first call after that checks the screens.
  package var warnings: [ScreenWarning] { checked.warnings }

  /// What the check of the screens measures; nothing until all languages are made.
  package var measures: ScreenMeasures { checked.measures }

  private var checked: (warnings: [ScreenWarning], measures: ScreenMeasures) {
    if let judge, maker == nil {
      judged = judge()
      self.judge = nil
    }
    return judged
  }

  /// Whether a language's screens are made.
  package func has(language: Int32) -> Bool { Int(language) < localizedScreens.count }

  /// Returns the screen of the closed kiosk with the time of the next opening, which is known only when the kiosk closes; `nil` if the
  /// closed kiosk shows a picture.
  package func closed(
    until opening: OpeningHours.Opening, language: Int32, _ typesetter: Typesetter
  ) throws(ScreenError) -> Screen? {
    guard closedPicture == nil, let closing else { return nil }
    return try ScreenBuilder(closing.canvas, closing.metrics, typesetter)
      .closedScreen(closing.languages[Int(language)], until: opening)
  }

  /// Returns the screen of a view in a language, which is counted from 0. The screens of that language must be made.
  package func screen(_ view: SurveyScreen, language: Int32) -> Screen {
    let screens = localizedScreens[Int(language)]
    switch view {
    case .attract: return screens.attract
    case .language: return languageScreen ?? screens.attract
    case .question(let question): return screens.questions[Int(question)]
    case .reasons(let question): return screens.reasons[Int(question)] ?? screens.questions[Int(question)]
    case .thanks: return screens.thanks
    case .closed: return closedPicture ?? screens.closed
    case .outOfOrder: return screens.outOfOrder
    case .cleaning: return screens.cleaning
    case .pin: return service?.pin ?? screens.closed
    case .service: return service?.service ?? screens.closed
    case .identity: return identity ?? screens.closed
    }
  }
}
