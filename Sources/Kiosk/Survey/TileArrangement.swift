import Settings

extension Survey.Question {
  /// Returns the index of the option or reason at each place of the screen; empty if the order is that of the survey.
  ///
  /// - Parameter seed: Decides the order. Each seed stands for one order of each question.
  func arrangement(_ seed: UInt64) -> [Int32] {
    let count = tiles > 0 ? tiles : reasons
    if order == .fixed || count < 2 { return [] }
    var random = Scrambler(state: seed)
    if order == .rotate {
      let first = random.next(below: count)
      return (0..<count).map { ($0 + first) % count }
    }
    // Fisher and Yates's shuffle.
    var places = Array(0..<count)
    for last in (1..<Int(count)).reversed() { places.swapAt(last, Int(random.next(below: Int32(last) + 1))) }
    return places
  }
}

/// Steele, Lea and Flood's SplitMix64.
private struct Scrambler {
  var state: UInt64

  /// Returns a number from 0 to `count` - 1. The small preference for low numbers does not matter for a few tiles.
  mutating func next(below count: Int32) -> Int32 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int32(truncatingIfNeeded: (mixed ^ (mixed >> 31)) % UInt64(count))
  }
}

extension SurveyMachine {
  /// Changes the order of options and reasons for the next visitor. The time decides which one, so that a black box shows the same one.
  package mutating func rearrange(at now: Int64) { choices.arrangementSeed = UInt64(bitPattern: now) }

  /// The index of the option or reason at each place of the screen; empty if the order is that of the survey.
  package var arrangement: [Int32] {
    switch screen {
    case .attract: arrangement(ofTilesOf: 0)
    case .question(let question): arrangement(ofTilesOf: question)
    case .reasons(let question): survey.questions[Int(question)].arrangement(seed(of: question))
    default: []
    }
  }

  /// The same for the tiles among which an answer was chosen. A value without reasons to choose has none.
  package func arrangement(for answer: Visit.Answer) -> [Int32] {
    let question = survey.questions[Int(answer.question)]
    let hasReasons = question.reasons > 0 && answer.value <= question.reasonsUpTo
    return hasReasons ? question.arrangement(seed(of: answer.question)) : arrangement(ofTilesOf: answer.question)
  }

  /// The order on the question's own screen.
  private func arrangement(ofTilesOf question: Int32) -> [Int32] {
    switch survey.questions[Int(question)].form {
    case .one, .several: survey.questions[Int(question)].arrangement(seed(of: question))
    case .slider, .values, .code, .none: []
    }
  }

  private func seed(of question: Int32) -> UInt64 {
    choices.arrangementSeed &+ UInt64(question) &* 0x2545_f491_4f6c_dd1d
  }
}
