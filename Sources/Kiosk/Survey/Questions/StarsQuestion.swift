extension Survey.Question {
  /// A row of stars.
  package static var stars: Self { Self(.slider) }
}
