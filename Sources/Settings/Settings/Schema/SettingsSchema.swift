/// All keys of the configuration.
package enum SettingsSchema {
  typealias Key = SettingsKey

  /// The keys in the order of the sample, section by section.
  package static let keys: [SettingsKey] =
    screenKeys + touchKeys + journalKeys + sliderKeys + faceKeys + themeKeys + kioskKeys + questionKeys + textKeys
    + courierKeys

  /// Returns the index of a key, named without its argument.
  @export(interface) package static func index(of name: String, in section: SettingsSection) -> Int? {
    keys.indices.first { keys[$0].section == section && keys[$0].isNamed(name) }
  }

  /// Returns the index of a command-line option's key. The option is named without its hyphens.
  @export(interface) package static func index(ofOption name: String) -> Int? {
    keys.indices.first { keys[$0].option.map { same($0, name.utf8) } == true }
  }

  static var paths: String { "paths" }
  static var colors: String { "colours as #rrggbb" }
}
