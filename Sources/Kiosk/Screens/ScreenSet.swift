import Display
import Geometry
import Raster
import Rating
import StarSlider
import Survey
import Text

/// Every screen of a terminal, in every language: laid out, set and rendered once, when the terminal starts. Then the fonts
/// can be let go of, and a screen is there as soon as it is asked for.
package final class ScreenSet {
  /// What all screens share.
  package struct Design {
    package var theme: Theme
    package var metrics: Metrics
    package var slider: SliderConfiguration
    /// How the stars say thank you.
    package var thanks: Face
    /// Above the start screen's words.
    package var logo: Image?

    package init(theme: Theme, metrics: Metrics, slider: SliderConfiguration, thanks: Face, logo: Image? = nil) {
      self.theme = theme
      self.metrics = metrics
      self.slider = slider
      self.thanks = thanks
      self.logo = logo
    }
  }

  /// Why there are no screens.
  package enum Failure: Error {
    /// No room for the stars.
    case tooSmall(stars: Int32, least: Int32)
    /// No memory for the star images.
    case memory(DisplayError)
    case text(TextError)
  }

  /// One language's.
  struct LocalizedScreens {
    var attract: Screen
    var questions: [Screen]
    var reasons: [Screen?]
    var thanks: Screen
    var closed: Screen
    var cleaning: Screen
  }

  /// What visitors would stumble over: contrast, sizes, words that do not fit or have no glyph.
  package let faults: [ScreenFault]

  private let chapters: [LocalizedScreens]
  private let language: Screen?

  /// A terminal without words: the stars, as large as the screen allows.
  @export(interface) package init(
    stars design: Design, on transform: ScreenTransform, format: PixelFormat
  ) throws(Failure) {
    let bounds = SliderConfiguration.bounds(onScreen: transform.layout)
    let maker = SliderMaker(design, bounds: bounds, on: transform, format: format)
    let slider = try maker.slider(isRightToLeft: design.slider.layoutDirection == .rightToLeft)
    let canvas = Canvas(transform: transform, format: format, theme: design.theme, ring: design.metrics.ring)
    let stars = Screen(canvas, slider: slider)
    let dark = Screen(canvas)
    chapters = [
      LocalizedScreens(
        attract: stars, questions: [stars], reasons: [nil], thanks: Screen(canvas, slider: slider, look: Screen.thanks),
        closed: dark, cleaning: dark)
    ]
    language = nil
    faults = []
  }

  /// `wordings`, one or more, have as many questions as the plan, and of reasons for each as many as the plan asks for.
  @export(interface) package init(
    _ design: Design, wordings: [Wording], on transform: ScreenTransform, format: PixelFormat, typesetter: Typesetter
  ) throws(Failure) {
    let canvas = Canvas(transform: transform, format: format, theme: design.theme, ring: design.metrics.ring)
    let maker = ScreenBuilder(canvas, design.metrics, typesetter)
    let room = Stack(design.metrics, isRightToLeft: false).middle.inset(by: canvas.ring)
    let sliders = SliderMaker(design, bounds: room, on: transform, format: format)
    var chapters: [LocalizedScreens] = []
    do throws(TextError) {
      language = wordings.count > 1 ? try maker.languages(wordings) : nil
    } catch { throw .text(error) }
    for wording in wordings {
      let isRightToLeft = try Self.isRightToLeft(wording, typesetter)
      let slider = try sliders.slider(
        isRightToLeft: isRightToLeft || design.slider.layoutDirection == .rightToLeft)
      do throws(TextError) {
        chapters.append(
          try maker.chapter(wording, slider: slider, logo: design.logo, isRightToLeft: isRightToLeft))
      } catch { throw .text(error) }
      let side = slider.layout.starSize
      maker.checkTarget(Size(width: side, height: side), .stars, "a star")
    }
    self.chapters = chapters
    faults = design.theme.faults + maker.faults
  }

  /// What a language's first words say of its direction, where nobody says.
  private static func isRightToLeft(_ wording: Wording, _ typesetter: Typesetter) throws(Failure) -> Bool {
    if let known = wording.isRightToLeft { return known }
    do throws(TextError) {
      let block = try typesetter.set(
        wording.thanks, language: wording.language, size: 16, smallest: 16, width: Typesetter.limit, height: 64)
      return block.lines.first?.isRightToLeft ?? false
    } catch { throw .text(error) }
  }

  /// The screen for a view; `language` is counted from the first.
  package func screen(_ view: SurveyMachine.View, language: Int32) -> Screen {
    let chapter = chapters[Int(language)]
    switch view {
    case .attract: return chapter.attract
    case .language: return self.language ?? chapter.attract
    case .question(let question): return chapter.questions[Int(question)]
    case .reasons(let question): return chapter.reasons[Int(question)] ?? chapter.questions[Int(question)]
    case .thanks: return chapter.thanks
    case .closed: return chapter.closed
    case .cleaning: return chapter.cleaning
    }
  }
}

extension Screen {
  /// The look of the stars that say thank you.
  static var thanks: Int { 1 }
}

/// Makes one row of stars for each direction; equal pictures are rendered once.
final class SliderMaker {
  private let design: ScreenSet.Design
  private let bounds: Rect<LayoutSpace>
  private let transform: ScreenTransform
  private let format: PixelFormat
  private let cache = SpriteCache()
  private var made: [(isRightToLeft: Bool, slider: StarSlider)] = []

  init(_ design: ScreenSet.Design, bounds: Rect<LayoutSpace>, on transform: ScreenTransform, format: PixelFormat) {
    self.design = design
    self.bounds = bounds
    self.transform = transform
    self.format = format
  }

  func slider(isRightToLeft: Bool) throws(ScreenSet.Failure) -> StarSlider {
    for known in made where known.isRightToLeft == isRightToLeft { return known.slider }
    var configuration = design.slider
    configuration.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    do throws(DisplayError) {
      try Memory.require(
        StarSlider.mostMemory(configuration, styles: [design.thanks], bounds: bounds, format: format),
        for: "the star images")
    } catch { throw .memory(error) }
    guard
      let slider = StarSlider(
        configuration, styles: [design.thanks], bounds: bounds, on: transform, format: format, cache: cache),
      slider.layout.starSize >= configuration.minimumStarSize
    else {
      throw .tooSmall(stars: configuration.scale.starCount, least: configuration.minimumStarSize)
    }
    made.append((isRightToLeft, slider))
    return slider
  }
}
