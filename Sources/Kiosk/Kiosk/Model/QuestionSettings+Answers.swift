import Settings

extension QuestionSettings {
  /// Returns the ids of the reasons whose bits are set; empty for a choice.
  func reasons(_ chosen: UInt32) -> [String] { kind.hasValue ? Self.ids(chosen, of: reasons) : [] }

  /// Returns the ids of a choice's options whose bits are set.
  func chosen(_ chosen: UInt32) -> [String] { kind == .choice ? Self.ids(chosen, of: options) : [] }

  private static func ids(_ chosen: UInt32, of all: [String]) -> [String] {
    all.indices.filter { chosen >> UInt32($0) & 1 != 0 }.map { all[$0] }
  }
}
