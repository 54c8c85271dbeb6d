import Basics
import Geometry
import Raster
import Settings
import StarSlider
import Text

extension ScreenBuilder {
  func localizedScreens(
    _ phrases: LocalizedPhrases, slider: StarSlider, logo: Image?, isRightToLeft: Bool
  ) throws(ScreenError) -> ScreenSet.LocalizedScreens {
    let stack = Stack(metrics, isRightToLeft: isRightToLeft)
    var (questions, reasons): ([Screen], [Screen?]) = ([], [])
    for (i, texts) in zip(0..<Int32(phrases.questions.count), phrases.reasons) {
      questions.append(try questionScreen(i, phrases, slider, stack))
      reasons.append(texts.isEmpty ? nil : try reasonScreen(Int32(texts.count), of: i, phrases, isRightToLeft))
    }
    let whole = Rect(metrics.size).inset(by: metrics.margin)
    return ScreenSet.LocalizedScreens(
      attract: try attractScreen(phrases, slider, logo, stack), questions: questions, reasons: reasons,
      thanks: Screen(
        canvas, widgets: [try text(.phrase(.thanks), phrases, in: stack.heading)], slider: slider, style: Screen.thanks),
      closed: Screen(canvas, widgets: [try text(.phrase(.closed), phrases, in: whole)]),
      cleaning: Screen(canvas, countdown: try countdown(.phrase(.cleaning), phrases, in: whole)))
  }

  /// Builds the start screen: stars and a text above them; with a logo, the logo above and the text below.
  private func attractScreen(
    _ phrases: LocalizedPhrases, _ slider: StarSlider, _ logo: Image?, _ stack: Stack
  ) throws(ScreenError) -> Screen {
    var widgets: [Widget] = []
    if let logo { widgets.append(ImageWidget(logo, in: stack.heading, canvas)) }
    widgets.append(try text(.phrase(.attract), phrases, in: logo == nil ? stack.heading : stack.foot))
    return Screen(canvas, widgets: widgets, slider: slider, tapAction: .start)
  }

  private func questionScreen(
    _ number: Int32, _ phrases: LocalizedPhrases, _ slider: StarSlider, _ stack: Stack
  ) throws(ScreenError) -> Screen {
    Screen(
      canvas,
      widgets: [
        try text(.question(number), phrases, in: stack.heading),
        try button(.startOver, .quiet, .phrase(.startOver), phrases, in: stack.foot(0)),
      ],
      slider: slider, countdown: try countdown(.phrase(.stillThere), phrases, in: stack.foot(1)))
  }

  private func reasonScreen(
    _ count: Int32, of question: Int32, _ phrases: LocalizedPhrases, _ isRightToLeft: Bool
  ) throws(ScreenError) -> Screen {
    let stack = Stack(metrics, headingShare: 24, isRightToLeft: isRightToLeft)
    var widgets = [try text(.phrase(.whatWentWrong), phrases, in: stack.heading)]
    for (i, cell) in zip(0..<count, stack.grid(count, in: stack.middle, tallest: metrics.unit / 4)) {
      widgets.append(try button(.reason(i), .toggle, .reason(i, ofQuestion: question), phrases, in: cell))
    }
    widgets.append(try button(.done, .command, .phrase(.done), phrases, in: stack.foot(2)))
    widgets.append(try button(.startOver, .quiet, .phrase(.startOver), phrases, in: stack.foot(0)))
    return Screen(canvas, widgets: widgets, countdown: try countdown(.phrase(.stillThere), phrases, in: stack.foot(1)))
  }

  /// Builds the choice of a language. Every button has the language's own name.
  func languageScreen(_ languages: [LocalizedPhrases]) throws(ScreenError) -> Screen {
    let stack = Stack(metrics, isRightToLeft: false)
    let area = stack.heading.union(stack.middle)
    var widgets: [Widget] = []
    for (i, cell) in stack.grid(Int32(languages.count), in: area, tallest: metrics.unit / 4).enumerated() {
      widgets.append(try button(.language(Int32(i)), .quiet, .phrase(.name), languages[i], in: cell))
    }
    return Screen(
      canvas, widgets: widgets, countdown: try countdown(.phrase(.stillThere), languages[0], in: stack.foot))
  }
}
