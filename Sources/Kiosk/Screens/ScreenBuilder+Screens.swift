import Basics
import Geometry
import Raster
import Settings
import StarSlider
import Text

extension ScreenBuilder {
  func localizedScreens(
    _ phrases: LocalizedPhrases, slider: StarSlider, content: Stack.Content, logo: Image?, isRightToLeft: Bool,
    code: String? = nil
  ) throws(ScreenError) -> ScreenSet.LocalizedScreens {
    let stack = Stack(metrics, content, isRightToLeft: isRightToLeft)
    var (questions, reasons): ([Screen], [Screen?]) = ([], [])
    for (i, texts) in zip(0..<Int32(phrases.questions.count), phrases.reasons) {
      questions.append(try questionScreen(i, phrases, slider, stack))
      reasons.append(texts.isEmpty ? nil : try reasonScreen(Int32(texts.count), of: i, phrases, isRightToLeft))
    }
    let whole = Rect(metrics.size).inset(by: metrics.margin)
    let thanks =
      if let code {
        try thanksScreen(phrases, code: code, isRightToLeft: isRightToLeft)
      } else {
        Screen(
          canvas, widgets: [try heading(.phrase(.thanks), phrases, stack)], slider: slider, style: Screen.thanks)
      }
    return ScreenSet.LocalizedScreens(
      attract: try attractScreen(phrases, slider, content, logo, isRightToLeft), questions: questions, reasons: reasons,
      thanks: thanks,
      closed: Screen(canvas, widgets: [try text(.phrase(.closed), phrases, in: whole)]),
      cleaning: Screen(canvas, countdown: try countdown(.phrase(.cleaning), phrases, in: whole)))
  }

  /// Builds the start screen: stars, a text above them, and a logo above all.
  private func attractScreen(
    _ phrases: LocalizedPhrases, _ slider: StarSlider, _ content: Stack.Content, _ logo: Image?, _ isRightToLeft: Bool
  ) throws(ScreenError) -> Screen {
    let stack = Stack(metrics, content, hasLogo: logo != nil, isRightToLeft: isRightToLeft)
    var widgets: [Widget] = []
    if let logo { widgets.append(ImageWidget(logo, in: stack.logo, canvas)) }
    widgets.append(try heading(.phrase(.attract), phrases, stack))
    return Screen(canvas, widgets: widgets, slider: slider, tapAction: .start)
  }

  private func questionScreen(
    _ number: Int32, _ phrases: LocalizedPhrases, _ slider: StarSlider, _ stack: Stack
  ) throws(ScreenError) -> Screen {
    Screen(
      canvas,
      widgets: [
        try heading(.question(number), phrases, stack),
        try button(.startOver, .quiet, .phrase(.startOver), phrases, in: stack.foot(0)),
      ],
      slider: slider, words: try starWords(phrases, under: slider, in: stack.words),
      countdown: try countdown(
        .phrase(.stillThere), phrases, in: stack.foot(1), Progress(number, of: phrases.questions.count, stack)),
      focusDistance: 3 * canvas.ring)
  }

  private func reasonScreen(
    _ count: Int32, of question: Int32, _ phrases: LocalizedPhrases, _ isRightToLeft: Bool
  ) throws(ScreenError) -> Screen {
    let stack = Stack(metrics, .tiles, isRightToLeft: isRightToLeft)
    var widgets = [try heading(.phrase(.whatWentWrong), phrases, stack)]
    for (i, cell) in zip(0..<count, stack.grid(count, in: stack.middle, tallest: metrics.unit / 4)) {
      widgets.append(try button(.reason(i), .toggle, .reason(i, ofQuestion: question), phrases, in: cell))
    }
    widgets.append(try button(.done, .primary, .phrase(.done), phrases, in: stack.foot(2)))
    widgets.append(try button(.startOver, .quiet, .phrase(.startOver), phrases, in: stack.foot(0)))
    return Screen(
      canvas, widgets: widgets,
      countdown: try countdown(
        .phrase(.stillThere), phrases, in: stack.foot(1), Progress(question, of: phrases.questions.count, stack)))
  }

  /// Builds the choice of a language. Every button has the language's own name.
  func languageScreen(_ languages: [LocalizedPhrases]) throws(ScreenError) -> Screen {
    let stack = Stack(metrics, .tiles, isRightToLeft: false)
    // Few buttons are in the middle of the screen, many fill it.
    let all = stack.heading.union(stack.middle)
    let top = languages.count > 6 ? all.minY : max(all.minY, metrics.size.height - all.maxY)
    let area = Rect<LayoutSpace>(minX: all.minX, minY: top, maxX: all.maxX, maxY: all.maxY)
    var widgets: [Widget] = []
    for (i, cell) in stack.grid(Int32(languages.count), in: area, tallest: metrics.unit / 4).enumerated() {
      widgets.append(try button(.language(Int32(i)), .secondary, .phrase(.name), languages[i], in: cell))
    }
    return Screen(
      canvas, widgets: widgets, countdown: try countdown(.phrase(.stillThere), languages[0], in: stack.foot))
  }
}
