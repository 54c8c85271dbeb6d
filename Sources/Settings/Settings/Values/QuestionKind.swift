/// A kind of question. To add one, add a case and a row here, a file in `Survey/Questions`, and a screen.
package enum QuestionKind: CaseIterable, Sendable {
  case stars, faces, nps, effort, yesNo, choice, comment, message

  private var row: Row {
    switch self {
    case .stars: Row(name: "stars", summary: "stars")
    case .faces: Row(name: "faces", summary: "smileys from bad to good", lowest: 1, sizes: [5, 4], hasEnds: true)
    case .nps: Row(name: "nps", summary: "numbers from 0 to 10", sizes: [10], hasEnds: true, hasNumbers: true)
    case .effort:
      Row(
        name: "effort", summary: "numbers from 1 for difficult to 7 for easy", lowest: 1, sizes: [7, 5], hasEnds: true,
        hasNumbers: true)
    case .yesNo: Row(name: "yes-no", summary: "a thumb up and one down", sizes: [1])
    case .choice: Row(name: "choice", summary: "the options in the key options")
    case .comment: Row(name: "comment", summary: "the code of qr-url, for visitors' phones", showsCode: true)
    case .message: Row(name: "message", summary: "a text without an answer")
    }
  }

  private struct Row {
    let name: StaticString
    let summary: StaticString
    /// The lowest value of a scale.
    var lowest: Int32 = 0
    /// The highest values that a scale may have, with the default first; empty for a kind without its own scale.
    var sizes: [Int32] = []
    var hasEnds = false
    var showsCode = false
    var hasNumbers = false
  }

  /// The name in the configuration and in answers.
  package var name: StaticString { row.name }
  var lowest: Int32 { row.lowest }
  var sizes: [Int32] { row.sizes }
  /// Whether there may be words at both ends of the scale.
  package var hasEnds: Bool { row.hasEnds }
  /// The number on the first tile; `nil` for tiles without numbers.
  package var lowestNumber: Int32? { row.hasNumbers ? row.lowest : nil }
  /// Whether an answer is a number, which can be compared with others.
  package var hasValue: Bool { self == .stars || !row.sizes.isEmpty }

  /// Whether visitors see the code of `qr-url`.
  package var showsCode: Bool { row.showsCode }
  /// Whether visitors answer on the kiosk.
  var isAnswered: Bool { hasValue || self == .choice }

  /// The kinds and what visitors see, such as "stars (stars), nps (numbers from 0 to 10)".
  static var summaries: String {
    allCases.map { "\($0.row.name) (\($0.row.summary))" }.joined(separator: ", ")
  }

  /// The sizes that can be chosen, such as "4, 5 for faces".
  static var allowedSizes: String {
    allCases.filter { $0.sizes.count > 1 }.map { "\($0.sizeList) for \($0.name)" }.joined(separator: "; ")
  }

  /// The sizes in ascending order, such as "4, 5".
  var sizeList: String { sizes.sorted().map { "\($0)" }.joined(separator: ", ") }

  static var names: [String] { allCases.map { "\($0.name)" } }
}
