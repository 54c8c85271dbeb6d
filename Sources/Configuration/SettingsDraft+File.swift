extension SettingsDraft {
  /// The longest configuration file, bytes.
  public static var longestFile: Int { IniText.longest }

  /// Reads a configuration file's content. Its mistakes are kept until `finished`; relative paths in it begin at its folder.
  public mutating func read(_ bytes: [UInt8], name: String) {
    let text = IniText(bytes, name: name)
    mistakes += text.mistakes
    var reader = FileReader(name: name)
    for (number, content) in text.lines { reader.take(content, number) }
    entries += reader.entries
    mistakes += reader.mistakes
  }

  /// Goes through a file line by line.
  private struct FileReader {
    /// Where the following keys belong.
    enum Section {
      case none
      case known(SettingsSection, star: Int32)
      /// Its header was a mistake, which has been told; what its keys should be, nobody knows.
      case unknown
    }

    let name: String
    let folder: String
    var entries: [Entry] = []
    var mistakes: [Mistake] = []
    private var line: Int32 = 0
    private var section = Section.none

    init(name: String) {
      self.name = name
      let bytes = [UInt8](name.utf8)
      let end = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      folder = String(decoding: bytes[0..<end], as: UTF8.self)
    }

    mutating func take(_ content: IniLine, _ number: Int32) {
      line = number
      switch content {
      case .section(let header): enter(header)
      case .entry(let key, let value): set(key, value)
      case .blank, .foreign, .tooLong: break
      }
    }

    private mutating func refuse(_ reason: String) {
      mistakes.append(Mistake(place: name, line: line, reason: reason))
    }

    // MARK: Headers

    private mutating func enter(_ header: String) {
      let words = Value(text: header, folder: "").words
      let first = words.first ?? ""
      if let known = Self.section(named: first) {
        section = .known(known, star: 0)
        if words.count == 1 { return }
        var star: Int32 = 0
        if known == .face && words.count == 2
          && Value(text: words[1], folder: "").whole(1...1000, into: &star)
        {
          section = .known(.face, star: star)
        } else {
          section = .unknown
          refuse("[" + header + "]: allowed are " + Self.headers)
        }
        return
      }
      section = .unknown
      var reason = "[" + header + "]: unknown section"
      if let meant = NearMiss.nearest(to: first, among: SettingsSection.allCases.map { $0.name }),
        let known = Self.section(named: meant)
      {
        // Its keys are checked as if the header were right, so that their mistakes are told in the same go.
        section = .known(known, star: 0)
        reason += "; did you mean [" + meant + "]?"
      } else {
        reason += "; known are " + Self.headers
      }
      refuse(reason)
    }

    private static func section(named name: String) -> SettingsSection? {
      SettingsSection.allCases.first { $0.name == name }
    }

    private static var headers: String {
      var headers = ""
      for section in SettingsSection.allCases { headers += "[" + section.name + "], " }
      return headers + "[face N] with N from 1 to 1000"
    }

    // MARK: Keys

    private mutating func set(_ key: String, _ text: String) {
      switch section {
      case .unknown: return
      case .none: refuse(key + " = " + text + ": stands before the first section" + home(of: key))
      case .known(let section, let star):
        guard let row = SettingsTable.index(of: key, in: section) else {
          refuse(
            SettingsDraft.header(section, star) + " " + key + " = " + text + ": unknown key" + cure(key, in: section))
          return
        }
        add(Entry(row: row, star: star, value: Value(text: text, folder: folder), place: name, line: line))
      }
    }

    private mutating func add(_ entry: Entry) {
      let first = entries.first { $0.row == entry.row && $0.star == entry.star }
      if let first, !entry.key.addsUp {
        mistakes.append(entry.mistake("given twice; the first is in line \(first.line)"))
      } else if !SettingsDraft.isAllowed(entry) {
        mistakes.append(entry.mistakeInValue)
      }
      entries.append(entry)
    }

    /// What was meant by an unknown key: one of this section that looks like it, one of another section, or any.
    private func cure(_ key: String, in section: SettingsSection) -> String {
      let names = SettingsTable.keys.filter { $0.section == section }.map { $0.key }
      if let meant = NearMiss.nearest(to: key, among: names) { return "; did you mean " + meant + "?" }
      let home = home(of: key)
      return home.isEmpty ? "; known are " + SettingsTable.names(in: section) : home
    }

    private func home(of key: String) -> String {
      for row in SettingsTable.keys where row.key == key { return "; it belongs in [" + row.section.name + "]" }
      return ""
    }
  }
}
