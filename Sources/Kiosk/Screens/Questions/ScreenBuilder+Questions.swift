import Settings
import StarSlider
import Text

/// A question in one language, with everything that its screen is built from.
struct QuestionPlace {
  /// The index of the question.
  let number: Int32
  /// Whether the screen is the start screen, which shows the first question, with a logo if there is one.
  let isStart: Bool
  let logo: Image?
  /// The style of its stars.
  let style: Int
  let question: QuestionDesign
  let local: Localization
  let progress: VisitProgress
  /// The question's own stars or, by default, the kiosk's, and their builder.
  let slider: SliderConfiguration
  let sliders: SliderBuilder
  /// A sample address of the same length as those in codes; `nil` without codes.
  let code: String?

  init(
    _ number: Int32, _ local: Localization, _ design: ScreenSet.Design, _ sliders: SliderBuilder, isStart: Bool = false
  ) {
    (self.number, self.isStart) = (number, isStart)
    logo = isStart ? design.logo : nil
    style = isStart && design.invitation != nil ? Screen.lit : 0
    question = Int(number) < design.questions.count ? design.questions[Int(number)] : QuestionDesign()
    progress = question.progress ?? VisitProgress(index: number, count: Int32(local.phrases.questions.count))
    (self.local, self.sliders) = (local, sliders)
    (slider, code) = (question.slider ?? design.slider, design.code)
  }

  var phrases: LocalizedPhrases { local.phrases }
  /// The number of words at the ends of the scale: none, or two. The start screen has none.
  var ends: Int { isStart ? 0 : Int(number) < phrases.ends.count ? phrases.ends[Int(number)].count : 0 }
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
    Stack(metrics, content, hasLogo: place.logo != nil, isRightToLeft: place.local.isRightToLeft)
  }

  /// Builds the screen of a question from its heading and the widgets between heading and foot.
  ///
  /// - Parameters:
  ///   - heading: The heading, if it is not the question at the stack's heading.
  ///   - button: The main button of the foot.
  ///   - isFirst: Whether there is nothing to start over.
  func screen(
    _ place: QuestionPlace, _ stack: Stack, _ middle: [Widget] = [], heading: HeadingWidget? = nil,
    button: Phrase? = nil, isFirst: Bool? = nil, slider: StarSlider? = nil, motion: StarMotion? = nil,
    words: ScaleWordsWidget? = nil
  ) throws(ScreenError) -> Screen {
    let title: HeadingWidget
    if let heading {
      title = heading
    } else {
      title = try self.heading(
        .question(place.number), place.phrases, stack, sizes: place.isStart ? metrics.poster : nil,
        warns: !place.isStart)
    }
    if place.isStart {
      let content = max(title.bounds.maxY, slider?.layout.row.maxY ?? 0)
      let bottom = middle.reduce(content) { max($0, $1.bounds.maxY) }
      let logo = place.logo.map { [ImageWidget($0, in: stack.logo, canvas) as Widget] } ?? []
      return Screen(
        canvas, widgets: [title] + middle + (try invitation(place, stack, under: bottom)) + contrastButton + logo,
        slider: slider,
        style: place.style, tapAction: .start, motion: motion, isRated: true)
    }
    var buttons = try foot(place, stack, button: button, isFirst: isFirst ?? (place.number == 0))
    // A code may reach into the corner.
    if !place.question.kind.showsCode { buttons += contrastButton }
    return Screen(
      canvas, widgets: [title] + middle + buttons, slider: slider, motion: motion, words: words,
      countdown: try dots(place, stack), focusDistance: slider.map { _ in 3 * canvas.ring })
  }

  /// Builds the buttons of the foot. Only a screen without a main button has a language button, because on other screens the visitor may
  /// already have chosen something.
  private func foot(
    _ place: QuestionPlace, _ stack: Stack, button: Phrase?, isFirst: Bool
  ) throws(ScreenError) -> [Widget] {
    var widgets: [Widget] = []
    if let button {
      widgets.append(try self.button(.done, .primary, .phrase(button), place.phrases, in: stack.foot(2)))
    } else {
      widgets += try languageButton(place, stack)
    }
    if !isFirst { widgets.append(try minorButton(.startOver, .phrase(.startOver), place.phrases, stack, part: 0)) }
    return widgets
  }

  /// The button for more contrast, if there is one.
  var contrastButton: [Widget] { metrics.hasContrastButton ? [ContrastButton(metrics, canvas)] : [] }

  private func languageButton(_ place: QuestionPlace, _ stack: Stack) throws(ScreenError) -> [Widget] {
    guard let other = place.local.languageButton else { return [] }
    return [try minorButton(other.action, .phrase(.name), other.named, stack, part: 2, hasGlobe: true)]
  }

  /// Builds the lower part of the start screen: a button that opens the question, and the language's button.
  ///
  /// - Parameter isLow: Whether the button is in the foot.
  func invitation(
    _ place: QuestionPlace, _ stack: Stack, under top: Int32 = 0, isLow: Bool = false
  ) throws(ScreenError) -> [Widget] {
    let language = try languageButton(place, stack)
    let frame = 4 * canvas.ring
    let height = min(metrics.unit * 13 / 100, stack.foot.height - frame)
    let room = Rect<LayoutSpace>(
      minX: 0, minY: 0, maxX: max(stack.mostInvitation - frame - height / 2, 1), maxY: max(height, 1))
    let phrase: Phrase = place.question.kind == .message ? .next : .attract
    let block = try set(.phrase(phrase), place.phrases, metrics.label, in: room, [.onAccent])
    let bounds = stack.invitation(
      metrics, under: top, beside: language.first?.bounds, width: block.coverage.width + height + frame, isLow: isLow)
    let (x, y) = (bounds.center.x.floor - room.width / 2, bounds.center.y.floor - room.height / 2)
    let button = TextButton(
      .start, .primary, block, in: Rect(minX: x, minY: y, maxX: x + room.width, maxY: y + room.height), bounds: bounds,
      shape: .pill, canvas)
    checkTarget(
      ButtonWidget.body(bounds, ring: canvas.ring).size, .phrase(.phrase(phrase), language: place.phrases.language),
      "the button")
    return [button] + language
  }

  /// Builds the countdown, which shows the progress of the visit while it is not counting.
  private func dots(_ place: QuestionPlace, _ stack: Stack) throws(ScreenError) -> CountdownWidget {
    try countdown(
      .phrase(.stillThere), place.phrases, in: stack.foot(1), largest: metrics.title.largest,
      Progress(place.progress, stack))
  }
}
