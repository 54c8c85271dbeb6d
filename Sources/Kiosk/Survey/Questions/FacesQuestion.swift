extension Survey.Question {
  /// Smileys from bad, which is 1, to good.
  package static func faces(_ count: Int32) -> Self { Self(.values(Array(1...count))) }
}
