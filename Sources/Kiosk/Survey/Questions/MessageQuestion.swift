extension Survey.Question {
  /// A text with a button that continues the visit. It has no answer.
  package static var message: Self { Self(.none) }
}
