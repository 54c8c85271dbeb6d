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
    var isDefault = false

    var key: SettingsKey { SettingsSchema.keys[row] }
    var isOption: Bool { line == 0 }

    /// Whether both entries set the same setting.
    func isSameSetting(as other: Entry) -> Bool {
      row == other.row && header == other.header && same(value.id, other.value.id)
    }

    /// Whether the value has a form that its key allows.
    var isValid: Bool {
      var draft = SettingsDraft()
      return key.set(&draft, value)
    }

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
    private var shownValue: String { key.isSecret ? "(hidden)" : value.text }

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
  var entries: [Entry] = []
  var sections: [Section] = []
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
    entries.append(entry)
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
    if entries.contains(where: { $0.isDefault && $0.isSameSetting(as: entry) }) {
      report(entry, "duplicate key; remove one of the lines")
    } else if !entry.isValid {
      diagnostics.append(entry.invalidValue)
    }
    entries.insert(entry, at: 0)
  }

  mutating func report(
    _ entry: Entry, _ reason: String, _ severity: Diagnostic.Severity = .error, _ tolerance: Diagnostic.Tolerance? = nil
  ) {
    diagnostics.append(entry.diagnostic(reason, severity, tolerance))
  }

  /// Returns the entry that determines a setting: the last option, otherwise the last line.
  func effectiveEntry(_ key: String, _ section: SettingsSection, _ subject: String = "", id: String = "") -> Entry? {
    let header = Header(section, subject)
    let all = entries.filter { $0.header == header && $0.key.isNamed(key) && same($0.value.id, id) }
    return all.last { $0.isOption } ?? all.last
  }

  @export(interface) package func isSet(_ key: String, in section: SettingsSection) -> Bool {
    effectiveEntry(key, section) != nil
  }

  /// Whether a setting can be compared with others: it is absent, or its value is valid.
  func isValid(_ key: String, _ section: SettingsSection) -> Bool { effectiveEntry(key, section)?.isValid ?? true }

  /// Whether every line of a key is valid, whatever the subject of its section.
  func areValid(_ key: String, _ section: SettingsSection) -> Bool {
    entries.allSatisfy { $0.key.section != section || !$0.key.isNamed(key) || $0.isValid }
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
