extension SettingsSchema {
  /// Returns the manual page kiosk.conf(5) in man(7) format. `version` is the version of the programs, `date` a date such as "2026-01-31".
  package static func manual(version: String, date: String) -> String {
    var page = ManualPage()
    page.macro("TH", "KIOSK.CONF", "5", date, "star-slider " + version, "Star slider")
    page.heading("NAME", "kiosk.conf - configuration of a star rating kiosk")
    page.heading("SYNOPSIS", "/etc/star-slider/kiosk.conf")
    page.heading(
      "DESCRIPTION",
      "The file configures the screens and questions of star-kiosk(1) and the delivery of answers by star-courier(1). It is "
        + "UTF-8 text of at most \(INIDocument.maximumSize >> 10) KiB in lines of at most "
        + "\(INIDocument.maximumLineLength) bytes:")
    page.verbatim(["# a comment; a semicolon also starts one", "[section]", "key = value    ; a comment after a space"])
    page.text(
      "A section may be continued later in the file. A key may be set only once, except for lists. Every key has a default; "
        + "with an empty file, the kiosk shows five stars. Relative paths are relative to the file's folder.")
    page.macro("PP")
    page.text(
      "star-kiosk check FILE reports all errors and warnings with their lines and the allowed values. A file with errors is "
        + "rejected: a running kiosk keeps its settings, and at its start the service uses the last valid file or, without one, "
        + "is out of order. At a shell, star-kiosk exits with status 2. starctl sample prints a file with every key.")
    for section in SettingsSection.allCases { page.section(section) }
    let waiting = keys.filter { !$0.isLive && hasLiveKeys($0.section) }
    page.heading(
      "RELOAD",
      "On SIGHUP, star-kiosk(1) reads the file again. It applies changes in these sections: "
        + names { hasLiveKeys($0) && $0 != .courier }
        + ". It reports changes in " + names { !hasLiveKeys($0) } + ", and of "
        + waiting.map { $0.form }.joined(separator: ", ")
        + " in [kiosk], which take effect at the next start. star-courier "
        + "reads " + SettingsSection.courier.form + ".")
    page.macro("SH", "EXAMPLE")
    page.verbatim(exampleLines)
    page.heading(
      "FILES",
      "/etc/star-slider/kiosk.conf is the file of the package's services. " + Phrase.folder
        + "/TAG.ini has the buttons and messages in a language.")
    page.heading("SEE ALSO", "star-kiosk(1), star-courier(1)")
    return page.source
  }

  private static func hasLiveKeys(_ section: SettingsSection) -> Bool {
    keys.contains { $0.section == section && $0.isLive }
  }

  private static func names(where isIncluded: (SettingsSection) -> Bool) -> String {
    SettingsSection.allCases.filter(isIncluded).map { $0.form }.joined(separator: ", ")
  }

  /// A minimal configuration with a question in two languages.
  static var exampleLines: [String] {
    [
      "[slider]", "step = half", "[kiosk]", "id = entrance-2", "hours = Mo-Fr 08:00-18:00", "hours = Sa 09:00-13:00",
      "[question service]", "reasons = waiting, staff", "reasons-up-to = 2", "[text en]",
      "question service = How was our service?", "reason waiting = The waiting time", "reason staff = The staff",
      "[text de]", "question service = Wie war unser Service?", "reason waiting = Die Wartezeit",
      "reason staff = Das Personal", "[courier]", "broker = broker.example",
    ]
  }
}

private struct ManualPage {
  var source = ""

  mutating func macro(_ name: StaticString, _ arguments: String...) {
    source += ".\(name)"
    for argument in arguments { source += " \"" + Self.escaped(argument) + "\"" }
    source += "\n"
  }

  /// Adds a section of the page with its first paragraph.
  mutating func heading(_ title: String, _ words: String) {
    macro("SH", title)
    text(words)
  }

  /// Adds running text, which the formatter wraps.
  mutating func text(_ text: String) { source += "\\&" + Self.escaped(text) + "\n" }

  /// Adds lines that are printed unchanged.
  mutating func verbatim(_ lines: [String]) {
    source += ".PP\n.nf\n.RS 4\n"
    for line in lines { text(line) }
    source += ".RE\n.fi\n.PP\n"
  }

  mutating func section(_ section: SettingsSection) {
    heading(section.form, section.summary)
    for key in SettingsSchema.keys where key.section == section {
      macro("TP")
      source += ".B "
      text(key.form)
      text(key.summary)
      macro("br")
      text("Allowed: " + key.allowed + key.allowedEnd)
      macro("br")
      let hasDefault = !key.defaultValue.utf8.isEmpty
      var rest = hasDefault ? ["Default: " + key.defaultValue + "."] : []
      if let option = key.option { rest.append("Option: --\(option).") }
      if !hasDefault { rest.append("Example: " + key.lines.joined(separator: "; ") + ".") }
      text(rest.joined(separator: " "))
    }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "\"": escaped += "\\(dq"
      case "~": escaped += "\\(ti"
      case "^": escaped += "\\(ha"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
