import Settings
import StarSlider
import Text

/// A question in one language, with everything that its screen is built from.
struct QuestionPlace {
  /// The index of the question.
  let number: Int32
  let question: QuestionDesign
  let local: Localization
  let progress: VisitProgress
  /// The question's own stars or, by default, the kiosk's, and their builder.
  let slider: SliderConfiguration
  let sliders: SliderBuilder
  /// A sample address of the same length as those in codes; `nil` without codes.
  let code: String?

  init(_ number: Int32, _ local: Localization, _ design: ScreenSet.Design, _ sliders: SliderBuilder) {
    self.number = number
    question = Int(number) < design.questions.count ? design.questions[Int(number)] : QuestionDesign()
    progress = question.progress ?? VisitProgress(index: number, count: Int32(local.phrases.questions.count))
    (self.local, self.sliders) = (local, sliders)
    (slider, code) = (question.slider ?? design.slider, design.code)
  }

  var phrases: LocalizedPhrases { local.phrases }
  /// The number of words at the ends of the scale: none, or two.
  var ends: Int { Int(number) < phrases.ends.count ? phrases.ends[Int(number)].count : 0 }
  /// The number of options.
  var options: Int32 { Int32(phrases.options[Int(number)].count) }
}

extension ScreenBuilder {
  func questionScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    switch place.question.kind {
    case .stars: try starsScreen(place)
    case .faces: try facesScreen(place)
    case .nps: try npsScreen(place)
    case .effort: try effortScreen(place)
    case .yesNo: try yesNoScreen(place)
    case .choice: try choiceScreen(place)
    case .comment: try commentScreen(place)
    case .message: try messageScreen(place)
    }
  }

  func stack(_ content: Stack.Content, _ place: QuestionPlace) -> Stack {
    Stack(metrics, content, isRightToLeft: place.local.isRightToLeft)
  }

  /// Builds the screen of a question from the widgets between its heading and its foot.
  ///
  /// - Parameters:
  ///   - title: The heading, if it differs from the question.
  ///   - button: The main button of the foot.
  func screen(
    _ place: QuestionPlace, _ stack: Stack, _ middle: [Widget], title: ScreenText? = nil, button: Phrase? = nil
  ) throws(ScreenError) -> Screen {
    let heading = try heading(title ?? .question(place.number), place.phrases, stack)
    return Screen(
      canvas, widgets: [heading] + middle + (try foot(place, stack, button: button)), countdown: try dots(place, stack))
  }

  /// Builds the buttons of the foot. Only a screen without a main button has a language button, because on other screens the visitor may
  /// already have chosen something.
  func foot(_ place: QuestionPlace, _ stack: Stack, button: Phrase? = nil) throws(ScreenError) -> [Widget] {
    var widgets: [Widget] = []
    if let button {
      widgets.append(try self.button(.done, .primary, .phrase(button), place.phrases, in: stack.foot(2)))
    } else if let other = place.local.languageButton {
      widgets.append(try self.button(other.action, .quiet, .phrase(.name), other.named, in: stack.foot(2)))
    }
    widgets.append(try self.button(.startOver, .quiet, .phrase(.startOver), place.phrases, in: stack.foot(0)))
    return widgets
  }

  /// Builds the countdown, which shows the progress of the visit while it is not counting.
  func dots(_ place: QuestionPlace, _ stack: Stack) throws(ScreenError) -> CountdownWidget {
    try countdown(.phrase(.stillThere), place.phrases, in: stack.foot(1), Progress(place.progress, stack))
  }
}
