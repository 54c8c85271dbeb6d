import StarSlider
import Text

/// Makes the screens of one language after another, and keeps the fonts open meanwhile.
final class LanguageMaker {
  let languages: [LocalizedPhrases]
  private let design: ScreenSet.Design
  private let builder: ScreenBuilder
  private let sliders: SliderBuilder
  private let hasStarWords: Bool

  /// Creates a maker. All languages share its builders.
  ///
  /// - Parameter hasStarWords: Whether any language has words for the stars, so that the screens of every language leave room for them.
  init(
    _ design: ScreenSet.Design, _ languages: [LocalizedPhrases], _ builder: ScreenBuilder, _ sliders: SliderBuilder,
    hasStarWords: Bool
  ) {
    (self.design, self.languages, self.builder, self.sliders) = (design, languages, builder, sliders)
    self.hasStarWords = hasStarWords
  }

  /// Makes the screens of a language, counted from 0.
  func screens(ofLanguage index: Int) throws(ScreenError) -> ScreenSet.LocalizedScreens {
    try builder.localizedScreens(try localization(index), design, sliders)
  }

  /// Makes the operators' screens, in the first language.
  func serviceScreens() throws(ScreenError) -> ServiceScreens {
    try builder.serviceScreens(try localization(0), hasCleaning: design.hasCleaning)
  }

  /// Paints the pictures of the stars that move on the screens made so far.
  func preparePictures() { sliders.preparePictures() }

  /// Writes the texts of all languages to the typesetter's cache.
  func writeTextCache() { builder.writeTextCache() }

  private func localization(_ index: Int) throws(ScreenError) -> Localization {
    let isRightToLeft = try builder.isRightToLeft(languages[index])
    return Localization(
      phrases: languages[index], isRightToLeft: isRightToLeft, hasStarWords: hasStarWords,
      reversesStars: isRightToLeft || design.slider.layoutDirection == .rightToLeft,
      languageButton: LanguageButton(at: index, of: languages))
  }
}
