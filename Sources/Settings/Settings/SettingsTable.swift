/// Every setting there is.
package enum SettingsTable {
  /// In the order of the sample: section by section.
  package static let keys: [SettingsKey] =
    screenKeys + touchKeys + journalKeys + sliderKeys + faceKeys + themeKeys + terminalKeys + questionKeys + textKeys
    + courierKeys

  /// The row of a key, without its argument.
  @export(interface) package static func index(of name: String, in section: SettingsSection) -> Int? {
    keys.indices.first { keys[$0].section == section && keys[$0].isCalled(name) }
  }

  /// The row of a command-line option, which is named without its hyphens.
  @export(interface) package static func index(ofOption name: String) -> Int? {
    keys.indices.first { keys[$0].option?.withUTF8Buffer { $0.elementsEqual(name.utf8) } == true }
  }

  /// The keys of a section, as in "stars, step".
  static func names(in section: SettingsSection) -> String {
    var names = ""
    for key in keys where key.section == section { names += names.isEmpty ? key.form : ", " + key.form }
    return names
  }

  static var yesOrNo: String { "yes, no, true, false" }
}

extension SettingsTable {
  /// The terminal's devices and files.
  static let screenKeys: [SettingsKey] = [
    SettingsKey(
      .screen, "display",
      allowed:
        "auto, kms[:PATH], fb[:PATH], memory[:WIDTHxHEIGHT[:FORMAT]] with sides of 1 to 16384 pixels and one of the formats "
        + Value.formatNames,
      standard: "auto",
      about:
        "The screen. auto takes KMS, then the framebuffer, then memory with a bundled recording; memory is 800x480 "
        + "XRGB8888 unless told otherwise."
    ) { $1.screen(into: &$0.screen) },
    SettingsKey(
      .screen, "format", allowed: "auto, " + Value.formatNames, standard: "auto",
      about: "The screen's pixels. auto takes the best that the screen can show."
    ) { $1.format(into: &$0.format) },
    SettingsKey(
      .screen, "rotate", allowed: "auto, 0, 90, 180, 270", standard: "auto", unit: "degrees",
      about: "How far the picture is turned clockwise. auto is as the kernel says that the panel is built in, else 0."
    ) { $1.rotation(into: &$0.rotation) },
    SettingsKey(
      .screen, "commit", allowed: "auto, atomic, legacy", standard: "auto", about: "How KMS is told of a picture."
    ) { $1.choice([("auto", .auto), ("atomic", .atomic), ("legacy", .legacy)], into: &$0.commit) },
    SettingsKey(
      .screen, "buffers", allowed: "auto, flip, front", standard: "auto",
      about: "flip has two buffers that are shown in turn, front one that is drawn to while it is shown."
    ) { $1.choice([("auto", .auto), ("flip", .flip), ("front", .front)], into: &$0.buffers) },
    SettingsKey(
      .screen, "connector", allowed: "auto, names of connectors", standard: "auto",
      about: "Which of a card's connectors, as star-kiosk devices names them. auto takes the first that has a screen."
    ) { $1.name(into: &$0.connector) },
    SettingsKey(
      .screen, "mode", allowed: "auto, WIDTHxHEIGHT", standard: "auto",
      about: "The KMS mode. auto leaves what is set, or takes what the screen prefers."
    ) { $1.mode(into: &$0.mode) },
  ]
}
