extension Survey.Question {
  /// A code that hands the visit over to the visitor's phone. Its answer says that it was shown.
  package static var comment: Self { Self(.code) }
}
