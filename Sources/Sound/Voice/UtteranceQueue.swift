/// A text that is to be spoken.
package struct Utterance: Hashable, Sendable {
  /// Its position among all utterances of this process, from 1.
  package let number: Int
  /// A BCP 47 code.
  package let language: String
  package let text: String
  /// The percentage of the voice's own rate.
  package let rate: Int
}

/// What waits to be spoken. If too much waits, the oldest utterance is forgotten.
package struct UtteranceQueue {
  /// The maximum number of utterances that wait.
  package static var capacity: Int { 16 }

  private var waiting: [Utterance] = []
  /// The number of utterances so far.
  private var count = 0
  /// The rate of the utterances that are added from now on.
  package var rate = 100

  package init() {}

  package mutating func add(language: String, text: String) {
    if waiting.count == Self.capacity { waiting.removeFirst() }
    count += 1
    waiting.append(Utterance(number: count, language: language, text: text, rate: rate))
  }

  /// Removes and returns the oldest utterance.
  package mutating func next() -> Utterance? { waiting.isEmpty ? nil : waiting.removeFirst() }

  package mutating func removeAll() { waiting.removeAll() }
}
