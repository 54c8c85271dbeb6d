import Basics

/// Settings in the making: a configuration file, then what the command line says about it, then the checks.
///
/// ```swift
/// var draft = SettingsDraft()
/// try draft.set(option: "stars", to: "7")               // throws the one Diagnostic
/// draft.read(bytes, name: "/etc/star-slider/kiosk.conf")
/// let settings = try draft.finished { path in try bytes(of: path) }   // throws all Mistakes
/// ```
///
/// Options win over the file, whichever comes first. Nothing here opens a file.
package struct SettingsDraft: Sendable {
  /// A setting as it was written.
  struct Entry: Sendable {
    /// A row of `SettingsTable.keys`.
    let row: Int
    /// Which section it stands in.
    let header: Header
    var value: Value
    /// The file's name, or the option with its hyphens.
    let place: String
    /// 0 for an option.
    let line: Int32
    /// Out of a board's profile: a default that this board has.
    var isStandard = false

    var key: SettingsKey { SettingsTable.keys[row] }
    var isOption: Bool { line == 0 }

    /// Whether both set the same thing.
    func decides(_ other: Entry) -> Bool {
      row == other.row && header == other.header && same(value.id, other.value.id)
    }

    /// A mistake in this setting.
    func mistake(_ reason: String, _ severity: Diagnostic.Severity = .mistake) -> Diagnostic {
      if isOption { return Diagnostic(place: place, line: 0, reason: value.text + ": " + reason, severity) }
      let name = value.id.isEmpty ? key.key : key.key + " " + value.id
      return Diagnostic(
        place: place, line: line, reason: header.text + " " + name + " = " + value.text + ": " + reason, severity)
    }

    var mistakeInValue: Diagnostic { mistake("allowed are " + key.allowed) }
  }

  /// A section's header where it stands for the first time.
  struct Place: Sendable {
    let header: Header
    let file: String
    let line: Int32

    /// A mistake in what stands below it.
    func mistake(_ reason: String) -> Diagnostic {
      Diagnostic(place: file, line: line, reason: header.text + ": " + reason)
    }
  }

  /// The configuration file's name, once there is one.
  var file = "configuration"
  var entries: [Entry] = []
  var places: [Place] = []
  /// Every header of the file was understood: what is missing is missing.
  var headersAreSound = true
  var mistakes: [Diagnostic] = []

  package init() {}

  /// Sets what a command-line option says; `name` comes without its hyphens. Throws what is wrong with the text.
  @export(interface) package mutating func set(option name: String, to text: String) throws(Diagnostic) {
    try set(SettingsTable.index(ofOption: name), calledAs: name, to: text)
  }

  /// The same for a program whose options are the keys of one section, as star-courier's are.
  @export(interface) package mutating func set(
    option name: String, in section: SettingsSection, to text: String
  ) throws(Diagnostic) {
    try set(SettingsTable.index(of: name, in: section), calledAs: name, to: text)
  }

  private mutating func set(_ row: Int?, calledAs name: String, to text: String) throws(Diagnostic) {
    guard let row else {
      throw Diagnostic(place: "--" + name, line: 0, reason: text + ": there is no such option")
    }
    let header = Header(SettingsTable.keys[row].section)
    let entry = Entry(row: row, header: header, value: Value(text: text, folder: ""), place: "--" + name, line: 0)
    if !Self.isAllowed(entry) { throw entry.mistakeInValue }
    entries.append(entry)
  }

  /// Sets what a board's profile says: less than a configuration file, whichever comes first. Mistakes are kept until
  /// `finished`.
  @export(interface) package mutating func setStandard(
    _ key: String, in section: SettingsSection, to text: String, place: String, line: Int32
  ) {
    guard let row = SettingsTable.index(of: key, in: section) else {
      let names = SettingsTable.keys.filter { $0.section == section }.map { $0.key }
      let meant = NearMiss.nearest(to: key, among: names)
      mistakes.append(
        Diagnostic(
          place: place, line: line,
          reason: Header(section).text + " " + key + ": unknown key; "
            + (meant.map { "did you mean " + $0 + "?" } ?? "known are " + SettingsTable.names(in: section))))
      return
    }
    let entry = Entry(
      row: row, header: Header(section), value: Value(text: text, folder: ""), place: place, line: line,
      isStandard: true)
    if entries.contains(where: { $0.isStandard && $0.row == row }) {
      mistakes.append(entry.mistake("given twice"))
    } else if !Self.isAllowed(entry) {
      mistakes.append(entry.mistakeInValue)
    }
    entries.insert(entry, at: 0)
  }

  /// Whether a value has one of the forms that its key allows.
  static func isAllowed(_ entry: Entry) -> Bool {
    switch entry.key.set {
    case .settings(let set):
      var settings = Settings()
      return set(&settings, entry.value)
    case .face(let set):
      var face = FaceSettings()
      return set(&face, entry.value)
    case .question(let set):
      var question = QuestionSettings(id: "")
      return set(&question, entry.value)
    case .language(let set):
      var language = LanguageSettings(tag: "")
      return set(&language, entry.value)
    }
  }
}

extension Diagnostic: Error {}
