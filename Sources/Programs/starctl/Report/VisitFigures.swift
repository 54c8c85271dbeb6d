/// What became of the visits that began, as the kiosks counted them. Unlike answers, this includes visits that left none.
struct VisitFigures {
  private(set) var begun = Pair()
  private(set) var finished = Pair()
  /// The visits that ended early, by question; an empty one is the choice of the language.
  private(set) var left: [String: Pair] = [:]

  /// Adds a sum of counts: of the period, or of the one before.
  mutating func add(_ count: Int64, _ step: String, question: String, isNow: Bool) {
    func add(to pair: inout Pair) { if isNow { pair.now += count } else { pair.before += count } }
    switch step {
    case "begun": add(to: &begun)
    case "finished": add(to: &finished)
    case "left", "started-over": add(to: &left[question, default: Pair()])
    default: break
    }
  }

  /// The questions at which visitors left, in the given order; others follow in the order of their IDs.
  func places(inOrder known: [String]) -> [String] {
    ([""] + known).filter { left[$0] != nil } + left.keys.filter { !$0.isEmpty && !known.contains($0) }.sorted()
  }
}
