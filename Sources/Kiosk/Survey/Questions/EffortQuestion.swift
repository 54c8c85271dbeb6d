extension Survey.Question {
  /// The customer effort score's question: how easy something was, from 1 to 5 or 7.
  package static func effort(_ count: Int32) -> Self { Self(.values(Array(1...count))) }
}
