import Basics

/// Builds settings from a board profile, a configuration file and command-line options.
///
/// ```swift
/// var builder = SettingsBuilder()
/// try builder.set(option: "stars", to: "7")
/// builder.read(bytes, name: "/etc/star-slider/kiosk.conf")
/// let settings = try builder.build { path throws(Diagnostic) in try contents(of: path) }
/// ```
///
/// Options override the file, and the file overrides the profile, regardless of the order in which they are added.
package struct SettingsBuilder: Sendable {
  /// A setting as it was entered.
  struct Entry: Sendable {
    /// The key's index in `SettingsSchema.keys`.
    let row: Int
    let header: Header
    var value: ValueParser
    /// The file's name, or the option with its hyphens.
    let place: String
    /// The line, from 1; 0 for an option.
    let line: Int32
    /// Whether it comes from a board profile or a translation, which the configuration overrides.
    let isDefault: Bool
    /// What it sets: the key with its section and its ID. Entries of one setting have the same text.
    let setting: String
    /// Whether the value has a form that its key allows.
    let isValid: Bool

    init(row: Int, header: Header, value: ValueParser, place: String, line: Int32, isDefault: Bool = false) {
      let key = SettingsSchema.keys[row]
      (self.row, self.header, self.value) = (row, header, value)
      (self.place, self.line, self.isDefault) = (place, line, isDefault)
      setting = Self.setting(header, key.name, value.id)
      var draft = SettingsDraft()
      isValid = key.set(&draft, value)
    }

    static func setting(_ header: Header, _ key: String, _ id: String) -> String {
      header.text + " " + key + " " + id
    }

    var key: SettingsKey { SettingsSchema.keys[row] }
    var isOption: Bool { line == 0 }

    func diagnostic(
      _ reason: String, _ severity: Diagnostic.Severity = .error, _ tolerance: Diagnostic.Tolerance? = nil
    ) -> Diagnostic {
      if isOption {
        return Diagnostic(place: place, reason: shownValue + ": " + reason, severity, tolerance: tolerance)
      }
      let name = value.id.utf8.isEmpty ? key.name : key.name + " " + value.id
      return Diagnostic(
        place: place, line: line, reason: header.text + " " + name + " = " + shownValue + ": " + reason, severity,
        tolerance: tolerance)
    }

    /// The value as shown in messages, which may be logged: a PIN is hidden.
    private var shownValue: String { key.isSecret ? "(hidden)" : value.excerpt }

    var invalidValue: Diagnostic {
      let advice = MeantValue.candidates(for: value.text, unit: key.unit, allowed: key.allowed).first { meant in
        var draft = SettingsDraft()
        var corrected = ValueParser(meant, folder: value.folder)
        corrected.id = value.id
        return key.set(&draft, corrected)
      }
      let meant = key.isSecret || key.isText ? "" : advice.map { " did you mean " + $0 + "?" } ?? ""
      return diagnostic("invalid value;" + meant + " allowed: " + key.allowed)
    }
  }

  /// The entries of one setting.
  struct SameEntries: Sendable {
    var standard: Entry?
    /// The first and the last line of the file.
    var (first, last): (Entry?, Entry?)
    /// The last option.
    var option: Entry?

    /// The entry that determines the setting.
    var effective: Entry? { option ?? last ?? standard }
  }

  /// A header and the line of its first occurrence.
  struct Section: Sendable {
    let header: Header
    let file: String
    let line: Int32

    func diagnostic(_ reason: String, _ tolerance: Diagnostic.Tolerance? = nil) -> Diagnostic {
      Diagnostic(place: file, line: line, reason: header.text + ": " + reason, tolerance: tolerance)
    }
  }

  /// The folder of translations; `nil` for a program that shows no text and needs no translations.
  package var phrasesFolder: String?
  var file = "configuration"
  private(set) var entries: [Entry] = []
  /// The same entries by their `setting`. A file may have tens of thousands of lines, so no line may search all others.
  private(set) var entriesOfSetting: [String: SameEntries] = [:]
  /// The rows of the keys that have an invalid value.
  private var invalidRows: Set<Int> = []
  var sections: [Section] = []
  /// The headers of `sections`.
  var headers: Set<Header> = []
  /// Whether every header is valid. Otherwise missing sections and keys are not reported.
  var headersAreValid = true
  var diagnostics: [Diagnostic] = []

  package init() {}

  /// Sets a command-line option, named without its hyphens.
  ///
  /// - Parameter section: The section whose keys are the program's options, as for star-courier; `nil` for the options of
  ///   `SettingsKey.option`.
  @export(interface) package mutating func set(
    option name: String, in section: SettingsSection? = nil, to text: String
  ) throws(Diagnostic) {
    let row = section.map { SettingsSchema.index(of: name, in: $0) } ?? SettingsSchema.index(ofOption: name)
    guard let row else { throw Diagnostic(place: "--" + name, reason: text + ": unknown option") }
    let header = Header(SettingsSchema.keys[row].section)
    let entry = Entry(row: row, header: header, value: ValueParser(text), place: "--" + name, line: 0)
    if !entry.isValid { throw entry.invalidValue }
    append(entry)
  }

  /// Sets a command-line option. Returns the reason if its value is rejected, otherwise `nil`.
  @export(interface) package mutating func refusal(
    of name: String, in section: SettingsSection? = nil, to text: String
  ) -> String? {
    do throws(Diagnostic) { try set(option: name, in: section, to: text) } catch { return error.message }
    return nil
  }

  /// Adds an entry without checking it. Defaults precede all other entries.
  mutating func append(_ entry: Entry) {
    if !entry.isValid { invalidRows.insert(entry.row) }
    var same = entriesOfSetting[entry.setting] ?? SameEntries()
    if entry.isDefault {
      entries.insert(entry, at: 0)
      same.standard = entry
    } else {
      entries.append(entry)
      if entry.isOption { same.option = entry } else { (same.first, same.last) = (same.first ?? entry, entry) }
    }
    entriesOfSetting[entry.setting] = same
  }

  /// Sets a board profile's default, which a configuration file and options override. `build` reports its errors.
  @export(interface) package mutating func setDefault(
    _ key: String, in section: SettingsSection, to text: String, place: String, line: Int32
  ) {
    setDefault(key, in: Header(section), to: text, place: place, line: line)
  }

  mutating func setDefault(_ key: String, in header: Header, to text: String, place: String, line: Int32) {
    guard let row = SettingsSchema.index(of: key, in: header.section) else {
      let names = SettingsSchema.keys.filter { $0.section == header.section && $0.argument.isEmpty }.map { $0.name }
      let reason = header.text + " " + key + ": unknown key; " + NearMiss.suggestion(for: key, among: names)
      return diagnostics.append(Diagnostic(place: place, line: line, reason: reason))
    }
    let entry = Entry(
      row: row, header: header, value: ValueParser(text), place: place, line: line, isDefault: true)
    // The first of several lines is used.
    if entriesOfSetting[entry.setting]?.standard != nil {
      return report(entry, "duplicate key; remove one of the lines")
    }
    if !entry.isValid { diagnostics.append(entry.invalidValue) }
    append(entry)
  }

  mutating func report(
    _ entry: Entry, _ reason: String, _ severity: Diagnostic.Severity = .error, _ tolerance: Diagnostic.Tolerance? = nil
  ) {
    diagnostics.append(entry.diagnostic(reason, severity, tolerance))
  }

  /// Returns the entry that determines a setting: the last option, otherwise the last line.
  func effectiveEntry(_ key: String, _ section: SettingsSection, _ subject: String = "", id: String = "") -> Entry? {
    entriesOfSetting[Entry.setting(Header(section, subject), key, id)]?.effective
  }

  @export(interface) package func isSet(_ key: String, in section: SettingsSection) -> Bool {
    effectiveEntry(key, section) != nil
  }

  /// Whether a setting can be compared with others: it is absent, or its value is valid.
  func isValid(_ key: String, _ section: SettingsSection) -> Bool { effectiveEntry(key, section)?.isValid ?? true }

  /// Whether every line of a key is valid, whatever the subject of its section.
  func areValid(_ key: String, _ section: SettingsSection) -> Bool {
    !invalidRows.contains { SettingsSchema.keys[$0].section == section && SettingsSchema.keys[$0].isNamed(key) }
  }

  /// Returns a diagnostic for a problem with a setting that the caller has found. It refers to the line of the key; if the key is absent,
  /// to the line of its section; if that is absent too, to the file.
  ///
  /// - Parameters:
  ///   - subject: The text after the section's name, such as `en` in `[text en]`.
  ///   - id: The text after the key, such as `waiting` in `reason waiting`.
  @export(interface) package func diagnostic(
    for key: String, in section: SettingsSection, named subject: String = "", id: String = "", reason: String,
    _ severity: Diagnostic.Severity, tolerance: Diagnostic.Tolerance? = nil
  ) -> Diagnostic {
    if let entry = effectiveEntry(key, section, subject, id: id) {
      return entry.diagnostic(reason, severity, tolerance)
    }
    let header = Header(section, subject)
    let name = header.text + " " + key + (id.utf8.isEmpty ? "" : " " + id)
    let found = sections.first { $0.header == header }
    return Diagnostic(
      place: found?.file ?? file, line: found?.line ?? 0, reason: name + ": " + reason, severity, tolerance: tolerance)
  }
}
