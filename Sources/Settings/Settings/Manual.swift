extension SettingsTable {
  /// The manual page kiosk.conf(5), made from the table, in man(7). `version` is the programs', `date` as in "2026-01-31".
  package static func manual(version: String, date: String) -> String {
    var page = ManualPage()
    page.macro("TH", "KIOSK.CONF", "5", date, "star-slider " + version, "Star slider")
    page.macro("SH", "NAME")
    page.text("kiosk.conf - configuration of a star rating terminal")
    page.macro("SH", "SYNOPSIS")
    page.text("/etc/star-slider/kiosk.conf")
    page.macro("SH", "DESCRIPTION")
    page.text(
      "One file says what star-kiosk(1) shows and asks, and where star-courier(1) brings the answers. It is text in UTF-8, at "
        + "most \(SettingsDraft.longestFile >> 10) KiB, in lines of at most 199 bytes:")
    page.verbatim(["# a comment, as behind a semicolon", "[section]", "key = value    ; a comment behind a space"])
    page.text(
      "A section may be given in several parts, a key only once unless several lines of it add up. Where a key is left out, "
        + "its default counts; an empty file is a terminal that shows five stars. Paths begin at the file's folder.")
    page.macro("PP")
    page.text(
      "star-kiosk check FILE tells all mistakes and warnings at once, each with its line and what is allowed. A file with a "
        + "mistake is refused: a start ends with status 2, and a terminal that runs keeps the settings that it has. "
        + "starctl sample prints a file with every key.")
    for section in SettingsSection.allCases { page.section(section) }
    page.macro("SH", "RELOAD")
    page.text(
      "On SIGHUP, star-kiosk(1) reads the file again. It takes over at once: " + names { $0.isLive }
        + ". What changes in " + names { !$0.isLive && $0 != .courier } + ", and of [terminal] in " + waitingKeys
        + ", is told and waits for the next start. " + SettingsSection.courier.form + " is star-courier's.")
    page.macro("SH", "EXAMPLE")
    page.verbatim(exampleLines)
    page.macro("SH", "FILES")
    page.text("/etc/star-slider/kiosk.conf is what the package's services read.")
    page.macro("SH", "SEE ALSO")
    page.text("star-kiosk(1), star-courier(1)")
    return page.source
  }

  private static func names(where isMeant: (SettingsSection) -> Bool) -> String {
    var names = ""
    for section in SettingsSection.allCases where isMeant(section) {
      names += (names.isEmpty ? "" : ", ") + section.form
    }
    return names
  }

  /// Those that wait for a start in sections that do not, as in "id, keep-answers".
  private static var waitingKeys: String {
    var names = ""
    for key in keys where key.section.isLive && !key.isLive { names += (names.isEmpty ? "" : ", ") + key.form }
    return names
  }

  /// A terminal with a question in two languages, as short as it can be.
  static var exampleLines: [String] {
    [
      "[slider]", "step = half", "[terminal]", "id = entrance-2", "hours = Mo-Fr 08:00-18:00", "hours = Sa 09:00-13:00",
      "[question service]", "reasons = waiting, staff", "reasons-up-to = 2", "[text en]", "name = English",
      "question service = How was our service?", "reason waiting = The waiting time", "reason staff = The staff",
      "[text de]", "name = Deutsch", "attract = Zum Beginnen berühren", "what-went-wrong = Was hat nicht gefallen?",
      "done = Fertig", "start-over = Von vorn", "thanks = Danke!", "still-there = Sind Sie noch da?",
      "closed = Geschlossen", "cleaning = Reinigung", "question service = Wie war unser Service?",
      "reason waiting = Die Wartezeit", "reason staff = Das Personal", "[courier]", "broker = broker.example",
    ]
  }
}

/// Lines of a manual page.
private struct ManualPage {
  var source = ""

  mutating func macro(_ name: StaticString, _ arguments: String...) {
    source += ".\(name)"
    for argument in arguments { source += " \"" + Self.escaped(argument) + "\"" }
    source += "\n"
  }

  /// A line of running text; the formatter breaks it.
  mutating func text(_ text: String) { source += "\\&" + Self.escaped(text) + "\n" }

  /// Lines as they are.
  mutating func verbatim(_ lines: [String]) {
    source += ".PP\n.nf\n.RS 4\n"
    for line in lines { text(line) }
    source += ".RE\n.fi\n.PP\n"
  }

  mutating func section(_ section: SettingsSection) {
    macro("SH", section.form)
    text(section.about)
    for key in SettingsTable.keys where key.section == section {
      macro("TP")
      source += ".B "
      text(key.form)
      text(key.about)
      macro("br")
      text("Allowed: " + key.allowed + (key.unit.isEmpty ? "." : "; " + key.unit + "."))
      macro("br")
      var rest = key.standard.isEmpty ? "" : "Default: " + key.standard + "."
      if let option = key.option { rest += (rest.isEmpty ? "" : " ") + "Option: --\(option)." }
      if key.standard.isEmpty {
        for (i, line) in key.lines.enumerated() {
          rest += (i > 0 ? "; " : rest.isEmpty ? "As in: " : " As in: ") + line
        }
        rest += "."
      }
      text(rest)
    }
  }

  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += Array("\\e".utf8)
      case UInt8(ascii: "-"): bytes += Array("\\-".utf8)
      case UInt8(ascii: "'"): bytes += Array("\\(aq".utf8)
      case UInt8(ascii: "`"): bytes += Array("\\(ga".utf8)
      case UInt8(ascii: "\""): bytes += Array("\\(dq".utf8)
      case UInt8(ascii: "~"): bytes += Array("\\(ti".utf8)
      case UInt8(ascii: "^"): bytes += Array("\\(ha".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
