import Basics
import Settings

/// The words for the IDs of questions, reasons and options, from a kiosk's configuration.
struct ReportWords {
  private var questions: [String: String] = [:]
  private var reasons: [String: String] = [:]
  private var options: [String: String] = [:]
  /// The highest values after which the kiosk asks for reasons, by question.
  private(set) var asksUpTo: [String: Double] = [:]
  /// The kiosk's time zone; empty if the configuration names none.
  private(set) var timeZone = ""

  /// Reads the words in a language or, by default, in the configuration's first one. Without a path, each ID is its own word.
  init(_ path: String?, language: String) throws {
    guard let path else { return }
    var builder = SettingsBuilder()
    builder.phrasesFolder = nil
    try builder.readFile(path)
    let settings = try builder.buildReadingFiles(decoding: nil)
    timeZone = settings.kiosk.schedule.timeZone
    for question in settings.questions where !question.reasons.isEmpty {
      asksUpTo[question.id] = question.reasonsUpTo.map { Double($0.numerator) / Double($0.denominator) } ?? .infinity
    }
    let languages = settings.languages
    let chosen = languages.first { $0.tag.lowercased() == language.lowercased() } ?? languages.first
    func named(_ texts: [LanguageSettings.Text]?) -> [String: String] {
      Dictionary((texts ?? []).map { ($0.id, $0.text) }) { first, _ in first }
    }
    (questions, reasons, options) = (named(chosen?.questions), named(chosen?.reasons), named(chosen?.options))
  }

  func question(_ id: String) -> String { questions[id] ?? id }
  func reason(_ id: String) -> String { reasons[id] ?? id }
  func option(_ id: String) -> String { options[id] ?? id }
}
