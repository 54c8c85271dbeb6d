import Settings

extension Survey {
  /// A question: how visitors answer, and where the visit goes on. Each kind has a file beside this one.
  package struct Question: Hashable, Sendable {
    /// What a visitor answers with.
    package enum Form: Hashable, Sendable {
      /// The rating control.
      case slider
      /// One of several tiles, each for one of these values.
      case values([Int32])
      /// One of so many options.
      case one(Int32)
      /// Any of so many options, and a button that ends the choice.
      case several(Int32)
      /// A code and a button. The answer says that the code was shown.
      case code
      /// Nothing but a button.
      case none
    }

    package var form: Form
    /// The number of reasons that are offered, 0...32; with 0, visitors are asked for none.
    package var reasons: Int32
    /// Visitors are asked for reasons for values up to this one, in steps.
    package var reasonsUpTo: Int32
    /// The first rule that applies to an answer decides where the visit goes on; without one, the next question follows.
    package var routes: [Route] = []

    package init(_ form: Form = .slider, reasons: Int32 = 0, reasonsUpTo: Int32 = .max) {
      self.form = form
      self.reasons = reasons
      self.reasonsUpTo = reasonsUpTo
    }

    /// The number of tiles on its screen.
    package var tiles: Int32 {
      switch form {
      case .slider, .code, .none: 0
      case .values(let values): Int32(values.count)
      case .one(let count), .several(let count): count
      }
    }
  }

  /// Returns the index of the question after one and its answer; the number of questions, or more, for the end.
  func next(after question: Int32, _ answer: Visit.Answer) -> Int32 {
    questions[Int(question)].routes.first { $0.applies(to: answer.value, chosen: answer.chosen) }?.next ?? question + 1
  }
}
