/// How a kiosk stands to one clause of a standard.
struct Finding {
  enum Outcome: CaseIterable {
    case met, notMet, dependsOnStand, notApplicable

    /// The outcome in JSON, and the class in HTML.
    var name: StaticString {
      switch self {
      case .met: "met"
      case .notMet: "not-met"
      case .dependsOnStand: "depends-on-the-stand"
      case .notApplicable: "not-applicable"
      }
    }

    /// The name with spaces for hyphens.
    var title: String {
      String(decoding: "\(name)".utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
  }

  /// A measured figure, such as 5.1 mm where 4.9 mm are required. `required` is empty if there is no limit.
  struct Figure {
    let name: String
    let value: String
    var required = ""
  }

  let outcome: Outcome
  /// How the clause is met, why it is not met or does not apply, or what the builder of the stand has to do.
  let reason: String
  let figures: [Figure]
  /// The tests that show it: `Suite.function`, or `file.function` of a test in Python.
  let tests: [String]

  /// The program and the configuration meet the clause. At least one test shows it.
  static func met(_ reason: String, _ figures: [Figure] = [], shownBy first: String, _ others: String...) -> Finding {
    Finding(outcome: .met, reason: reason, figures: figures, tests: [first] + others)
  }

  static func notMet(_ reason: String, _ figures: [Figure] = []) -> Finding {
    Finding(outcome: .notMet, reason: reason, figures: figures, tests: [])
  }

  /// Hardware that the program does not know decides. `tests` show the program's part.
  static func dependsOnStand(_ reason: String, shownBy tests: String...) -> Finding {
    Finding(outcome: .dependsOnStand, reason: reason, figures: [], tests: tests)
  }

  static func notApplicable(_ reason: String) -> Finding {
    Finding(outcome: .notApplicable, reason: reason, figures: [], tests: [])
  }
}
