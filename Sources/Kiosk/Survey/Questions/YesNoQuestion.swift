extension Survey.Question {
  /// Yes, which is 1 and comes first, or no.
  package static var yesNo: Self { Self(.values([1, 0])) }
}
