import Basics
import StarSlider

// Checks of the questions: whether each key fits the kind of its question.
extension SettingsBuilder {
  mutating func checkQuestions(_ settings: Settings) {
    for (i, question) in settings.questions.enumerated() {
      checkKind(question)
      checkIcons(question)
      checkCode(question, isFirst: i == 0, settings)
      guard let entry = effectiveEntry("reasons-up-to", .question, question.id), let upTo = question.reasonsUpTo
      else { continue }
      if question.reasons.isEmpty && effectiveEntry("reasons", .question, question.id) == nil {
        report(entry, "has no effect without reasons; add a line reasons = ID, or remove this one")
      }
      if let reason = problem(with: upTo, of: question, settings) { report(entry, reason) }
    }
    if headersAreValid, settings.languages.isEmpty,
      let first = sections.first(where: { $0.header.section == .question })
    {
      let line = "question " + first.header.subject + " = TEXT"
      diagnostics.append(first.diagnostic("the question has no text; add a section [text en] with " + line))
    }
  }

  /// Returns why a number is not a value of a question; `nil` if it is, or if the question's scale is invalid.
  func problem(with number: Ratio, of question: QuestionSettings, _ settings: Settings) -> String? {
    if question.kind == .stars {
      if !isValid("stars", .slider) { return nil }
      return problem(with: number, settings.settings(of: question))
    }
    guard let scale = settings.scale(of: question) else { return nil }
    if number.isWhole(inUnitsOf: 1) && number <= Ratio(Int64(scale.maximum)) { return nil }
    return "not on the scale; allowed: whole numbers from \(scale.minimum) to \(scale.maximum)"
  }

  /// Checks that every icon belongs to an option or a reason.
  private mutating func checkIcons(_ question: QuestionSettings) {
    let list = question.kind == .choice ? "options" : "reasons"
    for icon in question.icons where !question.tiles.contains(where: { same($0, icon.id) }) {
      // An invalid list may have been meant to contain this id.
      guard let entry = effectiveEntry("icon", .question, question.id, id: icon.id), areValid(list, .question),
        areValid("kind", .question)
      else { continue }
      let known = NearMiss.nearest(to: icon.id, among: question.tiles).map { "; did you mean " + $0 + "?" }
      report(entry, "the question has no such ID in " + list + (known ?? "; add it there, or remove this line"))
    }
  }

  /// Checks that a code has an address, and that the address is unique to one visit.
  private mutating func checkCode(_ question: QuestionSettings, isFirst: Bool, _ settings: Settings) {
    guard question.kind.showsCode, let entry = effectiveEntry("kind", .question, question.id) else { return }
    if settings.kiosk.comments.template.utf8.isEmpty && isValid("qr-url", .kiosk) {
      report(entry, "there is no address to show; add a line qr-url = https://... to [kiosk]")
    }
    if isFirst && !settings.kiosk.attract && settings.languages.count < 2 {
      report(
        entry,
        "as the first screen it would show all visitors the same code; set attract = yes, or ask another question first"
      )
    }
  }

  private mutating func checkKind(_ question: QuestionSettings) {
    let (kind, id) = (question.kind, question.id)
    // If the kind is misspelt, no other key can be checked.
    if let entry = effectiveEntry("kind", .question, id), !entry.isValid { return }
    for (key, fits) in [
      ("stars", kind == .stars), ("step", kind == .stars), ("size", kind.sizes.count > 1), ("options", kind == .choice),
      ("several", kind == .choice), ("reasons", kind.hasValue), ("reasons-up-to", kind.hasValue),
    ] {
      if !fits, let entry = effectiveEntry(key, .question, id), !entry.value.text.utf8.isEmpty {
        report(entry, "has no effect with kind = \(kind.name)", .warning)
      }
    }
    if question.tiles.count < 2, let entry = effectiveEntry("order", .question, id) {
      report(entry, "has no effect, because the question has neither options nor reasons", .warning)
    }
    if let size = question.size, kind.sizes.count > 1, !kind.sizes.contains(size),
      let entry = effectiveEntry("size", .question, id)
    {
      report(entry, "invalid value; allowed with kind = \(kind.name): " + kind.sizeList)
    }
    let header = Header(.question, id)
    if kind == .choice, effectiveEntry("options", .question, id) == nil,
      let section = sections.first(where: { $0.header == header })
    {
      diagnostics.append(section.diagnostic("a choice has no options; add a line options = ID, ID"))
    }
  }
}
