import Settings
import StarSlider
import Survey
import Text

/// The properties that all screens of a language share.
struct Localization {
  let phrases: LocalizedPhrases
  let isRightToLeft: Bool
  /// Whether any language has words below the stars, so that every language leaves room for them.
  let hasStarWords: Bool
  /// Whether the first star is on the right.
  let reversesStars: Bool
  /// The button on questions that changes the language; `nil` for a single language.
  var languageButton: LanguageButton?
}

/// A button labeled with a language's own name.
struct LanguageButton {
  let action: Action
  let named: LocalizedPhrases

  /// Creates the button for the screens of a language. With two languages, it leads to the other one; with more, to the language screen.
  init?(at index: Int, of languages: [LocalizedPhrases]) {
    if languages.count < 2 { return nil }
    let isPair = languages.count == 2
    action = isPair ? .language(Int32(1 - index)) : .languages
    named = languages[isPair ? 1 - index : index]
  }
}

extension ScreenBuilder {
  func localizedScreens(
    _ local: Localization, _ design: ScreenSet.Design, _ sliders: SliderBuilder
  ) throws(ScreenError) -> ScreenSet.LocalizedScreens {
    let phrases = local.phrases
    var (questions, reasons): ([Screen], [Screen?]) = ([], [])
    for (i, texts) in zip(0..<Int32(phrases.questions.count), phrases.reasons) {
      let place = QuestionPlace(i, local, design, sliders)
      questions.append(try questionScreen(place))
      reasons.append(texts.isEmpty ? nil : try reasonScreen(place))
    }
    let stack = Stack(metrics, .tiles, isRightToLeft: local.isRightToLeft)
    let whole = self.whole
    let digits = min(stack.middle.height, metrics.unit / 3)
    let digitsTop = stack.top(of: digits, in: stack.middle)
    let seconds = try countdown(
      .phrase(.cleaning), phrases,
      in: Rect(minX: whole.minX, minY: digitsTop, maxX: whole.maxX, maxY: digitsTop + digits))
    return ScreenSet.LocalizedScreens(
      attract: try startScreen(local, design, sliders), questions: questions, reasons: reasons,
      thanks: try thanksScreen(local, design, sliders),
      closed: Screen(canvas, widgets: [try closed(phrases)]),
      outOfOrder: Screen(outOfOrder: canvas, widgets: [try closed(phrases)]),
      cleaning: Screen(
        canvas, widgets: [try heading(.phrase(.cleaning), phrases, stack)], countdown: seconds))
  }

  private var whole: Rect<LayoutSpace> { Rect(metrics.size).inset(by: metrics.margin) }

  private func closed(_ phrases: LocalizedPhrases) throws(ScreenError) -> HeadingWidget {
    try statement(.phrase(.closed), phrases, in: whole)
  }

  /// Builds the screen of the closed kiosk with the day and time of the next opening below the heading.
  func closedScreen(
    _ phrases: LocalizedPhrases, until opening: OpeningHours.Opening
  ) throws(ScreenError) -> Screen {
    let heading = try closed(phrases)
    var area = whole
    area.minY = min(heading.bounds.maxY + metrics.margin / 2, area.maxY)
    area.maxY = min(area.maxY, area.minY + metrics.title.line * 2)
    let block = try set(
      .phrase(.opens), phrases, metrics.title, in: area, text: phrases.text(of: opening), vertical: .top)
    return Screen(canvas, widgets: [heading, TextWidget(block, in: area, canvas)])
  }

  /// Builds the start screen: the first question, on which a tap is already an answer, or slides.
  private func startScreen(
    _ local: Localization, _ design: ScreenSet.Design, _ sliders: SliderBuilder
  ) throws(ScreenError) -> Screen {
    if design.hasSlides, let screen = try slideScreen(local, design, sliders) { return screen }
    return try questionScreen(QuestionPlace(0, local, design, sliders, isStart: true))
  }

  /// Builds the thank-you screen. It shows the first of these that applies: a code, if there is one and no question shows it; the visitor's
  /// stars, if every question has the same stars; a tick.
  private func thanksScreen(
    _ local: Localization, _ design: ScreenSet.Design, _ sliders: SliderBuilder
  ) throws(ScreenError) -> Screen {
    if let code = design.code, !design.questions.contains(where: { $0.kind.showsCode }) {
      return try thanksScreen(local.phrases, code: code, isRightToLeft: local.isRightToLeft)
    }
    let stack = Stack(
      metrics, Stack.Content(design.slider, words: local.hasStarWords), isRightToLeft: local.isRightToLeft)
    let title = try heading(.phrase(.thanks), local.phrases, stack)
    if design.questions.contains(where: { $0.kind != .stars || $0.slider != nil }) {
      let area = Rect<LayoutSpace>(
        minX: stack.foot.minX, minY: title.bounds.maxY + metrics.margin, maxX: stack.foot.maxX, maxY: stack.foot.maxY)
      return Screen(canvas, widgets: [title, TickWidget(in: area, metrics, canvas)])
    }
    let (slider, motion) = try sliders.moved(design.slider, isRightToLeft: local.reversesStars)
    return Screen(
      canvas, widgets: [title], slider: slider, style: Screen.thanks, motion: motion,
      tick: StarTick(on: slider, design.thanks.fill))
  }

  /// Builds the language screen. Each button shows a language's own name. A globe is the heading that visitors of all languages can read.
  func languageScreen(_ languages: [LocalizedPhrases]) throws(ScreenError) -> Screen {
    let stack = Stack(metrics, .choice(of: Int32(languages.count)), isRightToLeft: false)
    var widgets: [Widget] = [GlobeWidget(side: stack.globe(metrics), stack)]
    for (i, cell) in stack.grid(Int32(languages.count), in: stack.middle, tallest: metrics.tallestTile).enumerated() {
      widgets.append(try button(.language(Int32(i)), .secondary, .phrase(.name), languages[i], in: cell))
    }
    return Screen(
      canvas, widgets: widgets + contrastButton,
      countdown: try labeledCountdown(.phrase(.stillThere), languages[0], in: stack.foot))
  }
}
