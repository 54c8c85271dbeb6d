// Kinds of questions and their order.
extension ValueParser {
  func kind(into place: inout QuestionKind) -> Bool {
    write(QuestionKind.allCases.first { same($0.name, text.utf8) }, to: &place)
  }

  /// Parses the path of the icon for the key's `id`; an empty text means no icon.
  func icon(into place: inout [QuestionSettings.Icon]) -> Bool {
    if !text.utf8.isEmpty { place.append(QuestionSettings.Icon(id: id, path: absolute(text))) }
    return true
  }

  /// Parses `ID`, or rules such as `ID if <= 2, ID if OPTION, ID otherwise`. Only the last rule may lack a condition.
  func rules(into place: inout [NextRule]) -> Bool {
    guard let parts = list(), !parts.isEmpty else { return false }
    var rules: [NextRule] = []
    for part in parts {
      guard let rule = Self.rule(ValueParser(part).words), rules.last?.condition != .always else { return false }
      rules.append(rule)
    }
    place = rules
    return true
  }

  private static func rule(_ words: [String]) -> NextRule? {
    guard let target = words.first, ValueParser(target).isID else { return nil }
    if words.count == 1 || words.count == 2 && same(words[1], "otherwise") {
      return NextRule(target: target, condition: .always)
    }
    if words.count < 3 || !same(words[1], "if") { return nil }
    // The sign and the number may be written together or apart.
    let text = words[2...].joined()
    for comparison in NextRule.Comparison.allCases where text.utf8.starts(with: comparison.rawValue.utf8) {
      let number = String(decoding: Array(text.utf8.dropFirst(comparison.rawValue.utf8.count)), as: UTF8.self)
      return Ratio(number).map { NextRule(target: target, condition: .value(comparison, $0)) }
    }
    return words.count == 3 && ValueParser(text).isID ? NextRule(target: target, condition: .option(text)) : nil
  }
}
