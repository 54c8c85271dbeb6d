extension Survey.Question {
  /// A choice of one option, which ends with a tap, or of several, which ends with a button.
  package static func choice(of count: Int32, several: Bool) -> Self { Self(several ? .several(count) : .one(count)) }
}
