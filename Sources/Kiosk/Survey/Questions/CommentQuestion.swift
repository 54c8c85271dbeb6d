extension Survey.Question {
  /// A code that hands the visit over to the visitor's phone. Its answer records that the code was shown.
  package static var comment: Self { Self(.code) }
}
