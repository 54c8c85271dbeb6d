/// All keys of the configuration.
package enum SettingsSchema {
  typealias Key = SettingsKey

  /// The keys in the order of the sample, section by section.
  package static var keys: [SettingsKey] { @export(interface) get { table } }

  private static let table: [SettingsKey] =
    rows(.screen, screenKeys) + rows(.touch, touchKeys) + rows(.journal, journalKeys) + rows(.slider, sliderKeys)
    + rows(.face, faceKeys) + rows(.theme, themeKeys) + rows(.terminal, kioskKeys) + rows(.question, questionKeys)
    + rows(.text, textKeys) + rows(.courier, courierKeys)
    + rows(.fleet, fleetKeys)

  private static func rows(_ section: SettingsSection, _ keys: [Key]) -> [Key] {
    keys.map {
      var key = $0
      key.section = section
      return key
    }
  }

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

  static var colors: String { "colours as #rrggbb" }
}
