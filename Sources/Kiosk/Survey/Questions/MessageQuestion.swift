extension Survey.Question {
  /// A text with a button that leads on. It has no answer.
  package static var message: Self { Self(.none) }
}
