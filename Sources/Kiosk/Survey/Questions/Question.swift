import Settings

extension Survey {
  /// A question: how visitors answer it, and where the visit continues. Each kind has its own file in this folder.
  package struct Question: Hashable, Sendable {
    /// How a visitor answers.
    package enum Form: Hashable, Sendable {
      /// The rating control.
      case slider
      /// One of several tiles, each with one of these values.
      case values([Int32])
      /// One of a number of options.
      case one(Int32)
      /// Any of a number of options, and a button that ends the choice.
      case several(Int32)
      /// A code and a button. The answer records that the code was shown.
      case code
      /// Only a button.
      case none
    }

    package var form: Form
    /// The number of reasons that are offered, 0...32; with 0, the survey does not ask for reasons.
    package var reasons: Int32
    /// The highest value, in steps, for which visitors are asked for reasons.
    package var reasonsUpTo: Int32
    /// The order of the options or reasons on the screen.
    package var order = TileOrder.fixed
    /// The rules that decide where the visit continues. The first one that applies to an answer is used; without one, the next question
    /// follows.
    package var routes: [Route] = []

    package init(_ form: Form = .slider, reasons: Int32 = 0, reasonsUpTo: Int32 = .max) {
      self.form = form
      self.reasons = reasons
      self.reasonsUpTo = reasonsUpTo
    }

    /// The number of tiles on the question's screen.
    package var tiles: Int32 {
      switch form {
      case .slider, .code, .none: 0
      case .values(let values): Int32(values.count)
      case .one(let count), .several(let count): count
      }
    }
  }

  /// Returns the index of the question that follows a question and its answer; at the end, the number of questions or more.
  func next(after question: Int32, _ answer: Visit.Answer) -> Int32 {
    questions[Int(question)].routes.first { $0.applies(to: answer.value, chosen: answer.chosen) }?.next ?? question + 1
  }
}
