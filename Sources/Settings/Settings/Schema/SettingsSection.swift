/// A section of the configuration file. The sample and the manual list them in this order.
package enum SettingsSection: String, Sendable, CaseIterable {
  case screen, touch, journal, slider, face, theme, kiosk, voice, question, text, courier, fleet

  /// The name in the file, without brackets.
  package var name: String { rawValue }

  /// The description in the sample and the manual.
  package var summary: String {
    switch self {
    case .screen: "The screen that the kiosk draws to."
    case .touch: "The touchscreen and other input devices."
    case .journal: "The database of answers."
    case .slider: "The row of stars."
    case .face: "The look of the stars. The same keys in [face 1], [face 2] and so on apply to a single star."
    case .theme: "The look of a kiosk with questions: its colors, its fonts, its logo."
    case .kiosk: "The behavior of the kiosk during and between visits."
    case .voice: "What visitors hear. It requires the program star-voice and a sound card."
    case .question:
      "A question and its ID. The kiosk asks at most \(QuestionSettings.most) questions, in the order of these sections; "
        + "without any question, it shows the stars only."
    case .text:
      "The texts in a language, given as a BCP 47 tag; at most \(LanguageSettings.most). The kiosk starts with the first "
        + "language. Buttons and messages have defaults in English and in the languages of \(Phrase.folder); for another "
        + "language, set all of them. A text that is too long for its line ends with a \\ and continues in the next line of the same key. In "
        + "texts, \\n is a line break, \\\\ a backslash and \\; a semicolon after a space."
    case .courier: "Delivery of the answers by star-courier."
    case .fleet: "Remote control by messages that an operator has signed."
    }
  }

  /// The form of the header, such as `[text TAG]`.
  package var form: String { Header(self, self == .question ? "ID" : self == .text ? "TAG" : "").text }

  /// All forms of the header, worded to follow "allowed: ".
  var forms: String {
    switch self {
    case .face: form + ", [" + name + " N] with N from 1 to 1000"
    case .question: form + " with an ID of " + ValueParser.idForm
    case .text: form + " with a BCP 47 tag, such as [text en], [text zh-Hans]"
    default: form
    }
  }

  /// The maximum number of sections with different subjects; `nil` for no limit.
  var mostSections: Int? {
    switch self {
    case .question: QuestionSettings.most
    case .text: LanguageSettings.most
    default: nil
    }
  }

  /// Whether its keys are also command-line options by default.
  package var hasOptions: Bool { [.screen, .touch, .journal, .slider, .face].contains(self) }

  /// Returns the section with a name. Before version 0.2, `kiosk` was `terminal`.
  static func named(_ name: String) -> SettingsSection? {
    same(name, "terminal") ? .kiosk : allCases.first { same($0.name, name) }
  }

  /// Returns the section of a header, given by the text between its brackets; `nil` if the header is invalid.
  package static func headed(_ text: String) -> SettingsSection? {
    let words = ValueParser(text).words
    return named(words.first ?? "").flatMap { Header($0, words: words)?.section }
  }
}

/// A section with its subject: `[slider]`, `[face 3]`, `[text ar]`.
struct Header: Hashable, Sendable {
  let section: SettingsSection
  /// The number of a star, the id of a question or a language tag; may be empty.
  let subject: String

  init(_ section: SettingsSection, _ subject: String = "") { (self.section, self.subject) = (section, subject) }

  /// Creates a header from the words between the brackets. Returns `nil` if the second word is not valid for the section.
  init?(_ section: SettingsSection, words: [String]) {
    var subject = words.count > 1 ? words[1] : ""
    let word = ValueParser(subject)
    switch (section, words.count) {
    case (.face, 2):
      guard let star = word.whole(1...1000) else { return nil }
      subject = "\(star)"
    case (.question, _): if words.count != 2 || !word.isID { return nil }
    case (.text, _): if words.count != 2 || !word.isTag { return nil }
    default: if words.count != 1 { return nil }
    }
    self.init(section, subject)
  }

  /// The star of a `[face N]`; 0 for all others.
  var star: Int32 { section == .face ? Int32(subject) ?? 0 : 0 }

  /// The header as it is written in a file.
  var text: String { "[" + section.name + (subject.utf8.isEmpty ? "" : " " + subject) + "]" }

  static func == (a: Header, b: Header) -> Bool { a.section == b.section && same(a.subject, b.subject) }

  func hash(into hasher: inout Hasher) { for byte in subject.utf8 { hasher.combine(byte) } }
}
