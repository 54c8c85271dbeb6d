extension SettingsSchema {
  /// A configuration file with every key, commented out, with its default or an example. As it is, the file changes nothing.
  package static var sample: String {
    var text =
      "# Configuration of star-kiosk. Every key is shown with its default, or with an example if there is no default.\n"
      + "# Remove the semicolon in front of a key to set it.\n" + "# Check the file with: star-kiosk check FILE\n"
    for section in SettingsSection.allCases {
      text += "\n# " + wrapped(section.summary, indent: "# ") + "\n" + sampleHeader(section) + "\n"
      for key in keys where key.section == section {
        text += "\n# " + wrapped(key.summary, indent: "# ") + "\n"
        text += "# " + wrapped("Allowed: " + key.allowed + key.allowedEnd, indent: "# ") + "\n"
        for line in key.lines { text += ";" + line + "\n" }
      }
    }
    return text
  }

  /// The header of a section. One that names a question or a language is commented out, because it would add one.
  private static func sampleHeader(_ section: SettingsSection) -> String {
    let example = section == .question ? "service" : section == .text ? "en" : ""
    return (example.utf8.isEmpty ? "" : ";") + Header(section, example).text
  }

  /// Breaks a text into lines of at most 100 bytes. Every line but the first starts with `indent`.
  private static func wrapped(_ text: String, indent: String) -> String {
    var (lines, length) = ("", 0)
    for word in ValueParser(text).words {
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

extension SettingsKey {
  /// The unit and the full stop after `allowed`.
  var allowedEnd: String { unit.utf8.isEmpty ? "." : "; " + unit + "." }
}
