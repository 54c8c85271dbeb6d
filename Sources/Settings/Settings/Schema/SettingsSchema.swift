/// All keys of the configuration.
package enum SettingsSchema {
  typealias Key = SettingsKey

  /// The keys in the order of the sample, section by section.
  package static var keys: [SettingsKey] { @export(interface) get { table } }

  private static let table: [SettingsKey] = {
    let sections: [(SettingsSection, [Key])] = [
      (.screen, screenKeys), (.touch, touchKeys), (.journal, journalKeys), (.slider, sliderKeys), (.face, faceKeys),
      (.theme, themeKeys), (.kiosk, kioskKeys), (.voice, voiceKeys), (.question, questionKeys), (.text, textKeys),
      (.courier, courierKeys), (.fleet, fleetKeys),
    ]
    var rows: [SettingsKey] = []
    rows.reserveCapacity(sections.reduce(0) { $0 + $1.1.count })
    for (section, keys) in sections {
      for key in keys {
        rows.append(key)
        rows[rows.count - 1].section = section
      }
    }
    return rows
  }()

  /// Keys of earlier versions, each with advice. They are ignored with a warning, so that a kiosk still starts after an upgrade.
  static let removed: [(section: SettingsSection, name: StaticString, advice: StaticString)] = [
    (.fleet, "buttons", "commands need a signature now (starctl sign command)")
  ]

  /// Returns the index of a key. `name` does not include the argument.
  @export(interface) package static func index(of name: String, in section: SettingsSection) -> Int? {
    keys.indices.first { keys[$0].section == section && keys[$0].isNamed(name) }
  }

  /// Returns the index of a command-line option's key. `name` does not include the hyphens.
  @export(interface) package static func index(ofOption name: String) -> Int? {
    keys.indices.first { keys[$0].option.map { same($0, name.utf8) } == true }
  }

  /// Implements `SettingsKey.keep` for one field.
  static func keep<Field: Equatable>(_ new: inout Field, _ running: Field) -> Bool {
    defer { new = running }
    return new != running
  }

  static var colors: String { "colors as #rrggbb" }
}
