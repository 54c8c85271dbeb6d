import StarSlider

extension SettingsSchema {
  static let questionKeys: [Key] = [
    Key(
      "kind", QuestionKind.names.joined(separator: ", "), example: "nps",
      "What visitors answer with: \(QuestionKind.summaries). By default stars."
    ) { $1.kind(into: &$0.question.kind) },
    Key(
      "stars", "whole numbers from 1 to \(Scale.mostStars); empty for the value in [slider]", unit: "stars",
      example: "10",
      "The number of stars of this question."
    ) { $1.write($1.whole(1...Scale.mostStars), orNilFor: "", to: &$0.question.stars) },
    Key(
      "step", "whole, half, quarter, continuous, 1/N with N from 1 to 1000000", unit: "stars", example: "half",
      "The smallest difference between two values of this question. By default that of [slider]."
    ) {
      var step = Step.whole
      return $1.step(into: &step) && $1.write(step, to: &$0.question.step)
    },
    Key(
      "size", QuestionKind.allowedSizes, example: "5", "The number of faces or tiles."
    ) { $1.write($1.whole(1...100), to: &$0.question.size) },
    Key(
      "options",
      "2 to \(QuestionSettings.mostOptions) different IDs of \(ValueParser.idForm), separated by commas",
      example: "bus, train", "The options of kind = choice. Every [text] section names them."
    ) {
      $1.ids(upTo: QuestionSettings.mostOptions, into: &$0.question.options) && $0.question.options.count > 1
    },
    Key(
      "several", "yes, no, true, false", example: "yes",
      "Whether visitors can choose several options. By default they choose one."
    ) { $1.flag(into: &$0.question.choosesSeveral) },
    Key(
      "reasons",
      "different IDs of \(ValueParser.idForm), separated by commas; at most \(QuestionSettings.mostReasons)",
      example: "waiting, staff",
      "The reasons that visitors can choose. Every [text] section names them. By default none."
    ) { $1.ids(upTo: QuestionSettings.mostReasons, into: &$0.question.reasons) },
    Key(
      "order", "fixed, random, rotate", example: "random",
      "The order of the options or reasons on the screen: always that of this file, another one for each visitor, or that of this "
        + "file beginning with another one for each visitor. Answers tell which one was shown. By default fixed."
    ) { $1.choice(TileOrder.names, into: &$0.question.order) },
    Key(
      "icon", argument: "ID", "paths of PNG files; empty for none", example: "waiting = waiting.png",
      "An image on the tile of an option or a reason. It is scaled down to fit, and left out on a screen where the words would "
        + "not fit beside it. A black pictogram takes the color of the words. Paths are relative to this file."
    ) { $1.icon(into: &$0.question.icons) },
    Key(
      "reasons-up-to", "numbers of stars, such as 2 or 2.5, up to stars; empty for every value",
      unit: "stars", example: "2",
      "The highest value after which the kiosk asks for reasons. By default it asks after every value."
    ) { $1.ratio(to: 1000, into: &$0.question.reasonsUpTo) },
    Key(
      "next",
      "ID, or rules such as ID if <= 2, ID if > 4, ID otherwise, with an option's ID in place of <= 2 for a choice; end for "
        + "the end", example: "end if <= 4",
      "The question that follows. The first rule that applies decides. By default, and if none applies, the next section "
        + "follows."
    ) { $1.rules(into: &$0.question.next) },
  ]
}
