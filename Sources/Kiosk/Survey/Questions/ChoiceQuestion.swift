extension Survey.Question {
  /// A choice of one option, completed by a tap, or of several options, completed by a button.
  package static func choice(of count: Int32, several: Bool) -> Self { Self(several ? .several(count) : .one(count)) }
}
