/// A usability problem of the screens: low contrast, a small touch target, or a text that does not fit or lacks glyphs.
package struct ScreenWarning: Hashable, Sendable {
  /// The part of the configuration that causes the problem.
  package enum Subject: Hashable, Sendable {
    /// A text in the language of this BCP 47 tag.
    case phrase(Phrase, language: String)
    /// Two colours with low contrast, by their keys in the configuration: foreground and background.
    case colors(String, on: String)
    /// The row of stars.
    case stars
  }

  package let subject: Subject
  /// The problem with its figures, then the requirement.
  package let reason: String

  package init(_ subject: Subject, _ reason: String) {
    self.subject = subject
    self.reason = reason
  }

  /// Creates a warning about a contrast; `nil` if it is not below its minimum. `note` says what was measured.
  init?(_ contrast: Contrast, below minimum: Contrast, _ first: String, on second: String, _ note: String = "") {
    if contrast >= minimum { return nil }
    self.init(
      .colors(first, on: second),
      "low contrast of " + first + " on " + second + ": " + contrast.ratio + " to 1" + note + "; WCAG 2.2 requires "
        + minimum.ratio + " or more")
  }
}
