/// A part of the configuration file, in the order of the sample.
package enum SettingsSection: Int32, Hashable, Sendable, CaseIterable {
  case screen
  case touch
  case journal
  case slider
  case face
  case theme
  case terminal
  case question
  case text
  case courier

  /// Without its brackets.
  package var name: String {
    switch self {
    case .screen: "screen"
    case .touch: "touch"
    case .journal: "journal"
    case .slider: "slider"
    case .face: "face"
    case .theme: "theme"
    case .terminal: "terminal"
    case .question: "question"
    case .text: "text"
    case .courier: "courier"
    }
  }

  /// What the sample and the manual say about it.
  package var about: String {
    switch self {
    case .screen: "What is drawn to."
    case .touch: "What is touched."
    case .journal: "Where answers are kept."
    case .slider: "The row of stars."
    case .face: "How a star looks. The same keys in [face 1], [face 2] and so on decide for a single star."
    case .theme: "How the screens look, beside the stars."
    case .terminal: "How the terminal behaves between and around its visitors."
    case .question:
      "A question, by its ID; the terminal asks them in the order of these sections, at most "
        + "\(QuestionSettings.most). Without any, the stars are all that there is."
    case .text:
      "What the terminal says in a language, by its BCP 47 tag; at most \(LanguageSettings.most). The terminal begins with "
        + "the first. A text that is longer than a line ends with a \\ and goes on in the next line of the same key; in "
        + "texts, \\n is a new line, \\\\ a backslash and \\; a semicolon behind a space."
    case .courier: "Where star-courier brings the answers."
    }
  }

  /// What may stand behind the section's name.
  var subject: Subject {
    switch self {
    case .face: .star
    case .question: .id
    case .text: .tag
    default: .none
    }
  }

  enum Subject {
    case none
    /// Nothing, or the number of a star.
    case star
    /// The ID of a question, always.
    case id
    /// A language's tag, always.
    case tag
  }

  /// How its header is written: as in `[text TAG]`.
  package var form: String {
    switch subject {
    case .none, .star: "[" + name + "]"
    case .id: "[" + name + " ID]"
    case .tag: "[" + name + " TAG]"
    }
  }

  /// The same with all that may be said of it, as an end for "allowed are".
  var forms: String {
    switch subject {
    case .none: form
    case .star: form + ", [" + name + " N] with N from 1 to 1000"
    case .id: form + " with an ID of " + Value.idForm
    case .tag: form + " with a TAG of BCP 47, as in [text en], [text zh-Hans]"
    }
  }

  /// Whether a running terminal takes over a change when it reads its configuration again; `SettingsKey.isLive` says so of a
  /// single key.
  package var isLive: Bool {
    switch self {
    case .screen, .touch, .journal, .courier: false
    case .slider, .face, .theme, .terminal, .question, .text: true
    }
  }

  /// Whether its keys are command-line options unless told otherwise.
  var hasOptions: Bool {
    switch self {
    case .screen, .touch, .journal, .slider, .face: true
    case .theme, .terminal, .question, .text, .courier: false
    }
  }

  static func named(_ name: String) -> SettingsSection? { allCases.first { same($0.name, name) } }
}

/// A section as a file names it: `[slider]`, `[face 3]`, `[text ar]`.
struct Header: Equatable, Sendable {
  let section: SettingsSection
  /// A star's number, a question's ID, a language's tag; empty for a section without.
  let subject: String

  init(_ section: SettingsSection, _ subject: String = "") {
    self.section = section
    self.subject = subject
  }

  /// The words between the brackets, the first of which names the section; `nil` where what follows is not allowed there.
  init?(_ section: SettingsSection, words: [String]) {
    self.section = section
    if words.count > 2 { return nil }
    guard words.count == 2 else {
      switch section.subject {
      case .none, .star: subject = ""
      case .id, .tag: return nil
      }
      return
    }
    let word = Value(text: words[1], folder: "")
    switch section.subject {
    case .none: return nil
    case .star:
      var star: Int32 = 0
      if !word.whole(1...1000, into: &star) { return nil }
      subject = "\(star)"
    case .id:
      if !word.isID { return nil }
      subject = words[1]
    case .tag:
      if !word.isTag { return nil }
      subject = words[1]
    }
  }

  /// Which star a `[face N]` is for; 0 for all.
  var star: Int32 { section == .face ? Int32(subject) ?? 0 : 0 }

  /// As it would be written.
  var text: String { "[" + section.name + (subject.isEmpty ? "" : " " + subject) + "]" }

  static func == (a: Header, b: Header) -> Bool { a.section == b.section && same(a.subject, b.subject) }
}

/// Whether two texts are the same bytes: to compare characters would bring the whole of Unicode along.
func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
