extension Survey.Question {
  /// The net promoter score's question: how likely a visitor is to recommend something, from 0 to 10.
  package static var nps: Self { Self(.values(Array(0...10))) }
}
