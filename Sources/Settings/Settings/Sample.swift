extension SettingsTable {
  /// A configuration file with every key, made from the table: each is commented out and shows its default, or an example where
  /// that is nothing, so that the file as it is changes nothing.
  package static var sample: String {
    var text =
      "# A star-kiosk's configuration. Every key is shown with its default, or an example where that is nothing;\n"
      + "# take away the semicolon to change it.\n"
    text += "# Check it with: star-kiosk check FILE\n"
    for section in SettingsSection.allCases {
      text += "\n# " + wrapped(section.about, indent: "# ") + "\n" + sampleHeader(section) + "\n"
      for key in keys where key.section == section {
        text += "\n# " + wrapped(key.about, indent: "# ") + "\n"
        text +=
          "# " + wrapped("Allowed: " + key.allowed + (key.unit.isEmpty ? "." : "; " + key.unit + "."), indent: "# ")
          + "\n"
        for line in key.lines { text += ";" + line + "\n" }
      }
    }
    return text
  }

  /// Those that name something of their own would change something by being there.
  private static func sampleHeader(_ section: SettingsSection) -> String {
    switch section.subject {
    case .none, .star: section.form
    case .id: ";[" + section.name + " service]"
    case .tag: ";[" + section.name + " en]"
    }
  }

  /// Breaks a text into lines of at most 100 characters, each but the first with something in front.
  private static func wrapped(_ text: String, indent: String) -> String {
    var (lines, length) = ("", 0)
    for word in Value(text: text, folder: "").words {
      let count = word.utf8.count
      if length > 0 && length + 1 + count > 100 {
        lines += "\n" + indent + word
        length = count
      } else {
        lines += (length == 0 ? "" : " ") + word
        length += count + (length == 0 ? 0 : 1)
      }
    }
    return lines
  }
}
