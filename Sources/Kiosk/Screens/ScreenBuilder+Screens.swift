import Geometry
import Raster
import StarSlider
import Text

// Each screen, from its parts.
extension ScreenBuilder {
  /// One language's screens.
  func chapter(
    _ wording: Wording, slider: StarSlider, logo: Image?, isRightToLeft: Bool
  ) throws(TextError) -> ScreenSet.LocalizedScreens {
    let stack = Stack(metrics, isRightToLeft: isRightToLeft)
    var (questions, reasons): ([Screen], [Screen?]) = ([], [])
    for (i, offered) in zip(0..<Int32(wording.questions.count), wording.reasons) {
      questions.append(try question(i, wording, slider, stack))
      reasons.append(offered.isEmpty ? nil : try self.reasons(Int32(offered.count), of: i, wording, isRightToLeft))
    }
    let whole = Rect(metrics.size).inset(by: metrics.margin)
    return ScreenSet.LocalizedScreens(
      attract: try attract(wording, slider, logo, stack), questions: questions, reasons: reasons,
      thanks: Screen(
        canvas, parts: [try text(.thanks, wording, in: stack.heading)], slider: slider, look: Screen.thanks),
      closed: Screen(canvas, parts: [try text(.closed, wording, in: whole)]),
      cleaning: Screen(canvas, countdown: try countdown(.cleaning, wording, in: whole)))
  }

  /// The start: stars that wait, and words; with a logo, the logo above and the words below.
  private func attract(
    _ wording: Wording, _ slider: StarSlider, _ logo: Image?, _ stack: Stack
  ) throws(TextError) -> Screen {
    var parts: [Widget] = []
    if let logo { parts.append(ImageWidget(logo, in: stack.heading, canvas)) }
    parts.append(try text(.attract, wording, in: logo == nil ? stack.heading : stack.foot))
    return Screen(canvas, parts: parts, slider: slider, tap: .start)
  }

  private func question(
    _ number: Int32, _ wording: Wording, _ slider: StarSlider, _ stack: Stack
  ) throws(TextError) -> Screen {
    Screen(
      canvas,
      parts: [
        try text(.question(number), wording, in: stack.heading),
        try button(.startOver, .quiet, .startOver, wording, in: stack.foot(0)),
      ],
      slider: slider, countdown: try countdown(.stillThere, wording, in: stack.foot(1)))
  }

  private func reasons(
    _ count: Int32, of question: Int32, _ wording: Wording, _ isRightToLeft: Bool
  ) throws(TextError) -> Screen {
    let stack = Stack(metrics, headingShare: 24, isRightToLeft: isRightToLeft)
    var parts = [try text(.whatWentWrong, wording, in: stack.heading)]
    for (i, cell) in zip(0..<count, stack.grid(count, in: stack.middle, tallest: metrics.unit / 4)) {
      parts.append(try button(.reason(i), .toggle, .reason(i, ofQuestion: question), wording, in: cell))
    }
    parts.append(try button(.done, .command, .done, wording, in: stack.foot(2)))
    parts.append(try button(.startOver, .quiet, .startOver, wording, in: stack.foot(0)))
    return Screen(canvas, parts: parts, countdown: try countdown(.stillThere, wording, in: stack.foot(1)))
  }

  /// Every language's name, in itself.
  func languages(_ wordings: [Wording]) throws(TextError) -> Screen {
    let stack = Stack(metrics, isRightToLeft: false)
    let area = stack.heading.union(stack.middle)
    var parts: [Widget] = []
    for (i, cell) in stack.grid(Int32(wordings.count), in: area, tallest: metrics.unit / 4).enumerated() {
      parts.append(try button(.language(Int32(i)), .quiet, .name, wordings[i], in: cell))
    }
    return Screen(
      canvas, parts: parts, countdown: try countdown(.stillThere, wordings[0], in: stack.foot))
  }
}
