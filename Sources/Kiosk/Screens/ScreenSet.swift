import Basics
import Display
import Geometry
import Raster
import Rating
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

/// All screens of a kiosk in all languages. They are laid out and rendered once, so that a screen can be shown at once and the fonts
/// can be closed.
package final class ScreenSet {
  /// What all screens have in common.
  package struct Design {
    package var theme: Theme
    package var metrics: Metrics
    package var slider: SliderConfiguration
    /// The face of the stars on the thank-you screen.
    package var thanks: Face
    /// The image above the text of the start screen.
    package var logo: Image?
    /// What the closed kiosk shows; `nil` for words.
    package var closedPicture: Image?
    /// The image behind all screens; `nil` for the theme's background.
    package var photo: Image?
    /// Whether the start screen shows slides.
    package var hasSlides = false
    /// An address as long as those that are shown as codes; `nil` for none.
    package var code: String?
    /// Whether there is a service screen, and whether its keypad starts the cleaning.
    package var (hasService, hasCleaning) = (false, true)
    /// Whether stars pop and glint, and buttons shrink under a finger.
    package var hasMotion = false
    /// How the questions are answered; those beyond the last one with stars.
    package var questions: [QuestionDesign] = []

    package init(theme: Theme, metrics: Metrics, slider: SliderConfiguration, thanks: Face, logo: Image? = nil) {
      self.theme = theme
      self.metrics = metrics
      self.slider = slider
      self.thanks = thanks
      self.logo = logo
    }

    /// The problems of the stars: low contrast on the thank-you screen, and stars below their minimum size.
    fileprivate func starWarnings(_ slider: StarSlider) -> [ScreenWarning] {
      var warnings = self.slider.contrastWarnings
      let contrast = Contrast(thanks.fill, thanks.background)
      if let warning = ScreenWarning(contrast, below: .components, "thanks", on: "background") {
        warnings.append(warning)
      }
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
    var cleaning: Screen
  }

  /// The usability problems of the screens.
  package let warnings: [ScreenWarning]

  private let localizedScreens: [LocalizedScreens]
  private let languageScreen: Screen?
  private let service: ServiceScreens?
  /// Without words, for all languages.
  private let closedPicture: Screen?

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
        thanks: Screen(canvas, slider: slider, style: Screen.thanks), closed: dark, cleaning: dark)
    ]
    (languageScreen, service) = (nil, nil)
    closedPicture = design.closedPicture.map { canvas.screen(of: $0) }
    warnings = design.starWarnings(slider)
  }

  /// Creates the screens of a survey. Each of `languages` must have the survey's questions and reasons.
  @export(interface) package init(
    _ design: Design, languages: [LocalizedPhrases], on transform: ScreenTransform, format: PixelFormat,
    typesetter: Typesetter
  ) throws(ScreenError) {
    var theme = design.theme
    // The strokes of the smallest text are too thin for a pale colour.
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
    var screens: [LocalizedScreens] = []
    var starWarnings: [ScreenWarning] = []
    var service: ServiceScreens?
    languageScreen = languages.count > 1 ? try builder.languageScreen(languages) : nil
    for (i, phrases) in languages.enumerated() {
      let isRightToLeft = try builder.isRightToLeft(phrases)
      let localized = Localization(
        phrases: phrases, isRightToLeft: isRightToLeft, hasStarWords: hasWords,
        reversesStars: isRightToLeft || design.slider.layoutDirection == .rightToLeft,
        languageButton: LanguageButton(at: i, of: languages))
      screens.append(try builder.localizedScreens(localized, design, sliders))
      if design.hasService && service == nil {
        service = try builder.serviceScreens(localized, hasCleaning: design.hasCleaning)
      }
    }
    for slider in sliders.all {
      let side = slider.layout.starSize
      builder.checkTarget(Size(width: side, height: side), .stars, "a star")
      starWarnings += design.starWarnings(slider).filter { !starWarnings.contains($0) }
    }
    localizedScreens = screens
    self.service = service
    closedPicture = design.closedPicture.map { canvas.plain.screen(of: $0) }
    let contrast = canvas.theme.warnings(on: canvas.hardestGround) + DrawnText.warnings(builder.texts)
    warnings = contrast + starWarnings + builder.warnings
  }

  /// Returns the screen of a view in a language, counted from 0.
  package func screen(_ view: SurveyScreen, language: Int32) -> Screen {
    let screens = localizedScreens[Int(language)]
    switch view {
    case .attract: return screens.attract
    case .language: return languageScreen ?? screens.attract
    case .question(let question): return screens.questions[Int(question)]
    case .reasons(let question): return screens.reasons[Int(question)] ?? screens.questions[Int(question)]
    case .thanks: return screens.thanks
    case .closed: return closedPicture ?? screens.closed
    case .outOfOrder: return screens.closed
    case .cleaning: return screens.cleaning
    case .pin: return service?.pin ?? screens.closed
    case .service: return service?.service ?? screens.closed
    }
  }
}
