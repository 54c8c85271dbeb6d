extension Survey.Question {
  /// The question of the net promoter score: how likely a visitor is to recommend something, from 0 to 10.
  package static var nps: Self { Self(.values(Array(0...10))) }
}
