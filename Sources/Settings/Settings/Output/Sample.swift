extension SettingsSchema {
  /// A configuration file that contains every key, commented out, with its default or an example. The file as it stands changes nothing.
  package static var sample: String {
    var text =
      "# Configuration of star-kiosk. Every key is shown with its default, or with an example if there is no default.\n"
      + "# Remove the semicolon in front of a key to set it.\n" + "# Check the file with: star-kiosk check FILE\n"
    for section in SettingsSection.allCases {
      text += "\n" + comment(section.summary) + sampleHeader(section) + "\n"
      for key in keys where key.section == section {
        text += "\n" + comment(key.summary) + comment("Allowed: " + key.allowed + key.allowedEnd)
        for line in key.lines { text += ";" + line + "\n" }
      }
    }
    return text
  }

  /// Returns the header of a section. The header of a question or a language is commented out, because it would add one.
  private static func sampleHeader(_ section: SettingsSection) -> String {
    let example = section == .question ? "service" : section == .text ? "en" : ""
    return (example.utf8.isEmpty ? "" : ";") + Header(section, example).text
  }

  /// Returns a text as comment lines of at most 100 bytes, not counting the comment sign.
  private static func comment(_ text: String) -> String {
    var (lines, length) = ("#", 0)
    for word in ValueParser(text).words {
      length += word.utf8.count + (length > 0 ? 1 : 0)
      if length > 100 {
        lines += "\n#"
        length = word.utf8.count
      }
      lines += " " + word
    }
    return lines + "\n"
  }
}

extension SettingsKey {
  /// The unit and the full stop after `allowed`.
  var allowedEnd: String { unit.utf8.isEmpty ? "." : "; " + unit + "." }
}
