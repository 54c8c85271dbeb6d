import Boards
import Screens
import Settings
import StarSlider

/// How a configuration on a board stands to EN 301 549, V3.2.1: the clauses of chapters 5 and 8 that concern a kiosk, and those of chapter
/// 11 whose figures the check measures.
///
/// A clause is met only if a test of this tree shows it. Figures come from the measures of `check`.
struct Conformance {
  struct Clause {
    let number: String
    /// What the clause is about, in our words.
    let title: String
    let finding: Finding

    init(_ number: String, _ title: String, _ finding: Finding) {
      (self.number, self.title, self.finding) = (number, title, finding)
    }
  }

  struct Chapter {
    /// The anchor in the page.
    let id: String
    let title: String
    let clauses: [Clause]
  }

  /// What the findings follow from.
  struct Subject {
    /// The configuration's file, without its folder.
    let file: String
    /// The board's title; empty without a profile.
    let board: String
    let settings: Settings
    let size: Size<LayoutSpace>
    /// The measures of the usual screens.
    let usual: ScreenMeasures
    /// The measures of the screens with more contrast; `nil` if visitors cannot ask for them.
    let contrast: ScreenMeasures?

    var hasKeys: Bool { settings.touch.acceptsKeys }
    /// Whether visitors can choose several tiles of a question.
    var hasSelectedTiles: Bool {
      settings.hasWords && settings.questions.contains { $0.choosesSeveral || !$0.reasons.isEmpty }
    }
  }

  let subject: Subject
  let chapters: [Chapter]

  init(_ subject: Subject) {
    self.subject = subject
    let closed = subject.nonVisualAccess + subject.otherAccess
    // WCAG's own criteria are no clauses.
    let software = subject.software.filter { ($0.number.utf8.first ?? 0) <= UInt8(ascii: "9") }
    let rest = subject.genericRequirements + subject.hardware + software
    chapters = [
      Chapter(
        id: "closed", title: "5.1 Closed functionality",
        clauses: [
          Clause("5.1.2.1", "Closed functions meet the other clauses", Self.summary(of: rest)),
          Clause("5.1.2.2", "No assistive technology has to be attached", Self.summary(of: closed)),
        ] + closed),
      Chapter(id: "generic", title: "5.2 to 5.9 Generic requirements", clauses: subject.genericRequirements),
      Chapter(id: "hardware", title: "8 Hardware", clauses: subject.hardware),
      Chapter(id: "software", title: "11 Software, as far as it is measured", clauses: subject.software),
    ]
  }

  var clauses: [Clause] { chapters.flatMap { $0.clauses } }

  func count(_ outcome: Finding.Outcome) -> Int { clauses.count { $0.finding.outcome == outcome } }

  /// The finding for a clause that requires others. It is never met, because this report does not judge all of them.
  private static func summary(of clauses: [Clause]) -> Finding {
    func numbers(_ outcome: Finding.Outcome) -> [String] {
      clauses.filter { $0.finding.outcome == outcome }.map { $0.number }
    }
    let unmet = numbers(.notMet)
    if !unmet.isEmpty { return .notMet("These clauses are not met: " + list(unmet) + ".") }
    return .dependsOnStand("The stand decides about these clauses: " + list(numbers(.dependsOnStand)) + ".")
  }

  private static func list(_ words: [String]) -> String {
    var text = ""
    for word in words { text += (text.utf8.isEmpty ? "" : ", ") + word }
    return text
  }
}

/// Returns tenths of a millimeter as text, such as "5.1 mm".
func millimeters(tenths: Int32) -> String { "\(tenths / 10).\(tenths % 10) mm" }
