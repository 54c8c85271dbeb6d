extension Survey.Question {
  /// The question of the customer effort score: how easy something was, from 1 to 5 or 7.
  package static func effort(_ count: Int32) -> Self { Self(.values(Array(1...count))) }
}
