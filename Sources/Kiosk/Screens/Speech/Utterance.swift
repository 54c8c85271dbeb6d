/// A text to be spoken.
package struct Utterance: Hashable, Sendable {
  /// The BCP 47 tag of its language.
  package let language: String
  package let text: String

  package init(_ language: String, _ text: String) { (self.language, self.text) = (language, text) }
}
