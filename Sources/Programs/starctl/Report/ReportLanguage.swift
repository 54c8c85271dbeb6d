import Foundation

/// The words, numbers and dates of a report in the form that its readers use.
struct ReportLanguage {
  /// A BCP 47 tag.
  let tag: String
  let phrases: ReportPhrases
  private let locale: Locale
  private let days: DateFormatter
  private let shortDays: DateFormatter
  private let weekdays: DateFormatter

  init(_ tag: String, _ phrases: ReportPhrases) {
    (self.tag, self.phrases) = (tag, phrases)
    let locale = Locale(identifier: tag)
    self.locale = locale
    func formatter(_ template: String) -> DateFormatter {
      let formatter = DateFormatter()
      formatter.locale = locale
      formatter.calendar = Calendar(identifier: .gregorian)
      formatter.timeZone = .gmt
      formatter.setLocalizedDateFormatFromTemplate(template)
      return formatter
    }
    (days, shortDays, weekdays) = (formatter("yMMMd"), formatter("MMMd"), formatter("EEE"))
  }

  var isRightToLeft: Bool { Locale.Language(identifier: tag).characterDirection == .rightToLeft }

  subscript(phrase: ReportPhrase) -> String { phrases[phrase] }

  func filled(_ phrase: ReportPhrase, _ values: [String: String]) -> String { phrases.filled(phrase, values) }

  func count(_ value: Int64) -> String { value.formatted(.number.locale(locale)) }

  func decimal(_ value: Double, places: Int) -> String {
    value.formatted(
      .number.precision(.fractionLength(places)).rounded(rule: .toNearestOrAwayFromZero).locale(locale))
  }

  func percent(_ share: Double) -> String {
    share.formatted(.percent.precision(.fractionLength(1)).rounded(rule: .toNearestOrAwayFromZero).locale(locale))
  }

  /// Returns a share of a whole, which may be 0.
  func share(_ part: Int64, of whole: Int64) -> String { whole > 0 ? percent(Double(part) / Double(whole)) : "–" }

  /// Returns a number with its sign; 0 has none.
  func signed(_ value: Double, places: Int) -> String {
    let text = decimal(abs(value), places: places)
    // A difference that is displayed as 0 has no sign.
    if text == decimal(0, places: places) { return text }
    return isolated((value < 0 ? "−" : "+") + text)
  }

  /// Returns half of an interval with the sign ±.
  func margin(_ value: Double, places: Int) -> String { isolated("± " + decimal(value, places: places)) }

  /// Isolates a number. Otherwise, its sign would move behind it in right-to-left text.
  private func isolated(_ number: String) -> String { isRightToLeft ? "\u{2066}" + number + "\u{2069}" : number }

  /// Isolates a name whose direction may differ from the text's, in which it might move other words.
  func isolated(name: String) -> String {
    isRightToLeft || !name.utf8.allSatisfy { $0 < 0x80 } ? "\u{2068}" + name + "\u{2069}" : name
  }

  /// Returns a date without its year.
  func shortDay(_ day: Int) -> String { shortDays.string(from: ReportPeriod.date(day)) }
  func day(_ day: Int) -> String { days.string(from: ReportPeriod.date(day)) }
  /// Returns the name of a weekday; 0 is Monday.
  func weekday(_ index: Int) -> String { weekdays.string(from: ReportPeriod.date(4 + index)) }
  func hour(_ hour: Int) -> String { String(format: "%02d:00", hour) }
}
