import Settings
import StarSlider

extension ScreenBuilder {
  /// Builds a question whose answer is one option or several options.
  func choiceScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    // On a start screen, a tap would only choose one of several.
    if place.isStart && place.question.choosesSeveral { return try messageScreen(place) }
    let options = (0..<place.options).map { ScreenText.option($0, ofQuestion: place.number) }
    return try choice(.question(place.number), of: options, several: place.question.choosesSeveral, place)
  }

  /// Builds the screen of reasons, which follows a question.
  func reasonScreen(_ place: QuestionPlace) throws(ScreenError) -> Screen {
    let count = Int32(place.phrases.reasons[Int(place.number)].count)
    let reasons = (0..<count).map { ScreenText.reason($0, ofQuestion: place.number) }
    return try choice(.phrase(.whatWentWrong), of: reasons, several: true, place)
  }

  private func choice(
    _ title: ScreenText, of options: [ScreenText], several: Bool, _ place: QuestionPlace
  ) throws(ScreenError) -> Screen {
    let stack = stack(.choice(of: Int32(options.count)), place)
    let cells = stack.grid(Int32(options.count), in: stack.middle, tallest: metrics.tallestTile)
    let icons = try icons(options, in: cells, place)
    let kind: ButtonWidget.Kind = several ? .toggle : .secondary
    let sizes = try sizes(kind, of: options, place.phrases, in: cells, icons)
    var tiles: [Widget] = []
    for (i, cell) in cells.enumerated() {
      tiles.append(
        try button(
          .option(Int32(i)), kind, options[i], place.phrases, in: cell, sizes: sizes, icon: icons[i]))
    }
    let isReasons = title != .question(place.number)
    return try screen(
      place, stack, tiles, heading: isReasons ? try heading(title, place.phrases, stack, warns: true) : nil,
      button: several ? .done : nil, isFirst: place.number == 0 && !isReasons)
  }
}
